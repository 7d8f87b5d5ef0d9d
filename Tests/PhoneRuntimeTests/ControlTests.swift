import HapticEngine
import PhoneRuntime
import Testing

/// Feedback generators and controls as values, checked in all small worlds.
struct ControlTests {
  private static func seconds(_ seconds: Double) -> PhoneTime { PhoneTime(seconds: seconds) }

  private static func haptics(_ effects: [ControlEffect]) -> [Feedback] {
    effects.compactMap { if case .haptic(let feedback, _) = $0 { feedback } else { nil } }
  }

  // MARK: Feedback generators

  /// The calls of a generator, each with the time since the previous call.
  private enum Act: CaseIterable { case prepare, trigger }

  @Test func `a generator plays immediately if it was prepared in time, for every order of calls`()
  {
    let waits = [0, 0.01, 0.03, 0.5, 1.5, 2, 2.5]
    let acts = Act.allCases.flatMap { act in waits.map { (act, $0) } }
    for first in acts {
      for second in acts {
        for third in acts {
          var generator = FeedbackGenerator()
          // The times of the first and the last preparation since it was idle.
          var prepared: (first: Double, last: Double)?
          var now = 0.0
          for (act, wait) in [first, second, third] {
            now += wait
            let isPrepared = prepared.map { now < $0.last + 2 } ?? false
            #expect(generator.isPrepared(at: Self.seconds(now)) == isPrepared)
            switch act {
            case .prepare:
              generator.prepare(at: Self.seconds(now))
              prepared = (isPrepared ? prepared?.first ?? now : now, now)
            case .trigger:
              let delay = generator.trigger(at: Self.seconds(now))
              let since = isPrepared ? now - (prepared?.first ?? now) : 0
              #expect(delay == Self.seconds(max(0, 0.03 - since)))
              prepared = nil
            }
          }
        }
      }
    }
  }

  @Test func `only impacts have an intensity`() {
    for preset in HapticPreset.allCases {
      let isImpact = preset.name.hasPrefix("impact")
      #expect((Feedback(preset, intensity: 0.5) != nil) == isImpact)
      #expect((preset.family == .impact) == isImpact)
      #expect(Feedback(preset, intensity: 1.5) == nil && Feedback(preset, intensity: .nan) == nil)
    }
  }

  // MARK: Controls

  @Test(arguments: [true, false], [ControlCause.user, .program])
  func `a switch taps only when its user changes it`(isOn: Bool, cause: ControlCause) {
    for target in [true, false] {
      var control = SwitchControl(isOn: isOn, turnsOff: ["other"])
      let effects = control.set(target, by: cause)
      #expect(control.isOn == target)
      let taps = cause == .user && target != isOn
      #expect(Self.haptics(effects) == (taps ? [Feedback(.impactLight)] : []))
      #expect(effects.contains(.changed) == (target != isOn))
      #expect(effects.contains(.turnsOff(["other"])) == (target && !isOn))
    }
  }

  @Test func `a slider taps only when its user moves it to an end`() {
    let values = [-1, 0, 0.25, 0.5, 1, 2, Double.nan]
    for start in values {
      for target in values {
        for cause in [ControlCause.user, .program] {
          var control = SliderControl(value: start)
          let before = control.value
          let effects = control.set(target, by: cause)
          #expect((0...1).contains(control.value))
          let meetsEnd = control.value != before && (control.value == 0 || control.value == 1)
          #expect(Self.haptics(effects).count == (cause == .user && meetsEnd ? 1 : 0))
          #expect(effects.contains(.changed) == (control.value != before))
        }
      }
    }
  }

  /// Every way in which a picker of two wheels can be changed in one step.
  private static let pickerEvents: [ControlEvent] = [1, 2].flatMap { wheel in
    [
      .crossed(wheel: wheel, forward: true), .crossed(wheel: wheel, forward: false),
      .rested(wheel: wheel), .selected(wheel: wheel, row: 1),
    ]
  }

  @Test(arguments: [0.0, 0.02, 0.049, 0.05, 1], [true, false])
  func `a wheel ticks only for values that it passes, no faster than its rate`(
    gap: Double, turnsRound: Bool
  ) throws {
    let events = Self.pickerEvents
    let world = try PickerControl(rowCounts: [3, 2], turnsRound: turnsRound)
    for first in events {
      for second in events {
        for third in events {
          for fourth in events {
            var control = Control.picker(world)
            var rows = [0, 0]
            var lastTick = [-1.0, -1.0]
            for (place, event) in [first, second, third, fourth].enumerated() {
              let time = Double(place) * gap
              let effects = try control.handle(event, at: Self.seconds(time))
              let wanted = Self.move(&rows, event, turnsRound: turnsRound)
              var ticks = 0
              // While a tick waits, further ticks are merged with it.
              if let wheel = wanted, lastTick[wheel] <= time {
                ticks = 1
                lastTick[wheel] = max(time, lastTick[wheel] + 0.05)
              }
              // A tick does not wait for a value that is chosen.
              if case .rested(let wheel) = event, lastTick[wheel - 1] > time {
                lastTick[wheel - 1] -= 0.05
              }
              #expect(Self.haptics(effects).count == ticks)
              #expect(effects.contains(.coalesced) == (wanted != nil && ticks == 0))
              #expect(control.words == "\(rows[0]) \(rows[1])")
            }
          }
        }
      }
    }
  }

  /// Applies an event to the rows, as a plain reference implementation.
  ///
  /// - Returns: The wheel that has passed a value.
  private static func move(
    _ rows: inout [Int], _ event: ControlEvent, turnsRound: Bool
  ) -> Int? {
    let counts = [3, 2]
    switch event {
    case .crossed(let wheel, let forward):
      var row = rows[wheel - 1] + (forward ? 1 : -1)
      if row < 0 { row = turnsRound ? counts[wheel - 1] - 1 : 0 }
      if row == counts[wheel - 1] { row = turnsRound ? 0 : counts[wheel - 1] - 1 }
      defer { rows[wheel - 1] = row }
      return row == rows[wheel - 1] ? nil : wheel - 1
    case .selected(let wheel, let row):
      rows[wheel - 1] = row
      return nil
    case .rested, .toggled, .switched, .dragged, .moved: return nil
    }
  }

  @Test(arguments: [5.0, 19, 20, 21, 25, 33, 60, 200])
  func `a wheel that is turned fast ticks evenly at its maximum rate`(detents: Double) throws {
    var control = Control.picker(try PickerControl(rowCounts: [10_000]))
    var ticks: [Double] = []
    for number in 0..<Int(detents * 4) {
      let time = Double(number) / detents
      let effects = try control.handle(
        .crossed(wheel: 1, forward: true), at: Self.seconds(time))
      for case .haptic(_, let delay) in effects {
        #expect(delay.seconds <= 0.05001)
        ticks.append(time + delay.seconds)
      }
    }
    let rate = min(detents, PickerControl.maximumTicksPerSecond)
    #expect(abs(Double(ticks.count) - rate * 4) <= 1, "\(ticks.count) in 4 s")
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1 - $0 > 0.0499 })
  }

  @Test func `minute intervals divide sixty, and a full turn ticks once for each row`() throws {
    for interval in -1...61 {
      let isRight = interval > 0 && interval <= 30 && 60 % max(1, interval) == 0
      for mode in DatePickerControl.Mode.allCases {
        guard isRight else {
          #expect(throws: ControlError.minuteInterval(interval)) {
            try DatePickerControl(mode, minuteInterval: interval)
          }
          continue
        }
        let picker = try DatePickerControl(mode, minuteInterval: interval)
        #expect(picker.rows.count <= 4)
        guard mode == .time else { continue }
        var control = Control.datePicker(picker)
        var ticks = 0
        for step in 0..<(60 / interval) {
          let event = ControlEvent.crossed(wheel: 2, forward: true)
          ticks += Self.haptics(try control.handle(event, at: Self.seconds(Double(step)))).count
        }
        #expect(ticks == 60 / interval && control.words == "0 0")
      }
    }
  }

  @Test func `a countdown is at most 23 h 59 min`() throws {
    #expect(try DatePickerControl(countdownMinutes: 1_439).values == [23, 59])
    #expect(try DatePickerControl(countdownMinutes: 100, minuteInterval: 15).values == [1, 30])
    for minutes in [-1, 1_440, Int.max] {
      #expect(throws: ControlError.countdown(minutes: minutes)) {
        try DatePickerControl(countdownMinutes: minutes)
      }
    }
  }

  @Test func `events for missing parts of a control are refused without a change`() throws {
    var control = Control.picker(try PickerControl(rowCounts: [2]))
    let before = control
    for event: ControlEvent in [
      .toggled, .dragged(to: 1), .crossed(wheel: 0, forward: true),
      .crossed(wheel: 2, forward: true), .selected(wheel: 1, row: 2), .rested(wheel: -1),
    ] {
      #expect(throws: ControlError.self) { try control.handle(event, at: .zero) }
    }
    #expect(control == before)
    for rowCounts in [[], [0], [3, PickerControl.maximumRows + 1]] {
      #expect(throws: ControlError.wheelCount) { try PickerControl(rowCounts: rowCounts) }
    }
  }

  @Test func `a turn passes its values evenly and ends with a choice`() {
    let events = PickerTurn(wheel: 1, rows: -4, seconds: 2).events
    #expect(events.map(\.after.seconds) == [0.5, 1, 1.5, 2, 2])
    #expect(events.dropLast().allSatisfy { $0.event == .crossed(wheel: 1, forward: false) })
    #expect(events.last?.event == .rested(wheel: 1))
    #expect(PickerTurn(wheel: 1, rows: .min, seconds: .nan).events.count == 10_001)
  }
}
