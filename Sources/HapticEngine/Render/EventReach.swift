/// How long the longest event of a timeline sounds at most, so that what sounds at a time can be
/// found without asking every event before it.
struct EventReach: BitwiseCopyable {
  /// The part that playback rate moves, in seconds of pattern time: durations of continuous events.
  private(set) var pattern: Seconds = 0
  /// The part that it does not, in seconds of output: releases, transients and sounds.
  private(set) var output: Seconds = 0

  /// The reach of the events that `view` shows.
  ///
  /// - Thread: control.        Realtime-safe: no.
  /// - Complexity: O(n) in the events.
  init(_ view: Timeline.View, _ response: HapticResponse, sampleRate: Double) {
    // One frame for the rounding of onsets, and one for that of ends.
    let rounding = 2 / sampleRate
    let release = EnvelopeTime.releaseSeconds(1)
    for index in 0..<view.hapticCount {
      let event = unsafe view.haptics[index]
      if event.isTransient {
        // The lowest frequency there is: a master sharpness may move every transient there.
        let hertz = response.hertz(0)
        output = max(output, response.transientFrames(hertz: hertz) / sampleRate + rounding)
      } else {
        pattern = max(pattern, event.duration)
        output = max(output, release + rounding)
      }
    }
    for index in 0..<view.audioCount {
      let event = unsafe view.audios[index]
      if event.sound < 0 {
        pattern = max(pattern, event.duration)
        output = max(output, release + rounding)
      } else {
        let sound = unsafe Double(view.sounds[event.sound].frameCount) / sampleRate
        let length = event.loops ? event.duration : min(event.duration, sound)
        output = max(output, length + release + rounding)
      }
    }
  }
}
