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

  /// How much faster a sound plays: pitch -1...1 is one octave down and up.
  @_noAllocation @_noLocks
  static func speed(pitch: Double) -> Double { pitch == 0 ? 1 : crealtime_exp2(pitch) }

  /// The amplitude of a tone at volume 1; leaves headroom for a haptic event beside it.
  static var toneGain: Double {
    @_noAllocation @_noLocks get { 0.3 }
  }

  /// The low-pass coefficient of a sound at `brightness`: 1 is no filter; 0 is a corner at 500 Hz,
  /// and each tenth about half an octave more.
  @_noAllocation @_noLocks
  static func lowPass(brightness: Double, sampleRate: Double) -> Float {
    if brightness >= 1 { return 1 }
    let hertz = 500 * crealtime_exp2(5.3 * brightness)
    return Float(1 - crealtime_exp(-2 * 3.141_592_653_589_793 * hertz / sampleRate))
  }
}

extension AudioVoice {
  /// Adds the frames `position ..< until` to the buses, whose first samples are the frame
  /// `position`; `until` is in the span.
  @_noAllocation @_noLocks
  mutating func emit(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, until: Frame,
    sampleRate: Double
  ) {
    let first = position - spanStart
    let count = Int(until - position)
    var index = 0
    while index < count {
      let offset = Double(first + Frame(index))
      let amplitude = Float(level.value(offset) * envelopeLine.value(offset))
      let pan = clampSigned(panLine.value(offset))
      let (l, r) = nextSample(offset, sampleRate)
      unsafe left[index] += l * amplitude * Float(pan > 0 ? 1 - pan : 1)
      unsafe right[index] += r * amplitude * Float(pan < 0 ? 1 + pan : 1)
      index += 1
    }
    position = until
  }

  /// Moves on to `until` without adding anything, for a voice that is not heard.
  @_noAllocation @_noLocks
  mutating func skip(until: Frame, sampleRate: Double) {
    while position < until {
      _ = nextSample(Double(position - spanStart), sampleRate)
      position += 1
    }
  }

  /// Moves on to `frame`, span by span, for a voice that is to be heard from its middle.
  ///
  /// Where the pitch moves, the place is that of the pitch at each span's start.
  @_noAllocation @_noLocks
  mutating func jump(
    to frame: Frame, _ controls: ControlReader, _ map: TimeMap
  ) {
    while position < frame && position < end {
      if position >= spanEnd { beginSpan(controls, map) }
      let upTo = spanEnd < frame ? spanEnd : frame
      let pitch = clampSigned(pitchLine.start)
      let frames = Double(upTo - position)
      if sound == nil {
        place += AudioResponse.toneHertz(pitch: pitch) / map.sampleRate * frames
        place -= Double(Int(place))
      } else {
        place += AudioResponse.speed(pitch: pitch) * frames
      }
      position = upTo
    }
  }

  @inline(__always) @_noAllocation @_noLocks
  private mutating func nextSample(_ offset: Double, _ sampleRate: Double) -> (Float, Float) {
    let pitch = clampSigned(pitchLine.value(offset))
    let brightness = clamp01(brightnessLine.value(offset))
    if let sound { return nextSoundSample(sound, pitch, brightness, sampleRate) }
    let sample = toneSample(brightness) * Float(AudioResponse.toneGain)
    place += AudioResponse.toneHertz(pitch: pitch) / sampleRate
    place -= Double(Int(place))
    return (sample, sample)
  }

  /// Five partials; brightness is the level of each against the one below, so that 0 is a sine.
  @_noAllocation @_noLocks
  private func toneSample(_ brightness: Double) -> Float {
    let angle = 2 * 3.141_592_653_589_793 * place
    var sum = 0.0
    var partial = 1
    var weight = 1.0
    var weights = 0.0
    while partial <= 5 {
      sum += weight / Double(partial) * crealtime_sin(angle * Double(partial))
      weights += weight / Double(partial)
      weight *= brightness
      partial += 1
    }
    return Float(sum / weights)
  }

  @_noAllocation @_noLocks
  private mutating func nextSoundSample(
    _ sound: SoundBuffer.View, _ pitch: Double, _ brightness: Double, _ sampleRate: Double
  ) -> (Float, Float) {
    let count = sound.frameCount
    if count == 0 { return (0, 0) }
    if place >= Double(count) {
      if !loops { return (0, 0) }
      place -= Double(count) * Double(Int(place / Double(count)))
    }
    let index = Int(place)
    let fraction = Float(place - Double(index))
    var l = unsafe sound.left[index]
    var r = unsafe sound.right[index]
    if fraction > 0 {
      let next = index + 1 < count ? index + 1 : (loops ? 0 : index)
      unsafe l += (sound.left[next] - l) * fraction
      unsafe r += (sound.right[next] - r) * fraction
    }
    place += AudioResponse.speed(pitch: pitch)
    let lowPass = AudioResponse.lowPass(brightness: brightness, sampleRate: sampleRate)
    lowPassLeft += (l - lowPassLeft) * lowPass
    lowPassRight += (r - lowPassRight) * lowPass
    return lowPass == 1 ? (l, r) : (lowPassLeft, lowPassRight)
  }
}

/// `value` moved into -1...1; 0 for a value that is not a number.
@inline(__always) @_noAllocation @_noLocks
private func clampSigned(_ value: Double) -> Double {
  value > -1 ? (value < 1 ? value : 1) : (value <= -1 ? -1 : 0)
}
