internal import CKernels
internal import CRealtime

/// The mapping from audio parameters to sound.
///
/// This mapping is not published for Core Haptics; all of it is our choice. Each mapping is exact at the neutral value,
/// so that a sound without parameters is the file itself.
enum AudioResponse {
  /// The frequency of a tone at pitch 0: A3.
  ///
  /// Pitches -1 and 1 are two octaves below and above it.
  @_noAllocation @_noLocks
  static func toneHertz(pitch: Double) -> Double { 220 * crealtime_exp2(2 * pitch) }

  /// The natural logarithm of the factor by which a tone's frequency grows if the pitch grows by `change`.
  @_noAllocation @_noLocks
  static func toneGrowth(change: Double) -> Double { 2 * 0.693_147_180_559_945_3 * change }

  /// The natural logarithm of the factor by which a sound's speed grows if the pitch grows by `change`.
  @_noAllocation @_noLocks
  static func speedGrowth(change: Double) -> Double { 0.693_147_180_559_945_3 * change }

  /// The factor of a sound's speed: pitches -1 and 1 are one octave down and up.
  @_noAllocation @_noLocks
  static func speed(pitch: Double) -> Double { pitch == 0 ? 1 : crealtime_exp2(pitch) }

  /// The amplitude of a tone at volume 1; leaves headroom for a simultaneous haptic event.
  static var toneGain: Double {
    @_noAllocation @_noLocks get { 0.3 }
  }

  /// The corner of a sound's low-pass filter at `brightness`, in radians per frame.
  ///
  /// 500 Hz at 0, and about half an octave more for each tenth; at 1 the filter is not used.
  @_noAllocation @_noLocks
  static func corner(brightness: Double, sampleRate: Double) -> Double {
    2 * 3.141_592_653_589_793 * 500 * crealtime_exp2(5.3 * brightness) / sampleRate
  }

  /// The factor of the corner if the brightness grows by `change`.
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
    /// The first frame after the range in which all lines are valid.
    var end: Frame

    @_noAllocation @_noLocks
    init(end: Frame) { self.end = end }

    /// Returns a line that adds `control`, from the frame `position` on, to `value`.
    @_noAllocation @_noLocks
    mutating func line(_ value: Double, _ control: ControlPiece) -> ckernels_line {
      end = min(end, control.end)
      return ckernels_line(value: value + control.value, slope: control.slope)
    }

    /// Returns a line that adds `control`, from the frame `position` on, to `value`, clamped to `range`.
    ///
    /// The course ends where the line reaches a bound, because the line bends there.
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
      // At the bound, and moving out of the range.
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

  /// Adds the frames `position ..< until` to `output`, whose first samples are the frame `position`; `until` must be in
  /// the span.
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

  /// Advances to `until` without adding anything, for a muted voice.
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

  /// Advances to `frame`, for a voice that is played from its middle.
  ///
  /// The state at `frame` is computed from the pieces of the controls, however long they are. The filter of a sound
  /// begins `settlingFrames` earlier, at rest.
  ///
  /// - Returns: the number of units of work.
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
      // The filter processes its samples one by one.
      pieces += 16
      if position >= spanEnd { beginSpan(controls, map, response) }
      skip(until: min(spanEnd, frame))
    }
    return pieces / 2
  }

  /// The time in which the low-pass filter of a sound forgets its initial state: nine time constants at the filter's
  /// lowest corner frequency and the highest sample rate.
  private static var settlingFrames: Frame { @_noAllocation @_noLocks get { 600 } }

  /// Advances by `frames` frames of `course`.
  @_noAllocation @_noLocks
  private mutating func pass(_ frames: Frame, _ course: Course, _ map: TimeMap) {
    phase = phase &+ Phase(wrapping: cycles(after: frames, course, map))
    if !isTone { sound.place = place(after: frames, course) }
    position += frames
    spanStart = position
    spanEnd = position
  }

  /// The number of cycles of a tone in `frames` frames of `course`.
  @_noAllocation @_noLocks
  private mutating func cycles(after frames: Frame, _ course: Course, _ map: TimeMap) -> Double {
    if !isTone { return 0 }
    let cycles = AudioResponse.toneHertz(pitch: course.pitch.value) / map.sampleRate
    return cycles * powers(AudioResponse.toneGrowth(change: course.pitch.slope), frames)
  }

  /// The place in a sound after `frames` frames of `course`.
  @_noAllocation @_noLocks
  private mutating func place(after frames: Frame, _ course: Course) -> Double {
    let speed = AudioResponse.speed(pitch: course.pitch.value)
    let growth = AudioResponse.speedGrowth(change: course.pitch.slope)
    let place = sound.place + speed * powers(growth, frames)
    let length = Double(sound.frames)
    if place < length || !loops || length == 0 { return place }
    return place - length * Double(Int(place / length))
  }

  /// The sum of the first `count` powers, from the zeroth on, of a factor whose natural logarithm is `growth`.
  @_noAllocation @_noLocks
  private mutating func powers(_ growth: Double, _ count: Frame) -> Double {
    let n = Double(count)
    return growth == 0 ? n : crealtime_expm1(growth * n) / crealtime_expm1(growth)
  }

  /// Finds the lines that are valid from `position` on, and with them the span.
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

  /// Advances the phase of a tone to the current frame of its span.
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

  /// Prepares the kernels for the span.
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
