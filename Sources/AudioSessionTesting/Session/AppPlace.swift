package import AudioSession
package import PhoneRuntime
internal import Realtime

/// The app that a player or an engine belongs to.
///
/// An app may keep a player or an engine for the life of the process, as a singleton. It therefore moves to the current
/// phone each time it is started, as `AVAudioSession.sharedInstance()` does.
///
/// - Thread: any.
package final class AppPlace<Occupant: Sendable>: Sendable {
  /// An app, and the runtime of its phone.
  package typealias Owner = (runtime: PhoneRuntime, app: AppID)

  private struct State: Sendable {
    var owner: Owner
    var occupant: Occupant
  }

  private let state: Guarded<State>

  /// Creates a place for an occupant that belongs to `owner`.
  package init(_ owner: Owner, _ occupant: Occupant) {
    state = Guarded(State(owner: owner, occupant: occupant))
  }

  /// The app, and the runtime of its phone.
  package var owner: Owner { state.withLock { $0.owner } }

  /// The occupant.
  package var occupant: Occupant { state.withLock { $0.occupant } }

  /// Changes the occupant.
  ///
  /// - Parameter body: the change. It must not call code of the app.
  package func change(_ body: (inout Occupant) -> Void) { state.withLock { body(&$0.occupant) } }

  /// Returns whether the occupant belongs to another app than `owner`.
  package func isElsewhere(than owner: Owner) -> Bool { Self.differ(self.owner, owner) }

  /// Moves the occupant to an app.
  ///
  /// If several threads move it at the same time, each move begins where another has ended.
  ///
  /// - Parameters:
  ///   - next: the app, and the runtime of its phone.
  ///   - enter: changes the occupant. It receives the app that the occupant leaves; nil if the occupant already belongs
  ///     to `next`. It must not call code of the app, which might move the occupant again.
  /// - Returns: the occupant before and after the move.
  @discardableResult
  package func move(
    to next: Owner, _ enter: (_ occupant: inout Occupant, _ former: Owner?) -> Void
  ) -> (former: Occupant, now: Occupant) {
    state.withLock { state in
      let former = state.occupant
      enter(&state.occupant, Self.differ(state.owner, next) ? state.owner : nil)
      state.owner = next
      return (former, state.occupant)
    }
  }

  private static func differ(_ left: Owner, _ right: Owner) -> Bool {
    left.runtime !== right.runtime || left.app != right.app
  }
}
