internal import Realtime

/// The phone behind `AVAudioSession.sharedInstance()`.
extension SimulatedPhone {
  /// The phone whose app under test has `AVAudioSession.sharedInstance()` as its session, and the other
  /// shared objects of Apple's.
  ///
  /// As long as there is none it is made when it is first asked for, with the defaults of `init`.
  ///
  /// - Thread: any.
  public static var current: SimulatedPhone {
    state.withLock { current in
      if let phone = current.phone { return phone }
      guard let phone = try? SimulatedPhone() else {
        preconditionFailure("a phone with two apps cannot have too many")
      }
      current.phone = phone
      return phone
    }
  }

  /// Makes this phone the current one, until another one is.
  ///
  /// That is for suites whose tests run one after another, such as XCTest's `setUp`. Where tests run at
  /// the same time, as Swift Testing's do, `runAsCurrent` lets them wait for each other.
  public func makeCurrent() { Self.state.withLock { $0.phone = self } }

  /// Runs `body` while this phone is the current one; others that call this wait for their turn.
  ///
  /// - Parameters:
  ///   - isolation: whose isolation `body` has: the caller's.
  ///   - body: what uses `AVAudioSession.sharedInstance()`. One of its own that calls this again does not
  ///     wait.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
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
    // Typed, because `withValue` rethrows untyped.
    let outcome: Swift.Result<Result, Failure> = await Self.$hasTurn.withValue(true) {
      do throws(Failure) {
        return .success(try await body())
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// Whether an app is the one under test of the current phone.
  static func isCurrent(_ app: SimulatedApp) -> Bool {
    state.withLock { $0.phone?.app === app }
  }

  /// The current phone, to which this may be the last reference.
  private struct Current: HoldsUserValues {
    var phone: SimulatedPhone?

    var userValues: any Sendable { phone as any Sendable }
  }

  private static let state = UserGuarded(Current())
  private static let turns = Turns()
  @TaskLocal private static var hasTurn = false
}

/// Who may have what there is one of, in the order in which they came.
private final class Turns: Sendable {
  private struct State: Sendable {
    var isTaken = false
    var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []
  }

  private let state = Guarded(State())

  /// Waits until nobody has it.
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

  /// Lets the next one have it.
  func give() {
    let next = state.withLock { state in
      let next = state.waiting.popFirst()
      state.isTaken = next != nil
      return next
    }
    next?.resume()
  }
}
