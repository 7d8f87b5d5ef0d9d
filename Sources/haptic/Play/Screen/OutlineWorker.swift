import Dispatch
import HapticPerception
import Realtime

/// Renders outlines in the background, because the outline of an hour takes a while and keys must not wait for it.
///
/// One outline is rendered at a time, and it is always completed, so that a key that is held down shows an
/// effect. Of the requests made in the meantime, only the last is rendered.
///
/// - Thread: any.
final class OutlineWorker: Sendable {
  /// A function that renders an outline, and returns nil if the rendering was canceled.
  typealias Work = @Sendable (_ isWanted: () -> Bool) -> SignalOutline?

  private struct State {
    var isBusy = false
    var isClosed = false
    var next: Work?
    var finished: SignalOutline?
  }

  private let state = Guarded(State())
  private let busy = DispatchGroup()

  /// Schedules `work` to run after the present rendering.
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

  /// Returns the last finished outline; nil if none was finished since the last call.
  func take() -> SignalOutline? {
    state.withLock { state in
      defer { state.finished = nil }
      return state.finished
    }
  }

  /// Waits until all requests are rendered or `seconds` have passed.
  func finish(within seconds: Double) { _ = busy.wait(timeout: .now() + seconds) }

  /// Cancels the present rendering.
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
