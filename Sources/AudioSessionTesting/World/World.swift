import AudioSession
import Realtime

/// What happens on a simulated phone, one thing after the other.
///
///     any thread ──event──►[ lock: phone, queue ]──► whoever delivers ──► observers, no lock held
///
/// An event changes the phone and puts what follows from it in a queue, both under the lock. Then
/// the queue is emptied without it, by one thread at a time: what an observer causes meanwhile, or
/// another thread, waits behind what was there before.
final class World: Sendable {
  private let state: Guarded<WorldState>

  init(_ phone: Phone, residents: Int) {
    state = Guarded(WorldState(phone, residents: residents))
  }

  /// Lets something happen and tells everyone.
  ///
  /// - Parameters:
  ///   - event: what happens.
  ///   - body: changes what belongs to the event and is not the policy's, at the same time.
  /// - Returns: the error that the call gives, if the event is a call.
  /// - Throws: `RejectedEvent` if it makes no sense now; nothing has changed then.
  @discardableResult
  func perform(
    _ event: SessionEvent, _ body: (inout WorldState) -> Void = { _ in }
  ) throws(RejectedEvent) -> SessionErrorCode? {
    let error = try state.withLock { state throws(RejectedEvent) in
      let error = try state.handle(event)
      body(&state)
      return error
    }
    deliver()
    return error
  }

  /// Reads something, all at one time.
  func read<Value: Sendable>(_ body: (WorldState) -> Value) -> Value {
    state.withLock { body($0) }
  }

  /// Changes something that is no event for the phone, and tells what that puts in the queue.
  func change<Value: Sendable>(_ body: (inout WorldState) -> Value) -> Value {
    let value = state.withLock { body(&$0) }
    deliver()
    return value
  }

  /// Empties the queue, unless somebody is at it: then it is theirs to empty.
  private func deliver() {
    guard state.withLock({ $0.beginDelivery() }) else { return }
    while let (delivery, context) = state.withLock({ $0.nextDelivery() }) {
      delivery.carryOut(in: context)
    }
  }
}
