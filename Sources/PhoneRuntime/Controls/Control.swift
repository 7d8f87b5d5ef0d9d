public import HapticEngine

/// A control on the screen that vibrates automatically when its user changes it.
///
/// A control is a value that handles an event by changing its state and returning effects. Apps do not add haptics to
/// controls.
///
/// Source: Human Interface Guidelines, "Playing haptics": switches, sliders and pickers have Apple-designed haptics by
/// default.
public enum Control: Hashable, Sendable {
  /// A switch, which is on or off.
  case toggle(SwitchControl)
  /// A slider for a number on a track.
  case slider(SliderControl)
  /// A picker with wheels of values.
  case picker(PickerControl)
  /// A picker with wheels for a date, a time or a duration.
  case datePicker(DatePickerControl)

  /// Handles an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - time: The time of the event, which must not be before the previous event.
  /// - Returns: The effects, in order.
  /// - Throws: `ControlError` if the control does not have the part that the event concerns; nothing changes in that
  ///   case.
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

/// The origin of a change.
///
/// Only changes by the user cause a haptic.
public enum ControlCause: Hashable, Sendable {
  /// A finger.
  case user
  /// The app's code, or another control that this control depends on.
  case program
}

/// An event of a control.
public enum ControlEvent: Hashable, Sendable {
  /// The user toggles a switch.
  case toggled
  /// The app sets a switch.
  case switched(Bool)
  /// The user drags the thumb of a slider to a value in 0...1. The thumb stops at the ends of the track.
  case dragged(to: Double)
  /// The app sets a slider.
  case moved(to: Double)
  /// A wheel that the user is turning moves to the next or the previous value. Wheels are numbered from 1.
  case crossed(wheel: Int, forward: Bool)
  /// A wheel comes to rest, and its value is chosen.
  case rested(wheel: Int)
  /// The app selects a row. Rows are numbered from 0.
  case selected(wheel: Int, row: Int)

  /// The number of the event's wheel, from 1; nil if the event is not for a picker.
  var wheel: Int? {
    switch self {
    case .crossed(let wheel, _), .rested(let wheel), .selected(let wheel, _): wheel
    case .toggled, .switched, .dragged, .moved: nil
    }
  }

  /// The kind of control that has such events, for error messages.
  var kind: String {
    switch self {
    case .toggled, .switched: "switch"
    case .dragged, .moved: "slider"
    case .crossed, .rested, .selected: "picker"
    }
  }
}

/// An effect of an event on a control.
public enum ControlEffect: Hashable, Sendable {
  /// The value changed.
  case changed
  /// The system vibrates after this delay.
  case haptic(Feedback, after: PhoneTime = .zero)
  /// A tick that would come too soon is merged with the waiting tick.
  case coalesced
  /// A value was chosen. This does not cause a haptic.
  case chosen
  /// The app also turns off these switches. This does not cause a haptic.
  case turnsOff([String])
}

/// An error about a missing part of a control, or an invalid value.
public enum ControlError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The control is of another kind.
  case wrongKind(String)
  /// The picker does not have a wheel with this number.
  case noWheel(Int)
  /// The wheel does not have a row with this number.
  case noRow(Int, wheel: Int)
  /// The picker does not have 1 or more wheels, or a wheel does not have 1 to 10 000 rows.
  case wheelCount
  /// The minute interval does not divide 60, or is not in 1...30.
  case minuteInterval(Int)
  /// The countdown is longer than 23 h 59 min, or negative.
  case countdown(minutes: Int)

  /// The error in words.
  public var description: String {
    switch self {
    case .wrongKind(let kind): "\(kind) with that name"
    case .noWheel(let wheel): "wheel \(wheel)"
    case .noRow(let row, let wheel): "row \(row) on wheel \(wheel)"
    case .wheelCount: "a picker must have one or more wheels, each with 1 to 10000 rows"
    case .minuteInterval(let interval):
      "the minute interval is \(interval); it must divide 60 and be at most 30"
    case .countdown(let minutes):
      "the countdown is \(minutes) minutes; it must be at most 1439 (23 h 59 min), and not negative"
    }
  }
}

/// A switch: on or off.
///
/// Source: Human Interface Guidelines, "Playing haptics": turning a switch on or off automatically plays one light tap.
public struct SwitchControl: Hashable, Sendable {
  /// Whether the switch is on.
  public private(set) var isOn: Bool
  /// The switches that the app turns off when this switch is turned on, such as the switches that airplane mode turns
  /// off.
  public let turnsOff: [String]

  /// Creates a switch.
  public init(isOn: Bool = false, turnsOff: [String] = []) {
    self.isOn = isOn
    self.turnsOff = turnsOff
  }

  /// The tap of a switch.
  ///
  /// Our choice among the presets: the light impact.
  public static let tap = Feedback(.impactLight)

  /// Sets the switch.
  ///
  /// Nothing happens if it already has that state.
  ///
  /// - Parameters:
  ///   - isOn: The new state.
  ///   - cause: The origin of the change.
  /// - Returns: The effects.
  public mutating func set(_ isOn: Bool, by cause: ControlCause) -> [ControlEffect] {
    guard isOn != self.isOn else { return [] }
    self.isOn = isOn
    let cascade = isOn && !turnsOff.isEmpty ? [ControlEffect.turnsOff(turnsOff)] : []
    return (cause == .user ? [.haptic(Self.tap)] : []) + [.changed] + cascade
  }
}

/// A slider: a thumb on a track from 0 to 1.
///
/// The guidelines say that sliders vibrate, but do not say when. Our choice: only when the thumb reaches an end of its
/// track.
public struct SliderControl: Hashable, Sendable {
  /// The position of the thumb, 0...1.
  public private(set) var value: Double

  /// Creates a slider.
  ///
  /// The value is clamped to 0...1. NaN is treated as 0.
  public init(value: Double = 0.5) { self.value = Self.clamped(value) }

  /// The tap at an end.
  ///
  /// Our choice among the presets: the light impact, because the thumb hits the end.
  public static let endStop = Feedback(.impactLight)

  /// Moves the thumb.
  ///
  /// Nothing happens if the thumb is already in that position.
  ///
  /// - Parameters:
  ///   - value: The new position, clamped to 0...1.
  ///   - cause: The origin of the change.
  /// - Returns: The effects.
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
