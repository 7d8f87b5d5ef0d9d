/// How far an app's output has come: it moves while the output runs, heard or not.
struct PlayClock: Hashable, Sendable {
  /// When the output was started, if it runs.
  private var startedAt: Double?
  /// The position when it was, or where it stands; in seconds played.
  private var basis = 0.0
  /// Where the sound ends, in seconds played; nil for one without an end.
  var end: Double?

  /// Whether it moves.
  var isRunning: Bool { startedAt != nil }

  /// The position at `time`, in seconds played.
  func position(at time: Double) -> Double {
    let position = basis + (startedAt.map { time - $0 } ?? 0)
    return end.map { min($0, position) } ?? position
  }

  /// When the sound will be over; nil if it stands or has no end.
  var endTime: Double? {
    guard let startedAt, let end else { return nil }
    return startedAt + max(0, end - basis)
  }

  /// Makes it move, or stand still, from `time` on.
  mutating func run(_ isRunning: Bool, at time: Double) {
    guard isRunning != self.isRunning else { return }
    basis = position(at: time)
    startedAt = isRunning ? time : nil
  }

  /// Lets the sound be over `seconds` from where it is.
  mutating func limit(to seconds: Double?, at time: Double) {
    if let seconds { end = position(at: time) + seconds }
  }

  /// Goes back to the beginning.
  mutating func rewind(at time: Double) {
    let wasRunning = isRunning
    self = PlayClock()
    run(wasRunning, at: time)
  }
}
