internal import AudioSession

/// What can be seen of an app at one moment, to find what has changed.
///
/// Where the app is in its life is not in it: that is an effect, which comes before the notifications that follow.
struct AppSnapshot: Hashable, Sendable {
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
    isActive = phone.isActive(app)
    isPlaying = phone.isPlaying(app)
    isRecording = phone.isRecording(app)
    mayRecord = phone.state[app].recordPermission == .granted
    isInterrupted = phone.isInterrupted(app)
    isDucked = phone.isDucked(app)
    isAudible = phone.isAudible(app) && layerVolume > 0
    gain = phone.gain(of: app) * layerVolume
  }

  /// What is different now.
  func changes(since before: AppSnapshot, position: Double) -> [TraceEntry.What] {
    var changes: [TraceEntry.What] = []
    if isActive != before.isActive, !isInterrupted { changes.append(.active(isActive)) }
    if isInterrupted != before.isInterrupted { changes.append(.interrupted(isInterrupted)) }
    // That it plays is said by how it is heard.
    if !isPlaying, before.isPlaying { changes.append(.stopped(position: position)) }
    if isRecording != before.isRecording {
      changes.append(isRecording ? .recording(hasPermission: mayRecord) : .stoppedRecording)
    }
    if isPlaying, gain != before.gain || isAudible != before.isAudible || !before.isPlaying {
      let isDucked = isDucked && !before.isDucked
      changes.append(isAudible ? .heard(gain: gain, isDucked: isDucked) : .silent)
    }
    return changes
  }
}
