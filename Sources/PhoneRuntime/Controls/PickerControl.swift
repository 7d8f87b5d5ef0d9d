public import HapticEngine

/// A picker: one or more wheels of values.
///
/// The picker plays a tick for each value that a wheel passes under the user's finger, but not when a value is chosen.
/// Source: Human Interface Guidelines, "Playing haptics": selection feedback is for passing values, "not for making or
/// confirming a choice".
public struct PickerControl: Hashable, Sendable {
  /// The maximum number of ticks of a wheel per second.
  ///
  /// If a wheel passes more values per second, it ticks evenly at this rate.
  ///
  /// A tick that comes too soon waits until the rate allows it. While a tick is waiting, further ticks are merged with
  /// it. If the wheel comes to rest in the meantime, the waiting tick is not played. Our choice: above this rate,
  /// `lint` recommends joining ticks. Ticks that are 50 ms apart are still felt one by one.
  public static let maximumTicksPerSecond = 20.0
  /// The maximum number of rows of a wheel.
  ///
  /// Our choice: far more than is usable; such a list should be a table.
  public static let maximumRows = 10_000

  /// The feedback of a tick.
  ///
  /// Source: the guidelines, selection feedback.
  public static let tick = Feedback(.selection)

  private struct Wheel: Hashable, Sendable {
    let rowCount: Int
    let turnsRound: Bool
    var row = 0
    var lastTick: PhoneTime?
  }

  private var wheels: [Wheel]

  /// Creates a picker with the first row of each wheel selected.
  ///
  /// - Parameters:
  ///   - rowCounts: The number of rows of each wheel.
  ///   - turnsRound: Whether each wheel continues with its first row after its last row.
  /// - Throws: `ControlError.wheelCount` if there are no wheels, or if a wheel does not have 1 to `maximumRows` rows.
  public init(rowCounts: [Int], turnsRound: Bool = false) throws(ControlError) {
    guard !rowCounts.isEmpty,
      rowCounts.allSatisfy({ (1...Self.maximumRows).contains($0) })
    else { throw .wheelCount }
    wheels = rowCounts.map { Wheel(rowCount: $0, turnsRound: turnsRound) }
  }

  /// The row of each wheel, from 0.
  public var rows: [Int] { wheels.map(\.row) }

  /// The number of rows of each wheel.
  public var rowCounts: [Int] { wheels.map(\.rowCount) }

  /// Handles an event of a wheel.
  mutating func handle(
    _ event: ControlEvent, at time: PhoneTime
  ) throws(ControlError) -> [ControlEffect] {
    switch event {
    case .crossed(let wheel, let forward): return cross(try index(wheel), forward, at: time)
    case .rested(let wheel):
      let index = try index(wheel)
      // The waiting tick is not played, because a choice does not tick.
      if let last = wheels[index].lastTick, last > time {
        wheels[index].lastTick = last - Self.shortestGap
      }
      return [.chosen]
    case .selected(let wheel, let row):
      let index = try index(wheel)
      guard (0..<wheels[index].rowCount).contains(row) else { throw .noRow(row, wheel: wheel) }
      guard row != wheels[index].row else { return [] }
      wheels[index].row = row
      return [.changed]
    case .toggled, .switched, .dragged, .moved: throw .wrongKind(event.kind)
    }
  }

  private static let shortestGap = PhoneTime(seconds: 1 / maximumTicksPerSecond)

  private func index(_ wheel: Int) throws(ControlError) -> Int {
    guard wheels.indices.contains(wheel - 1) else { throw .noWheel(wheel) }
    return wheel - 1
  }

  private mutating func cross(
    _ index: Int, _ forward: Bool, at time: PhoneTime
  ) -> [ControlEffect] {
    let wheel = wheels[index]
    let next = wheel.row + (forward ? 1 : -1)
    let wrapped = (next + wheel.rowCount) % wheel.rowCount
    // A wheel that does not wrap around stops at its ends.
    guard wheel.turnsRound || wrapped == next, wrapped != wheel.row else { return [] }
    wheels[index].row = wrapped
    let gap = Self.shortestGap
    guard let last = wheel.lastTick, time - last < gap else {
      wheels[index].lastTick = time
      return [.haptic(Self.tick), .changed]
    }
    if last > time { return [.coalesced, .changed] }
    wheels[index].lastTick = last + gap
    return [.haptic(Self.tick, after: last + gap - time), .changed]
  }
}

/// A date picker: up to four wheels for a date, a time, both, or a duration.
///
/// After its last row, each wheel continues with its first row.
///
/// Source: Human Interface Guidelines, "Pickers": four modes; the minutes may advance in any interval that
/// divides 60; a countdown is at most 23 h 59 min.
public struct DatePickerControl: Hashable, Sendable {
  /// A kind of date picker.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Hour and minute.
    case time
    /// Month, day and year.
    case date
    /// Day, hour, minute, and a.m. or p.m.
    case dateAndTime
    /// Hours and minutes that count down.
    case countdown
  }

  /// The kind of date picker.
  public let mode: Mode
  /// The number of minutes between two rows of the minute wheel.
  public let minuteInterval: Int
  /// The wheels.
  var wheels: PickerControl

  /// The longest countdown, in minutes.
  ///
  /// Source: the guidelines: 23 h 59 min.
  public static let longestCountdownMinutes = 23 * 60 + 59

  /// Creates a date picker with the first row of each wheel selected.
  ///
  /// - Parameters:
  ///   - mode: The kind of date picker.
  ///   - minuteInterval: The number of minutes between two rows of the minute wheel.
  /// - Throws: `ControlError.minuteInterval` if the interval does not divide 60 or is above 30. Source: UIKit's
  ///   page of `UIDatePicker.minuteInterval`, where the maximum is 30.
  public init(_ mode: Mode, minuteInterval: Int = 1) throws(ControlError) {
    guard (1...30).contains(minuteInterval), 60 % minuteInterval == 0 else {
      throw .minuteInterval(minuteInterval)
    }
    self.mode = mode
    self.minuteInterval = minuteInterval
    let minutes = 60 / minuteInterval
    let rowCounts =
      switch mode {
      case .time, .countdown: [24, minutes]
      case .date: [12, 31, 200]
      case .dateAndTime: [366, 12, minutes, 2]
      }
    wheels = try PickerControl(rowCounts: rowCounts, turnsRound: true)
  }

  /// Creates a countdown.
  ///
  /// - Parameters:
  ///   - countdownMinutes: The start of the countdown in minutes, rounded down to a multiple of the interval.
  ///   - minuteInterval: The number of minutes between two rows of the minute wheel.
  /// - Throws: `ControlError.countdown` if the countdown is above 23 h 59 min or negative, and
  ///   `ControlError.minuteInterval` as for `init(_:minuteInterval:)`.
  public init(countdownMinutes: Int, minuteInterval: Int = 1) throws(ControlError) {
    guard (0...Self.longestCountdownMinutes).contains(countdownMinutes) else {
      throw .countdown(minutes: countdownMinutes)
    }
    try self.init(.countdown, minuteInterval: minuteInterval)
    let (hours, minutes) = countdownMinutes.quotientAndRemainder(dividingBy: 60)
    _ = try wheels.handle(.selected(wheel: 1, row: hours), at: .zero)
    _ = try wheels.handle(.selected(wheel: 2, row: minutes / minuteInterval), at: .zero)
  }

  /// The row of each wheel, from 0.
  public var rows: [Int] { wheels.rows }

  /// The number of rows of each wheel.
  public var rowCounts: [Int] { wheels.rowCounts }

  /// The value of each wheel as a number: the minute for the minute wheel, and the row for every other wheel.
  public var values: [Int] {
    let minutes =
      switch mode {
      case .time, .countdown: 1
      case .date: -1
      case .dateAndTime: 2
      }
    return rows.enumerated().map { $1 * ($0 == minutes ? minuteInterval : 1) }
  }
}

/// A turn of a wheel by the user, which passes values evenly and comes to rest.
public struct PickerTurn: Hashable, Sendable {
  /// The number of the wheel, from 1.
  public let wheel: Int
  /// The number of values that the wheel passes, at most `PickerControl.maximumRows`; negative if the wheel turns
  /// backward.
  public let rows: Int
  /// The duration of the turn in seconds, 0 or more.
  public let seconds: Double

  /// Creates a turn.
  ///
  /// Values out of range are clamped.
  public init(wheel: Int, rows: Int, seconds: Double) {
    self.wheel = wheel
    self.rows = min(max(rows, -PickerControl.maximumRows), PickerControl.maximumRows)
    self.seconds = seconds.isFinite ? max(0, seconds) : 0
  }

  /// The picker's events, each with its delay after the start of the turn.
  public var events: [(after: PhoneTime, event: ControlEvent)] {
    let count = Int(rows.magnitude)
    let crossings = (0..<count).map { number in
      (
        after: PhoneTime(seconds: seconds * Double(number + 1) / Double(count)),
        event: ControlEvent.crossed(wheel: wheel, forward: rows > 0)
      )
    }
    return crossings + [(PhoneTime(seconds: seconds), .rested(wheel: wheel))]
  }
}
