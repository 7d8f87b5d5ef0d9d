public import AudioSessionTesting
public import PhoneRuntime
internal import Realtime
public import Testing

/// Runs a test on a phone of its own, which is `SimulatedPhone.current` in the test.
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
/// the timeline of the phone as `timeline.txt`.
///
/// - Thread: the test's; tests with this trait, `everyStory` and `runAsCurrent` take turns.
public struct PhoneTrait: TestTrait, TestScoping {
  let makePhone: @Sendable () throws -> SimulatedPhone
  /// Attaches the timeline to the test; tests of the trait look at it instead.
  var attach: @Sendable (String, SourceLocation) -> Void = { timeline, location in
    Attachment.record(
      Attachment(timeline, named: "timeline.txt", sourceLocation: location),
      sourceLocation: location)
  }

  /// Runs the test on a new phone.
  ///
  /// - Parameters:
  ///   - test: the test.
  ///   - testCase: the case of the test; each case has a phone of its own.
  ///   - function: runs the test.
  /// - Throws: the error of the test, or `SetupError`.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let phone = try makePhone()
    let hasIssue = Guarded(false)
    var failure: (any Error)?
    do {
      try await phone.runAsCurrent {
        // No issue is known: `matching` only learns of issues, which are recorded as usual.
        try await withKnownIssue(isIntermittent: true, sourceLocation: test.sourceLocation) {
          try await function()
          await phone.settle()
        } matching: { _ in
          hasIssue.withLock { $0 = true }
          return false
        }
      }
    } catch {
      failure = error
    }
    if failure != nil || hasIssue.withLock({ $0 }) {
      attach(phone.timelineText, test.sourceLocation)
    }
    if let failure { throw failure }
  }
}

extension Trait where Self == PhoneTrait {
  /// Runs the test on a new phone, which is `SimulatedPhone.current`.
  ///
  /// - Parameters:
  ///   - system: the version whose behavior the phone has.
  ///   - backgroundModes: the modes that keep the app under test running in the background.
  ///   - platform: iPhone, iPad or simulator.
  ///   - policy: the answers to the questions that Apple leaves open.
  ///   - delivery: when, and in which order, apps are notified.
  ///   - recordPermission: whether the user lets the app under test record.
  /// - Returns: the trait.
  public static func phone(
    _ system: OSVersion = .standard, backgroundModes: BackgroundModes = [],
    platform: Platform = .iPhone, policy: AudioPolicy = .standard,
    delivery: DeliveryOrder = .immediate, recordPermission: RecordPermission = .granted
  ) -> PhoneTrait {
    PhoneTrait {
      try SimulatedPhone(
        system: system, platform: platform, policy: policy, backgroundModes: backgroundModes,
        recordPermission: recordPermission, delivery: delivery)
    }
  }
}
