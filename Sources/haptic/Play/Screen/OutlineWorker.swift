import Dispatch
import Realtime

/// Renders outlines beside the loop that draws them: that of an hour takes a while, and keys must
/// not wait for it.
///
/// One is rendered at a time, to its end, so that a key that repeats is seen to do something; of
/// those that were asked for meanwhile only the last is rendered.
///
/// - Thread: any.
final class OutlineWorker: Sendable {
  /// Renders an outline; nil if it stopped because it was not wanted any more.
  typealias Work = @Sendable (_ isWanted: () -> Bool) -> SignalOutline?

  private struct State {
    var isBusy = false
    var isClosed = false
    var next: Work?
    var finished: SignalOutline?
  }

  private let state = Guarded(State())
  private let busy = DispatchGroup()

  /// Has `work` done as soon as what is under way is finished.
  func render(_ work: @escaping Work) {
    let begins = state.withLock { state in
      state.next = work
      defer { state.isBusy = true }
      return !state.isBusy
    }
    guard begins else { return }
    DispatchQueue.global().async(group: busy) {
      while let work = self.takeNext() {
        guard let outline = work({ self.state.withLock { !$0.isClosed } }) else { continue }
        self.state.withLock { $0.finished = outline }
      }
    }
  }

  /// The outline that was finished last; nil if none was since the last call.
  func take() -> SignalOutline? {
    state.withLock { state in
      defer { state.finished = nil }
      return state.finished
    }
  }

  /// Waits until everything that was asked for is rendered, or until `seconds` have passed.
  func finish(within seconds: Double) { _ = busy.wait(timeout: .now() + seconds) }

  /// Ends what is under way.
  func close() { state.withLock { $0.isClosed = true } }

  private func takeNext() -> Work? {
    state.withLock { state in
      let next = state.isClosed ? nil : state.next
      state.next = nil
      state.isBusy = next != nil
      return next
    }
  }
}
