public import HapticEngine

/// A control on the screen that vibrates by itself when its user changes it.
///
/// A value: an event in, effects and the next state out. Apps add no haptic to it.
///
/// Source: Human Interface Guidelines, "Playing haptics": switches, sliders and pickers have
/// Apple-designed haptics by default.
public enum Control: Hashable, Sendable {
  /// On or off.
  case toggle(SwitchControl)
  /// A number on a track.
  case slider(SliderControl)
  /// Wheels of values.
  case picker(PickerControl)
  /// Wheels of a date, a time or a duration.
  case datePicker(DatePickerControl)

  /// Takes in what is done to it.
  ///
  /// - Parameters:
  ///   - event: what.
  ///   - time: when, never before an earlier event.
  /// - Returns: what follows, in order.
  /// - Throws: `ControlError` if the control has no such part; nothing has changed then.
  public mutating func handle(
    _ event: ControlEvent, at time: PhoneTime
  ) throws(ControlError) -> [ControlEffect] {
    switch (self, event) {
    case (.toggle(var control), .toggled):
      defer { self = .toggle(control) }
      return control.set(!control.isOn, by: .user)
    case (.toggle(var control), .switched(let isOn)):
      defer { self = .toggle(control) }
      return control.set(isOn, by: .program)
    case (.slider(var control), .dragged(let value)):
      defer { self = .slider(control) }
      return control.set(value, by: .user)
    case (.slider(var control), .moved(let value)):
      defer { self = .slider(control) }
      return control.set(value, by: .program)
    case (.picker(var control), .crossed), (.picker(var control), .rested),
      (.picker(var control), .selected):
      let effects = try control.handle(event, at: time)
      self = .picker(control)
      return effects
    case (.datePicker(var control), .crossed), (.datePicker(var control), .rested),
      (.datePicker(var control), .selected):
      let effects = try control.wheels.handle(event, at: time)
      self = .datePicker(control)
      return effects
    case (.toggle, _), (.slider, _), (.picker, _), (.datePicker, _):
      throw .wrongKind(event.kind)
    }
  }

  /// The state in words, such as `on`, `0.5` or `7 15`.
  public var words: String {
    switch self {
    case .toggle(let control): control.isOn ? "on" : "off"
    case .slider(let control): "\(control.value)"
    case .picker(let control): control.rows.map(String.init).joined(separator: " ")
    case .datePicker(let control): control.values.map(String.init).joined(separator: " ")
    }
  }
}

/// Who changes a control: only what its user does is felt.
public enum ControlCause: Hashable, Sendable {
  /// A finger.
  case user
  /// The app's code, or another control that it follows.
  case program
}

/// What is done to a control.
public enum ControlEvent: Hashable, Sendable {
  /// The user toggles a switch.
  case toggled
  /// The app sets a switch.
  case switched(Bool)
  /// The user drags the thumb of a slider to a value, 0...1; beyond the ends it stops there.
  case dragged(to: Double)
  /// The app sets a slider.
  case moved(to: Double)
  /// A wheel that the user turns passes the next value, or the one before. Wheels count from 1.
  case crossed(wheel: Int, forward: Bool)
  /// A wheel has come to rest: its value is chosen.
  case rested(wheel: Int)
  /// The app selects a row, which counts from 0.
  case selected(wheel: Int, row: Int)

  /// The wheel that it is about, from 1; nil for what is no picker's.
  var wheel: Int? {
    switch self {
    case .crossed(let wheel, _), .rested(let wheel), .selected(let wheel, _): wheel
    case .toggled, .switched, .dragged, .moved: nil
    }
  }

  /// What has such events, for errors.
  var kind: String {
    switch self {
    case .toggled, .switched: "switch"
    case .dragged, .moved: "slider"
    case .crossed, .rested, .selected: "picker"
    }
  }
}

/// What follows from an event of a control.
public enum ControlEffect: Hashable, Sendable {
  /// The value is another.
  case changed
  /// The system vibrates, so much later.
  case haptic(Feedback, after: PhoneTime = .zero)
  /// A tick that would come too soon is joined with the one that waits.
  case coalesced
  /// A value was chosen, which is not felt.
  case chosen
  /// The app turns these switches off as well, which is not felt.
  case turnsOff([String])
}

/// Something that a control does not have, or may not be.
public enum ControlError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The control is no such thing.
  case wrongKind(String)
  /// The picker has no wheel of that number.
  case noWheel(Int)
  /// The wheel has no row of that number.
  case noRow(Int, wheel: Int)
  /// A picker has 1 or more wheels, of 1 to 10 000 rows each.
  case wheelCount
  /// The minute interval does not divide 60, or is none of 1...30.
  case minuteInterval(Int)
  /// The countdown is longer than 23 h 59 min, or negative.
  case countdown(minutes: Int)

  /// The mistake in words.
  public var description: String {
    switch self {
    case .wrongKind(let kind): "\(kind) of that name"
    case .noWheel(let wheel): "wheel \(wheel)"
    case .noRow(let row, let wheel): "row \(row) on wheel \(wheel)"
    case .wheelCount: "a picker has one or more wheels, of 1 to 10000 rows each"
    case .minuteInterval(let interval):
      "the minute interval is \(interval); it must divide 60 and be at most 30"
    case .countdown(let minutes):
      "the countdown is \(minutes) minutes; it must be at most 23 h 59 min, which is 1439"
    }
  }
}

/// A switch: on or off.
///
/// Source: Human Interface Guidelines, "Playing haptics": turning a switch on or off automatically
/// plays one light tap.
public struct SwitchControl: Hashable, Sendable {
  /// Whether the switch is on.
  public private(set) var isOn: Bool
  /// The switches that the app turns off when this one is turned on, such as those of airplane mode.
  public let turnsOff: [String]

  /// A switch.
  public init(isOn: Bool = false, turnsOff: [String] = []) {
    self.isOn = isOn
    self.turnsOff = turnsOff
  }

  /// The tap of a switch.
  ///
  /// Our choice among the presets: the light impact.
  public static let tap = Feedback(.impactLight)

  /// Sets it; nothing follows if it is so already.
  ///
  /// - Parameters:
  ///   - isOn: whether it is on from now on.
  ///   - cause: who does so.
  /// - Returns: what follows.
  public mutating func set(_ isOn: Bool, by cause: ControlCause) -> [ControlEffect] {
    guard isOn != self.isOn else { return [] }
    self.isOn = isOn
    let cascade = isOn && !turnsOff.isEmpty ? [ControlEffect.turnsOff(turnsOff)] : []
    return (cause == .user ? [.haptic(Self.tap)] : []) + [.changed] + cascade
  }
}

/// A slider: a thumb on a track from 0 to 1.
///
/// The guidelines say that sliders vibrate and not when. Our choice: when the thumb meets an end of its
/// track, and nowhere between.
public struct SliderControl: Hashable, Sendable {
  /// Where the thumb is, 0...1.
  public private(set) var value: Double

  /// A slider; its value is clamped to 0...1, and 0 for what is not a number.
  public init(value: Double = 0.5) { self.value = Self.clamped(value) }

  /// The tap at an end.
  ///
  /// Our choice among the presets: the light impact, for two things meet.
  public static let endStop = Feedback(.impactLight)

  /// Moves the thumb; nothing follows where it is already.
  ///
  /// - Parameters:
  ///   - value: where to, clamped to 0...1.
  ///   - cause: who does so.
  /// - Returns: what follows.
  public mutating func set(_ value: Double, by cause: ControlCause) -> [ControlEffect] {
    let value = Self.clamped(value)
    guard value != self.value else { return [] }
    self.value = value
    let meetsEnd = value == 0 || value == 1
    return (cause == .user && meetsEnd ? [.haptic(Self.endStop)] : []) + [.changed]
  }

  private static func clamped(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, 0), 1)
  }
}
