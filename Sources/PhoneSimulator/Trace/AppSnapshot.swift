internal import AudioSession

/// The observable state of an app at one moment, compared to find changes.
///
/// The app's lifecycle is not included. Its changes are reported as effects, before the notifications that they cause.
struct AppSnapshot: Hashable, Sendable {
  var isActive: Bool
  var isPlaying: Bool
  var isRecording: Bool
  /// Whether the user has granted permission to record.
  ///
  /// Without it, the app records silence.
  var mayRecord: Bool
  var isInterrupted: Bool
  var isDucked: Bool
  var isAudible: Bool
  var gain: Double

  /// Takes a snapshot of an app that multiplies its own sound by `layerVolume`, 0...1.
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

  /// Returns the differences from an earlier snapshot.
  func changes(since before: AppSnapshot, position: Double) -> [TraceEntry.What] {
    var changes: [TraceEntry.What] = []
    if isActive != before.isActive, !isInterrupted { changes.append(.active(isActive)) }
    if isInterrupted != before.isInterrupted { changes.append(.interrupted(isInterrupted)) }
    // The start of playback is reported by the entry for the app's gain.
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
