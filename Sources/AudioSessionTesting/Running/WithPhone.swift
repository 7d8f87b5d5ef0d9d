internal import Foundation
public import PhoneRuntime

/// Runs a test on a new phone, which is `SimulatedPhone.current` during the test.
///
/// This function works with XCTest and any other framework.
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
/// When the body returns, the function waits for `settle()`. If the test fails, the function prints the phone's
/// timeline to standard error. It recognizes a failure by a thrown error. Only the framework knows about failed
/// assertions that do not throw, so `hasFailed` must ask the framework: `(testRun?.totalFailureCount ?? 0) > 0` in a
/// method of `XCTestCase`.
///
/// With Swift Testing, use the trait `phone` of AudioSessionTestTraits, which has the same parameters.
///
/// - Parameters:
///   - system: the iOS version whose behavior the phone simulates.
///   - backgroundModes: the modes that keep the app under test running in the background.
///   - platform: iPhone, iPad or simulator.
///   - policy: the answers to the questions that Apple leaves open.
///   - delivery: when and in which order apps are notified.
///   - recordPermission: whether the user has allowed the app under test to record.
///   - hasFailed: returns whether an assertion has failed; called after the phone has settled.
///   - onFailure: receives the timeline of a failed test, one entry per line; nil to print it to standard error.
///   - isolation: the isolation of `body`, which is the caller's.
///   - body: the test.
/// - Returns: the result of `body`.
/// - Throws: the error of `body`, or `SetupError`.
/// - Thread: any. Calls to this function, calls to `runAsCurrent` and tests with traits take turns.
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
