internal import AudioSession

/// What can be seen of an app at one moment, to find what has changed.
struct AppSnapshot: Hashable, Sendable {
  var lifecycle: Lifecycle
  var isActive: Bool
  var isPlaying: Bool
  var isRecording: Bool
  /// Whether the user lets it; what it records otherwise is silence.
  var mayRecord: Bool
  var isInterrupted: Bool
  var isDucked: Bool
  var isAudible: Bool
  var gain: Double

  /// An app that multiplies its own sound by `layerVolume`, 0...1.
  init(_ app: AppID, of phone: Phone, layerVolume: Double) {
    lifecycle = phone.state[app].lifecycle
    isActive = phone.isActive(app)
    isPlaying = phone.isPlaying(app)
    isRecording = phone.isRecording(app)
    mayRecord = phone.state[app].recordPermission == .granted
    isInterrupted = phone.isInterrupted(app)
    isDucked = phone.isDucked(app)
    isAudible = phone.isAudible(app) && layerVolume > 0
    gain = phone.gain(of: app) * layerVolume
  }

  /// What is different now, in words.
  func changes(since before: AppSnapshot, position: Double) -> [String] {
    var words: [String] = []
    if lifecycle != before.lifecycle { words.append("is \(Self.words(lifecycle))") }
    if isActive != before.isActive, !isInterrupted {
      words.append(isActive ? "its session is active" : "its session is not active any more")
    }
    if isInterrupted != before.isInterrupted {
      words.append(isInterrupted ? "is interrupted" : "is not interrupted any more")
    }
    if isPlaying != before.isPlaying {
      // That it plays is said by how it is heard.
      if !isPlaying { words.append("has stopped playing at position \(position.shortest) s") }
    }
    if isRecording != before.isRecording {
      let what = mayRecord ? "is recording" : "is recording silence, without the user's permission"
      words.append(isRecording ? what : "has stopped recording")
    }
    if isPlaying, gain != before.gain || isAudible != before.isAudible || !before.isPlaying {
      let how = isDucked && !before.isDucked ? "is ducked and heard" : "is heard"
      words.append(isAudible ? "\(how) at gain \(gain.shortest)" : "is silent")
    }
    return words
  }

  private static func words(_ lifecycle: Lifecycle) -> String {
    switch lifecycle {
    case .foreground: "in the foreground"
    case .background: "in the background"
    case .suspended: "suspended"
    case .terminated: "terminated"
    }
  }
}
