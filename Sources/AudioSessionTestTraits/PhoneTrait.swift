public import AudioSessionTesting
public import PhoneRuntime
public import Testing

/// Runs a test on a separate phone, which is `SimulatedPhone.current` in the test.
///
///     @Test(.phone(.iOS26, backgroundModes: .audio)) @MainActor
///     func `a call pauses the radio`() async throws {
///       let radio = try Radio()
///       radio.play()
///       try SimulatedPhone.current.receiveCall()
///       #expect(!radio.isPlaying)
///     }
///
/// When the test returns, the trait waits for `settle()`. If the test records an issue, the trait attaches
/// the phone's timeline as `timeline.txt`.
///
/// - Thread: the test's. Tests with this trait or `everyStory`, and calls to `runAsCurrent`, take turns.
public struct PhoneTrait: TestTrait, TestScoping {
  let system: OSVersion
  let policy: AudioPolicy
  let makePhone: @Sendable (OSVersion, AudioPolicy) throws -> SimulatedPhone
  /// Attaches a text with this name to the test.
  ///
  /// Tests of the trait replace it.
  var attach: @Sendable (_ text: String, _ name: String, SourceLocation) -> Void = {
    text, name, location in
    Attachment.record(
      Attachment(text, named: name, sourceLocation: location), sourceLocation: location)
  }

  /// Runs the test on a new phone and, with the trait `sweep`, on further phones.
  ///
  /// - Parameters:
  ///   - test: the test.
  ///   - testCase: the case of the test; each case has a separate phone.
  ///   - function: runs the test.
  /// - Throws: the error of the test, or `SetupError`.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await run(
      test, testCase, sweptBy: test.traits.lazy.compactMap { $0 as? SweepTrait }.first, function)
  }

  /// Runs the test on a new phone and, if the test passes and is swept, on further phones.
  func run(
    _ test: Test, _ testCase: Test.Case?, sweptBy sweep: SweepTrait?,
    _ function: @Sendable () async throws -> Void
  ) async throws {
    let passes = try await passes(test, function)
    if let sweep, passes { try await self.sweep(test, testCase, by: sweep, function) }
  }

  /// Runs the test on a new phone, and returns whether the test passes.
  private func passes(
    _ test: Test, _ function: @Sendable () async throws -> Void
  ) async throws -> Bool {
    let phone = try makePhone(system, policy)
    let issues = NoticedIssues()
    var failure: (any Error)?
    do {
      try await phone.runAsCurrent {
        try await issues.notice(at: test.sourceLocation) {
          try await function()
          await phone.settle()
        }
      }
    } catch {
      failure = error
    }
    if failure != nil || issues.first != nil {
      attach(phone.timelineText, "timeline.txt", test.sourceLocation)
    }
    if let failure { throw failure }
    return issues.first == nil
  }
}

extension Trait where Self == PhoneTrait {
  /// Runs the test on a new phone, which is `SimulatedPhone.current`.
  ///
  /// - Parameters:
  ///   - system: the iOS version whose behavior the phone simulates.
  ///   - backgroundModes: the modes that keep the app under test running in the background.
  ///   - platform: iPhone, iPad or simulator.
  ///   - policy: the answers to the questions that Apple leaves open.
  ///   - delivery: when and in which order apps are notified.
  ///   - recordPermission: whether the user has allowed the app under test to record.
  /// - Returns: the trait.
  public static func phone(
    _ system: OSVersion = .standard, backgroundModes: BackgroundModes = [],
    platform: Platform = .iPhone, policy: AudioPolicy = .standard,
    delivery: DeliveryOrder = .immediate, recordPermission: RecordPermission = .granted
  ) -> PhoneTrait {
    PhoneTrait(system: system, policy: policy) { system, policy in
      try SimulatedPhone(
        system: system, platform: platform, policy: policy, backgroundModes: backgroundModes,
        recordPermission: recordPermission, delivery: delivery)
    }
  }
}
