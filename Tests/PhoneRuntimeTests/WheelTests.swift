import AudioSession
import HapticEngine
import PhoneRuntime
import Realtime
import TestSupport
import Testing

/// Wheels that turn automatically, and the events that end a turn: a choice, leaving the screen, a new launch.
struct WheelTests {
  /// The reports of a phone about the controls of its only app, in order.
  private final class Notes: PhoneSink {
    enum Note: Equatable {
      case tick(String)
      case changed(String)
      case chosen(String)
      case left, launched
    }

    private let notes = Guarded<[(time: PhoneTime, note: Note)]>([])

    var all: [(time: PhoneTime, note: Note)] { notes.withLock { $0 } }

    func receive(_ report: PhoneReport, at time: PhoneTime) {
      let note: Note? =
        switch report {
        case .hapticRequested(_, let request):
          if case .control(let name) = request.cause { .tick(name) } else { nil }
        case .control(_, let name, .changed, _): .changed(name)
        case .control(_, let name, .chosen, _): .chosen(name)
        case .effect(.lifecycleChanged(_, .foreground)): .launched
        case .effect(.lifecycleChanged): .left
        default: nil
        }
      if let note { notes.withLock { $0.append((time, note)) } }
    }
  }

  private static let names = ["one", "two"]

  private static func controls() throws -> [String: Control] {
    var wheel = Control.picker(try PickerControl(rowCounts: [1_000], turnsRound: true))
    _ = try wheel.handle(.selected(wheel: 1, row: 7), at: .zero)
    return ["one": wheel, "two": .datePicker(try DatePickerControl(countdownMinutes: 90))]
  }

  private static func phone(_ notes: Notes) throws -> PhoneRuntime {
    var setup = PhoneSetup()
    setup.apps = [("app", AppState())]
    let runtime = try PhoneRuntime(setup)
    runtime.setControls(try controls(), of: 0)
    runtime.add(notes)
    return runtime
  }

  /// The broken promises: a tick after a choice or off the screen, or ticks too close to each other.
  private static func faults(_ notes: Notes) -> [String] {
    var faults: [String] = []
    var isChosen: Set<String> = []
    var lastTick: [String: PhoneTime] = [:]
    // A wheel that moves ticks first and then changes, at the same time.
    var early: [String: PhoneTime] = [:]
    var isThere = true
    for (time, note) in notes.all {
      switch note {
      case .tick(let name):
        if isChosen.contains(name) {
          if let time = early[name] { faults.append("\(name) ticks at \(time), and is chosen") }
          early[name] = time
        }
        if !isThere { faults.append("\(name) ticks at \(time), and is not on the screen") }
        if let last = lastTick[name], (time - last).seconds < 0.0499 {
          faults.append("\(name) ticks at \(last) and \(time)")
        }
        lastTick[name] = time
      case .changed(let name):
        isChosen.remove(name)
        if early[name] == time { early[name] = nil }
        if !isThere { faults.append("\(name) turns at \(time), and is not on the screen") }
      case .chosen(let name): isChosen.insert(name)
      case .left: isThere = false
      case .launched: isThere = true
      }
    }
    return faults + early.map { "\($0.key) ticks at \($0.value), and is chosen" }
  }

  @Test(arguments: seeds(0..<60))
  func `a wheel never ticks after the choice or off the screen`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let notes = Notes()
    let runtime = try Self.phone(notes)
    var now = 0.0
    for _ in 0..<120 {
      now += Double.random(in: 0...0.2, using: &random)
      runtime.advance(to: PhoneTime(seconds: now))
      let turn = PickerTurn(
        wheel: 1, rows: Int.random(in: -12...12, using: &random),
        seconds: [0, 0.01, 0.05, 0.1, 0.33].randomElement(using: &random) ?? 0)
      let action: AppAction =
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .session(.enterBackground)
        case 1, 2: .session(.enterForeground)
        case 3: .session(.terminate)
        case 4: .session(.launch)
        case 5: .resident(.operate("one", .rested(wheel: 1)))
        case 6: .resident(.operate("one", .crossed(wheel: 1, forward: true)))
        default: .resident(.turnPicker(Self.names[Int.random(in: 0...1, using: &random)], turn))
        }
      let wasRunning = runtime.phone.state[0].lifecycle.isRunning
      _ = try? runtime.perform(action, by: 0)
      if action == .session(.launch), !wasRunning {
        #expect(runtime.controls(of: 0)["one"]?.words == "7")
      }
    }
    #expect(Self.faults(notes) == [])
    #expect(notes.all.contains { $0.note == .tick("one") })
  }

  @Test
  func `a wheel that turns when its app terminates is at its beginning after the next launch`()
    throws
  {
    let notes = Notes()
    let runtime = try Self.phone(notes)
    try runtime.perform(
      .resident(.turnPicker("one", PickerTurn(wheel: 1, rows: 40, seconds: 1))), by: 0)
    runtime.advance(to: PhoneTime(seconds: 0.51))
    #expect(runtime.controls(of: 0)["one"]?.words == "27")
    try runtime.perform(.session(.terminate), by: 0)
    try runtime.perform(.session(.launch), by: 0)
    let count = notes.all.count
    runtime.advance(to: PhoneTime(seconds: 3))
    let initial = try Self.controls()
    #expect(runtime.controls(of: 0) == initial)
    #expect(notes.all.count == count)
  }

  @Test func `the last of many values passed at the same time is chosen without a tick`() throws {
    let notes = Notes()
    let runtime = try Self.phone(notes)
    try runtime.perform(
      .resident(.turnPicker("one", PickerTurn(wheel: 1, rows: 9, seconds: 0.1))), by: 0)
    runtime.advance(to: PhoneTime(seconds: 1))
    // At 11.1 ms, and 50 ms later. The tick that would follow another 50 ms later is after the choice.
    #expect(notes.all.filter { $0.note == .tick("one") }.count == 2)
    #expect(notes.all.last?.note == .chosen("one"))
  }
}

/// The position and the end of a sound.
struct PlayDurationTests {
  private func phone() throws -> PhoneRuntime {
    var setup = PhoneSetup()
    var app = AppState()
    app.configuration = SessionConfiguration(.playback)
    setup.apps = [("app", app)]
    return try PhoneRuntime(setup)
  }

  @Test(arguments: [(0.0, 10.0), (3, 7), (9.5, 0.5), (10, 0), (12, 0)])
  func `moving within a sound does not change where it ends`(position: Double, left: Double) throws
  {
    let runtime = try phone()
    try runtime.perform(.resident(.play(seconds: 10)), by: 0)
    runtime.advance(to: PhoneTime(seconds: 2))
    try runtime.perform(.resident(.playFrom(seconds: position)), by: 0)
    #expect(runtime.nextEnd == PhoneTime(seconds: 2 + left))
    runtime.advance(to: PhoneTime(seconds: 2 + left))
    #expect(!runtime.phone.isPlaying(0))
    #expect(runtime.position(of: 0) == .zero)
  }

  @Test func `a new launch and a stop clear the end of the sound`() throws {
    for end in [AppAction.resident(.stop), .session(.terminate)] {
      let runtime = try phone()
      try runtime.perform(.resident(.play(seconds: 10)), by: 0)
      try runtime.perform(end, by: 0)
      if end == .session(.terminate) { try runtime.perform(.session(.launch), by: 0) }
      try runtime.perform(.resident(.play(seconds: nil)), by: 0)
      #expect(runtime.nextEnd == nil)
    }
  }
}
