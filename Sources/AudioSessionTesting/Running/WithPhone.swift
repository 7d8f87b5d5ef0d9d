internal import Foundation
public import PhoneRuntime

/// Runs a test on a new phone, which is `SimulatedPhone.current` during the test: for XCTest and any other framework.
///
///     @MainActor func testCallPausesRadio() async throws {
///       try await withPhone(.iOS26, backgroundModes: .audio) { phone in
///         let radio = try Radio()
///         radio.play()
///         try phone.receiveCall()
///         XCTAssertFalse(radio.isPlaying)
///       }
///     }
///
/// When the body returns, the function waits for `settle()`. If the test fails, it prints the timeline of the phone to
/// standard error. The function sees thrown errors. Only the framework knows about failed assertions that do not throw;
/// `hasFailed` asks it: `(testRun?.totalFailureCount ?? 0) > 0` in a method of `XCTestCase`.
///
/// With Swift Testing use the trait `phone` of AudioSessionTestTraits, which has the same parameters.
///
/// - Parameters:
///   - system: the version whose behavior the phone has.
///   - backgroundModes: the modes that keep the app under test running in the background.
///   - platform: iPhone, iPad or simulator.
///   - policy: the answers to the questions that Apple leaves open.
///   - delivery: when, and in which order, apps are notified.
///   - recordPermission: whether the user lets the app under test record.
///   - hasFailed: whether an assertion has failed; asked after the phone has settled.
///   - onFailure: receives the timeline of a failed test, one entry a line; nil to print it to standard error.
///   - isolation: the isolation of `body`: the caller's.
///   - body: the test.
/// - Returns: the result of `body`.
/// - Throws: the error of `body`, or `SetupError`.
/// - Thread: any; calls of this, of `runAsCurrent` and tests with traits take turns.
@discardableResult
public func withPhone<Result>(
  _ system: OSVersion = .standard, backgroundModes: BackgroundModes = [],
  platform: Platform = .iPhone, policy: AudioPolicy = .standard,
  delivery: DeliveryOrder = .immediate, recordPermission: RecordPermission = .granted,
  hasFailed: @autoclosure () -> Bool = false, onFailure: ((String) -> Void)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  _ body: (SimulatedPhone) async throws -> Result
) async throws -> Result {
  let phone = try SimulatedPhone(
    system: system, platform: platform, policy: policy, backgroundModes: backgroundModes,
    recordPermission: recordPermission, delivery: delivery)
  let report = onFailure ?? { FileHandle.standardError.write(Data($0.utf8)) }
  do {
    let result = try await phone.runAsCurrent {
      let result = try await body(phone)
      await phone.settle()
      return result
    }
    if hasFailed() { report(phone.timelineText) }
    return result
  } catch {
    report(phone.timelineText)
    throw error
  }
}
