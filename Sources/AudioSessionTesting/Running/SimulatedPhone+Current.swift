internal import Realtime

/// The phone behind `AVAudioSession.sharedInstance()`.
extension SimulatedPhone {
  /// The phone whose app under test uses `AVAudioSession.sharedInstance()` and Apple's other shared objects.
  ///
  /// If no phone is current, the first access creates one with the defaults of `init`, or as the environment variable
  /// `HAPTIC_PHONE` describes it, such as `17.4 silent denied`: a release, `iPhone`, `iPad` or `simulator`, `silent`,
  /// `undetermined`, `denied` or `granted` for the permission to record, `audio` for the background mode, and `running`
  /// for a phone whose time follows the clock. The variables `HAPTIC_SCENARIO` and `HAPTIC_OUTPUT` describe what happens
  /// to a program that is linked with the product `PhoneProgram`.
  ///
  /// - Thread: any.
  public static var current: SimulatedPhone {
    state.withLock { current in
      if let phone = current.phone { return phone }
      let phone = PhoneEnvironment.phone()
      current.phone = phone
      return phone
    }
  }

  /// Makes this phone the current phone until another phone replaces it.
  ///
  /// Call this in suites whose tests run one after another, such as in XCTest's `setUp`. If tests run at the same time,
  /// as in Swift Testing, use `runAsCurrent`, which makes them wait for each other.
  public func makeCurrent() { Self.state.withLock { $0.phone = self } }

  /// Runs `body` while this phone is the current phone.
  ///
  /// Other callers wait for their turn.
  ///
  /// - Parameters:
  ///   - isolation: the isolation of `body`, which is the caller's.
  ///   - body: the code that uses `AVAudioSession.sharedInstance()`. A nested call to this method does not wait.
  /// - Returns: the result of `body`.
  /// - Throws: the errors of `body`.
  public func runAsCurrent<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let isNested = Self.hasTurn
    if !isNested { await Self.turns.take() }
    let former = Self.state.withLock { current in
      let former = current.phone
      current.phone = self
      return former
    }
    defer {
      Self.state.withLock { $0.phone = former }
      if !isNested { Self.turns.give() }
    }
    // The outcome is typed, because `withValue` rethrows untyped errors.
    let outcome: Swift.Result<Result, Failure> = await Self.$hasTurn.withValue(true) {
      do throws(Failure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// Returns whether an app is the app under test of the current phone.
  static func isCurrent(_ app: SimulatedApp) -> Bool {
    state.withLock { $0.phone?.app === app }
  }

  /// The current phone.
  ///
  /// This may be the last reference to the phone.
  private struct Current: HoldsUserValues {
    var phone: SimulatedPhone?

    var userValues: any Sendable { phone as any Sendable }
  }

  private static let state = UserGuarded(Current())
  private static let turns = Turns()
  @TaskLocal private static var hasTurn = false
}

/// Lets callers take turns in using a single resource, in the order of arrival.
private final class Turns: Sendable {
  private struct State: Sendable {
    var isTaken = false
    var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []
  }

  private let state = Guarded(State())

  /// Waits until the resource is free.
  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken {
          state.waiting.append(continuation)
          return false
        }
        state.isTaken = true
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Passes the resource to the next caller.
  func give() {
    let next = state.withLock { state in
      let next = state.waiting.popFirst()
      state.isTaken = next != nil
      return next
    }
    next?.resume()
  }
}
