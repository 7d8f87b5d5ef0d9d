public import HapticEngine

/// The inputs of a pattern whose values change while a player plays it.
///
/// A player follows the values through its master parameters and its rate. Intensity factors set its master intensity,
/// sharpness offsets set its master sharpness, and time factors set its rate. Master parameters act in addition to the
/// pattern's own curves, and also on transients. Core Haptics' dynamic parameters do not: the pattern's next curve
/// overrides a parameter that was sent, and `hapticSharpnessControl` does not reach transients. Only the pan is sent
/// as a dynamic parameter, `audioPanControl`.
///
/// ```swift
/// var live = try LiveInputs(pattern, values: ["height": 1])
/// let player = try engine.makeAdvancedPlayer(with: live.pattern)
/// live.prepare(player)
/// try player.start()
/// try live.follow(player, at: engine.currentTime)
/// // In each frame of the game:
/// try live.set("height", to: 3.2)
/// try live.follow(player, at: engine.currentTime)
/// ```
///
/// A change does not make the signal jump, so the caller can change values as often as it likes.
/// Documentation/Inputs.md describes where live values differ from `HapticPattern.setting(inputs:)`.
///
/// - Thread: one at a time.        Realtime-safe: no.
public struct LiveInputs: Sendable {
  /// The effect of the current values on a player.
  public struct Effect: Hashable, Sendable {
    /// The factor for the intensity of the events in `LiveInputs.pattern`, 0...1.
    public let intensity: Double
    /// The offset of the sharpness of haptic events, -1...1.
    public let sharpness: Double
    /// The offset of the pan of audio events, -1...1.
    public let pan: Double
    /// The speed of the pattern, above 0: 1 divided by the factor of its times.
    public let speed: Double
  }

  /// The duration of a change of the pan, in seconds.
  ///
  /// Our choice: the time in which a master intensity moves from 0 to 1 (`Documentation/Signal.md`, 8).
  public static let rampSeconds: Seconds = 0.005

  /// The inputs that the pattern declares, in order of their names.
  public let inputs: [PatternInput]

  /// The pattern to play, without its declaration.
  ///
  /// Its intensities are multiplied by `headroom`, so that a player can follow factors above 1. At the inputs'
  /// defaults, the master intensity reverses this factor, and the signal is the same as for the pattern as written.
  public let pattern: HapticPattern

  /// The greatest intensity factor that a player can follow, at least 1.
  ///
  /// It is the factor at which the strongest event of the pattern has intensity 1, or the greatest factor that the
  /// inputs can produce, whichever is lower.
  public let headroom: Double

  /// The current value of each input, in its unit.
  public private(set) var values: [String: Double]

  /// The player's speed before the inputs change it, above 0; `follow` applies it.
  public var rate = 1.0
  /// The player's master intensity before the inputs change it, 0...1; `follow` applies it.
  public var masterIntensity = 1.0
  /// The player's master sharpness before the inputs change it, -1...1; `follow` applies it.
  public var masterSharpness = 0.0

  /// The settings of a player: the effect of the inputs combined with its own speed and masters.
  public struct Settings: Hashable, Sendable {
    /// The speed, above 0.
    public let rate: Double
    /// The master intensity, 0...1.
    public let intensity: Double
    /// The master sharpness, -1...1.
    public let sharpness: Double
  }

  private var followed: Settings?
  /// The current ramp of the pan: its start time, its start value and its target; nil after `prepare`.
  private var pan: (start: Seconds, from: Double, to: Double)?

  /// Creates the live inputs of `pattern`.
  ///
  /// - Parameters:
  ///   - pattern: the pattern as written, with its declaration.
  ///   - values: a value for each named input, in its unit; all other inputs have their defaults.
  /// - Throws: `PatternInputError` if the declaration is not valid, an input is unknown, or a value is outside its
  ///   range.
  public init(
    _ pattern: HapticPattern, values: [String: Double] = [:]
  ) throws(PatternInputError) {
    let inputs = try pattern.inputs()
    try inputs.check(values)
    self.init(pattern, inputs: inputs, values: values)
  }

  /// Creates live inputs that do not change `pattern`, whatever it declares.
  package init(fixed pattern: HapticPattern) { self.init(pattern, inputs: [], values: [:]) }

  private init(_ pattern: HapticPattern, inputs: [PatternInput], values: [String: Double]) {
    self.inputs = inputs
    let defaults = inputs.map { ($0.name, $0.defaultValue) }
    self.values = Dictionary(defaults) { $1 }.merging(values) { $1 }
    let id = EventParameter.ID.hapticIntensity
    let strongest =
      pattern.events.filter(\.type.isHaptic)
      .map { min(1, max(0, $0.value(of: id) ?? id.defaultValue)) }.max() ?? 1
    let factor = inputs.outputs(of: .intensity).reduce(1) { $0 * ($1.max() ?? 1) }
    headroom = max(1, min(factor, strongest > 0 ? 1 / strongest : 1))
    if inputs.isEmpty {
      self.pattern = pattern
      return
    }
    var metadata = pattern.metadata
    metadata["Inputs"] = nil
    let scaled = headroom == 1 ? pattern : pattern.scalingIntensity(by: headroom)
    // The entries come from a valid pattern, so this pattern is valid too.
    self.pattern = (try? HapticPattern(entries: scaled.entries, metadata: metadata)) ?? scaled
  }

  /// Sets an input.
  ///
  /// A value outside the input's range is clamped to the range, like a lever at its stop.
  ///
  /// - Parameters:
  ///   - name: the input.
  ///   - value: the value, in its unit.
  /// - Throws: `PatternInputError.unknown`, or `outOfRange` for a value that is not finite.
  public mutating func set(_ name: String, to value: Double) throws(PatternInputError) {
    guard let input = inputs.first(where: { $0.name == name }) else {
      throw .unknown(name, known: inputs.map(\.name))
    }
    guard value.isFinite else { throw .outOfRange(value, input) }
    values[name] = min(input.range.upperBound, max(input.range.lowerBound, value))
  }

  /// The effect of the current values on a player.
  public var effect: Effect {
    var change = InputChange()
    for input in inputs {
      let value = values[input.name] ?? input.defaultValue
      for mapping in input.mappings { change.add(mapping, at: value) }
    }
    return Effect(
      intensity: min(1, change.intensity / headroom),
      sharpness: min(1, max(-1, change.sharpness)), pan: min(1, max(-1, change.pan)),
      speed: 1 / change.time)
  }

  // MARK: The player

  /// The settings that `prepare` and `follow` apply to a player.
  public var settings: Settings {
    let effect = effect
    return Settings(
      rate: clamped(rate * effect.speed), intensity: masterIntensity * effect.intensity,
      sharpness: min(1, max(-1, masterSharpness + effect.sharpness)))
  }

  /// Clamps `rate` to the speeds at which a pattern can be rendered.
  private func clamped(_ rate: Double) -> Double {
    min(RenderLimits.rates.upperBound, max(RenderLimits.rates.lowerBound, rate))
  }

  /// Sets `player`, which is about to start, to the current values.
  ///
  /// It first reserves the voices that the player needs at the highest speed and the lowest sharpness that the inputs
  /// allow, so that no later call to `follow` has to allocate voices.
  public mutating func prepare(_ player: AdvancedPatternPlayer) {
    let wanted = settings
    let time = inputs.outputs(of: .time).reduce(1) { $0 * ($1.min() ?? 1) }
    let fastest = clamped(rate / time)
    if fastest > wanted.rate { player.playbackRate = fastest }
    let offset = inputs.outputs(of: .sharpness).reduce(0) { $0 + ($1.min() ?? 0) }
    let lowest = min(1, max(-1, masterSharpness + offset))
    if lowest < wanted.sharpness { player.masterSharpness = lowest }
    player.playbackRate = wanted.rate
    player.masterIntensity = wanted.intensity
    player.masterSharpness = wanted.sharpness
    followed = wanted
    pan = nil
  }

  /// Sends to `player`, which must have been started, the changes since `prepare` or the previous call.
  ///
  /// The intensity moves along a line that takes 5 ms from 0 to 1. The speed and the sharpness change immediately;
  /// the signal does not jump because its phase continues. The pan takes `rampSeconds`. If a value changes
  /// again before its ramp ends, the ramp continues from there to the new value.
  ///
  /// - Parameters:
  ///   - player: the player of `pattern`.
  ///   - time: the engine's `currentTime`.
  /// - Throws: `EngineError`, as `PatternPlayer.scheduleParameterCurve` does, but only if the pan changes.
  public mutating func follow(
    _ player: AdvancedPatternPlayer, at time: Seconds
  ) throws(EngineError) {
    let wanted = settings
    if wanted.rate != followed?.rate { player.playbackRate = wanted.rate }
    if wanted.intensity != followed?.intensity { player.masterIntensity = wanted.intensity }
    if wanted.sharpness != followed?.sharpness { player.masterSharpness = wanted.sharpness }
    followed = wanted
    let target = effect.pan
    guard let before = pan else {
      if target != 0 {
        try player.sendParameters([DynamicParameter(.audioPanControl, target, at: 0)])
      }
      pan = (time - Self.rampSeconds, target, target)
      return
    }
    guard target != before.to else { return }
    let part = min(1, max(0, (time - before.start) / Self.rampSeconds))
    let from = before.from + (before.to - before.from) * part
    try player.scheduleParameterCurve(
      ParameterCurve(
        .audioPanControl, at: 0,
        controlPoints: [.init(at: 0, from), .init(at: Self.rampSeconds, target)]), at: time)
    pan = (time, from, target)
  }
}

extension [PatternInput] {
  /// Throws an error if a value belongs to an unknown input or is outside its range.
  func check(_ values: [String: Double]) throws(PatternInputError) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let input = first(where: { $0.name == name }) else {
        throw .unknown(name, known: map(\.name))
      }
      guard input.range.contains(value) else { throw .outOfRange(value, input) }
    }
  }

  /// The outputs of the points of all mappings to `target`, one list for each mapping.
  fileprivate func outputs(of target: PatternInput.Target) -> [[Double]] {
    flatMap(\.mappings).filter { $0.target == target }.map { $0.points.map(\.output) }
  }
}
