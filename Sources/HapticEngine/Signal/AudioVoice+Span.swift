internal import CKernels
internal import CRealtime

/// How audio parameters become sound.
///
/// Core Haptics publishes none of these; all are our choice, and each is exact at the neutral
/// value, so that a sound with no parameters is the file itself.
enum AudioResponse {
  /// The frequency of a tone at pitch 0: A3.
  ///
  /// Pitch -1...1 is two octaves down and up.
  @_noAllocation @_noLocks
  static func toneHertz(pitch: Double) -> Double { 220 * crealtime_exp2(2 * pitch) }

  /// The natural logarithm of what a tone's frequency is multiplied by where the pitch grows by
  /// `change`.
  @_noAllocation @_noLocks
  static func toneGrowth(change: Double) -> Double { 2 * 0.693_147_180_559_945_3 * change }

  /// The natural logarithm of the factor of a sound's speed where the pitch grows by `change`.
  @_noAllocation @_noLocks
  static func speedGrowth(change: Double) -> Double { 0.693_147_180_559_945_3 * change }

  /// How much faster a sound plays: pitch -1...1 is one octave down and up.
  @_noAllocation @_noLocks
  static func speed(pitch: Double) -> Double { pitch == 0 ? 1 : crealtime_exp2(pitch) }

  /// The amplitude of a tone at volume 1; leaves headroom for a haptic event beside it.
  static var toneGain: Double {
    @_noAllocation @_noLocks get { 0.3 }
  }

  /// The corner of a sound's low-pass filter at `brightness`, in radians per frame: 500 Hz at 0, and
  /// each tenth about half an octave more; at 1 there is no filter.
  @_noAllocation @_noLocks
  static func corner(brightness: Double, sampleRate: Double) -> Double {
    2 * 3.141_592_653_589_793 * 500 * crealtime_exp2(5.3 * brightness) / sampleRate
  }

  /// What the corner is multiplied by where the brightness grows by `change`.
  @_noAllocation @_noLocks
  static func cornerRatio(change: Double) -> Double {
    change == 0 ? 1 : crealtime_exp2(5.3 * change)
  }
}

extension AudioVoice {
  /// The straight lines that a voice follows from `position` on.
  private struct Course {
    var loudness = ckernels_loudness()
    var pitch = ckernels_line()
    var brightness = ckernels_line()
    /// The first frame at which one of the lines no longer holds.
    var end: Frame

    @_noAllocation @_noLocks
    init(end: Frame) { self.end = end }

    /// A line that adds `control`, from the frame `position` on, to `value`.
    @_noAllocation @_noLocks
    mutating func line(_ value: Double, _ control: ControlPiece) -> ckernels_line {
      end = min(end, control.end)
      return ckernels_line(value: value + control.value, slope: control.slope)
    }

    /// A line as above that is clamped to `range`, at whose ends the course ends: it is straight in
    /// another scale.
    @_noAllocation @_noLocks
    mutating func line(
      _ value: Double, _ control: ControlPiece, from position: Frame, within range: (Double, Double)
    ) -> ckernels_line {
      var line = line(value, control)
      let (isBelow, isAbove) = (line.value < range.0, line.value > range.1)
      if line.slope != 0 && !(isBelow && line.slope < 0) && !(isAbove && line.slope > 0) {
        let bound =
          isBelow ? range.0 : (isAbove ? range.1 : (line.slope > 0 ? range.1 : range.0))
        let crossing = frameAtOrAfter((bound - line.value) / line.slope)
        end = min(end, position + (crossing > 0 ? crossing : 1))
      }
      if isBelow { line = ckernels_line(value: range.0, slope: 0) }
      if isAbove { line = ckernels_line(value: range.1, slope: 0) }
      // At the bound, and on its way out.
      if (line.value == range.0 && line.slope < 0) || (line.value == range.1 && line.slope > 0) {
        line.slope = 0
      }
      return line
    }
  }

  /// Begins the span at `position`, which is before `end`.
  @_noAllocation @_noLocks
  mutating func beginSpan(_ controls: ControlReader, _ map: TimeMap, _: HapticResponse) {
    let course = setCourse(controls, map)
    tune(course, map)
  }

  /// Adds the frames `position ..< until` to `output`, whose first samples are the frame
  /// `position`; `until` is in the span.
  @_noAllocation @_noLocks
  mutating func emit(into output: VoiceOutput, until: Frame) {
    // SAFETY: the caller has `until - position` samples in each bus.
    let (from, upTo) = (position - spanStart, until - spanStart)
    if isTone {
      unsafe ckernels_tone_add(&tone, output.left, output.right, from, upTo)
    } else {
      unsafe ckernels_sound_add(
        &sound, samples?.left, samples?.right, output.left, output.right, from, upTo)
    }
    position = until
  }

  /// Moves on to `until` without adding anything, for a voice that is not heard.
  @_noAllocation @_noLocks
  mutating func skip(until: Frame) {
    let (from, upTo) = (position - spanStart, until - spanStart)
    if isTone {
      unsafe ckernels_tone_add(&tone, nil, nil, from, upTo)
    } else {
      unsafe ckernels_sound_add(&sound, samples?.left, samples?.right, nil, nil, from, upTo)
    }
    position = until
  }

  /// Moves on to `frame`, for a voice that is to be heard from its middle.
  ///
  /// Where it comes to is computed, piece by piece of the controls, however long they are. The
  /// filter of a sound begins `settlingFrames` before, at rest.
  ///
  /// - Returns: how many units of work that was.
  @_noAllocation @_noLocks
  mutating func jump(
    to frame: Frame, _ controls: ControlReader, _ map: TimeMap, _ response: HapticResponse
  ) -> Int {
    var pieces = 0
    let heard = isTone ? frame : max(frame - Self.settlingFrames, onset)
    while position < heard && position < end {
      pieces += 1
      let course = setCourse(controls, map)
      let straight = min(course.end, heard) - position
      if straight >= 2 * Self.longestSpan || spanEnd <= heard {
        let frames =
          straight >= 2 * Self.longestSpan
          ? straight / Self.longestSpan * Self.longestSpan : spanEnd - position
        pass(frames, course, map)
      } else {
        tune(course, map)
        skip(until: heard)
      }
    }
    while position < frame && position < end {
      // The filter takes up its samples one by one.
      pieces += 16
      if position >= spanEnd { beginSpan(controls, map, response) }
      skip(until: min(spanEnd, frame))
    }
    return pieces / 2
  }

  /// How long the low-pass filter of a sound takes to forget where it began: nine time constants of
  /// its lowest corner at the highest sample rate.
  private static var settlingFrames: Frame { @_noAllocation @_noLocks get { 600 } }

  /// Lets `frames` frames of `course` go by.
  @_noAllocation @_noLocks
  private mutating func pass(_ frames: Frame, _ course: Course, _ map: TimeMap) {
    phase = phase &+ Phase(wrapping: cycles(after: frames, course, map))
    if !isTone { sound.place = place(after: frames, course) }
    position += frames
    spanStart = position
    spanEnd = position
  }

  /// How many cycles of a tone `frames` frames of `course` are.
  @_noAllocation @_noLocks
  private mutating func cycles(after frames: Frame, _ course: Course, _ map: TimeMap) -> Double {
    if !isTone { return 0 }
    let cycles = AudioResponse.toneHertz(pitch: course.pitch.value) / map.sampleRate
    return cycles * powers(AudioResponse.toneGrowth(change: course.pitch.slope), frames)
  }

  /// Where a sound is `frames` frames of `course` on.
  @_noAllocation @_noLocks
  private mutating func place(after frames: Frame, _ course: Course) -> Double {
    let speed = AudioResponse.speed(pitch: course.pitch.value)
    let growth = AudioResponse.speedGrowth(change: course.pitch.slope)
    let place = sound.place + speed * powers(growth, frames)
    let length = Double(sound.frames)
    if place < length || !loops || length == 0 { return place }
    return place - length * Double(Int(place / length))
  }

  /// The sum of the first `count` powers, from the zeroth on, of what grows by `growth`, as a natural
  /// logarithm, each frame.
  @_noAllocation @_noLocks
  private mutating func powers(_ growth: Double, _ count: Frame) -> Double {
    let n = Double(count)
    return growth == 0 ? n : crealtime_expm1(growth * n) / crealtime_expm1(growth)
  }

  /// Finds the lines that hold from `position` on, and with them the span.
  @_noAllocation @_noLocks
  private mutating func setCourse(_ controls: ControlReader, _ map: TimeMap) -> Course {
    endPhase()
    spanStart = position
    let piece = envelope.piece(at: position - onset)
    var course = Course(end: min(end, onset + piece.end))
    course.loudness.envelope = ckernels_line(value: piece.value, slope: piece.slope)
    let loudness = read(ControlIndex.audioVolume, fading?.volume, controls, map)
    course.end = min(course.end, loudness.end)
    let gain = volume * (isTone ? AudioResponse.toneGain : 1)
    course.loudness.level = ckernels_line(
      value: gain * loudness.value, slope: gain * loudness.slope)
    course.pitch = course.line(
      pitch, read(ControlIndex.audioPitch, fading?.pitch, controls, map), from: position,
      within: (-1, 1))
    course.loudness.pan = course.line(
      pan, read(ControlIndex.audioPan, fading?.pan, controls, map))
    course.brightness = course.line(
      brightness, read(ControlIndex.audioBrightness, fading?.brightness, controls, map),
      from: position, within: (0, 1))
    spanEnd = min(course.end, position + Self.longestSpan)
    return course
  }

  @_noAllocation @_noLocks
  private mutating func read(
    _ control: Int, _ fading: Double?, _ controls: ControlReader, _ map: TimeMap
  ) -> ControlPiece {
    if let fading { return ControlPiece(value: fading, slope: 0, end: .never) }
    return controls.piece(of: control, at: position, map)
  }

  /// Advances the phase of a tone to the present frame of its span.
  @_noAllocation @_noLocks
  private mutating func endPhase() {
    if !isTone || position == spanStart { return }
    let frames = position - spanStart
    if tone.is_moving == 0 {
      phase = phase &+ tone.step &* Phase(truncatingIfNeeded: frames)
    } else {
      phase = phase &+ Phase(wrapping: spanCycles * powers(spanGrowth, frames))
    }
  }

  /// Lets the kernels begin the span.
  @_noAllocation @_noLocks
  private mutating func tune(_ course: Course, _ map: TimeMap) {
    if isTone {
      spanCycles = AudioResponse.toneHertz(pitch: course.pitch.value) / map.sampleRate
      spanGrowth = AudioResponse.toneGrowth(change: course.pitch.slope)
      unsafe ckernels_tone_begin(
        &tone, phase, spanCycles, crealtime_exp(spanGrowth), course.brightness, course.loudness)
    } else {
      sound.loudness = course.loudness
      sound.speed = AudioResponse.speed(pitch: course.pitch.value)
      sound.ratio = crealtime_exp(AudioResponse.speedGrowth(change: course.pitch.slope))
      let brightness = course.brightness
      sound.corner = AudioResponse.corner(
        brightness: brightness.value, sampleRate: map.sampleRate)
      sound.corner_ratio = AudioResponse.cornerRatio(change: brightness.slope)
      sound.low_pass =
        brightness.slope == 0 && brightness.value >= 1 ? 1 : Float(1 - crealtime_exp(-sound.corner))
    }
  }
}
