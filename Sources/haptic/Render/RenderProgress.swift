import Glibc
import Realtime
import TextFormats

/// How far several renders have come, as a line on the terminal once they take over a second.
final class RenderProgress: Sendable {
  private struct State {
    var frames = 0
    var done = 0
    var seconds = 0.0
    var shownAt: ContinuousClock.Instant
  }

  private let state: Guarded<State>
  private let start: ContinuousClock.Instant

  /// How often the line is drawn anew.
  ///
  /// Our choice: ten times a second.
  private static let interval = Duration.milliseconds(100)

  init() {
    start = .now
    state = Guarded(State(shownAt: .now + .milliseconds(900)))
  }

  /// One more render, of `frames` frames at `sampleRate`, begins.
  func begin(frames: Int, _ sampleRate: Double) {
    state.withLock {
      $0.frames += frames
      $0.seconds += Double(frames) / sampleRate
    }
  }

  /// So many frames more are done.
  func advance(frames: Int) {
    state.withLock { state in
      state.done += frames
      let now = ContinuousClock.now
      guard Words.isTerminal, now - state.shownAt >= Self.interval, state.frames > 0 else { return }
      state.shownAt = now
      Words.showProgress(line(state, now - start))
    }
  }

  private func line(_ state: State, _ elapsed: Duration) -> String {
    let part = Double(state.done) / Double(state.frames)
    let speed = part * state.seconds / (elapsed / .seconds(1))
    let words =
      " \(Int(part * 100)) %  \((part * state.seconds).rounded(to: 0)) of "
      + "\(state.seconds.rounded(to: 0)) s, \(speed.rounded(to: 0)) times real time"
    let width = max(0, min(30, Words.columns - words.count - 1))
    let full = Int(part * Double(width))
    return String(repeating: "#", count: full) + String(repeating: ".", count: width - full) + words
  }
}
