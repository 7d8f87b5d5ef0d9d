import HapticEngine

/// Everything that a picture of playing shows.
struct PlayState: Hashable, Sendable {
  /// The pattern's name, and what it is about; maybe empty.
  var name: String
  var description: String = ""
  /// Which of several patterns it is, from 1, and how many there are.
  var index = 1
  var count = 1
  /// Where it is, and how long it is, in seconds.
  var position: Seconds = 0
  var duration: Seconds = 0
  var isPaused = false
  var rate = 1.0
  /// How often the pattern was begun, and will be; `repetitions` is nil for ever.
  var repetition = 1
  var repetitions: Int? = 1
  var controls = LiveControls()
  /// How many times a column was halved in time; negative, doubled.
  var zoom = 0
  var haptic = LevelMeter()
  var audio = LevelMeter()
  /// What it is played on, in fewer and fewer words.
  var device: [String] = []
  /// Whether something about the device went wrong: how often it ran out of samples.
  var underruns = 0
  /// Whether the marks and the keys are explained.
  var showsHelp = true
}
