import AudioOutput
import Glibc
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import TextFormats

/// A phone in the terminal: one loop that waits for keys, signals and the next picture.
///
/// The phone's time is what the output has begun to pull, and 5 ms more: what a key does then takes effect
/// exactly at its frame, at most a period and 5 ms after it was pressed. What is known before it happens,
/// such as the steps of a scenario, is sent ahead, and is exact at any period.
final class LiveRun {
  private let session: LiveSession
  private let mixer: PhoneMixer
  private var device: PlayDevice
  private let screen: LiveScreen
  private let signals: SignalPipe
  /// Where the scenario is saved; nil for the first free of `live.yaml`, `live-2.yaml` and so on.
  private let target: String?
  private var control: LiveControl
  /// Why the output has stopped by itself.
  private var lost: SharedError
  /// The messages about a device that went away, for the end.
  private var lostDevice: [String] = []
  /// What was saved and where, if anything was.
  private var saved: (steps: Int, file: String)?
  /// Underruns that were caused by stopping in the shell.
  private var excusedUnderruns = 0

  /// How often the time is passed on to the phone, in milliseconds.
  ///
  /// Our choice: a usual period.
  private static let interval: Int32 = 5
  /// How long after what the output has begun to pull a key takes effect.
  ///
  /// Our choice: what carrying out a key takes, many times over.
  static let margin = PhoneTime(seconds: 0.005)
  /// How far ahead of the output what is known happens, besides a period.
  ///
  /// Our choice: longer than a picture takes to draw.
  private static let lead = PhoneTime(seconds: 0.05)

  /// Opens the output and begins.
  ///
  /// - Parameters:
  ///   - scenario: the phone, its apps, and what happens without a key.
  ///   - options: the output.
  ///   - profile: what turns intensity and sharpness into a signal.
  ///   - target: where what was done is saved at the end; nil for nowhere.
  /// - Throws: `Failure` without a terminal or an output of 48 000 Hz.
  init(
    _ scenario: Scenario, _ options: DeviceOptions, profile: Profile, saving target: String?
  ) throws {
    let decoder = SoundFileDecoder()
    let sounds = try scenario.sounds(decodedBy: decoder)
    session = try LiveSession(scenario)
    control = LiveControl(session)
    self.target = target
    let chart = SessionChart(listeningTo: session.run, of: scenario)
    mixer = session.run.makeLiveMixer(
      PhoneAudioConfiguration(sounds: sounds, profile: profile, soundDecoder: decoder))
    mixer.measureLevels(true)
    screen = LiveScreen(
      chart, title: scenario.name, apps: scenario.apps.count, profile: profile)
    guard screen.isTerminal else {
      throw Failure(
        .usage,
        "session live needs a terminal that understands xterm's sequences; without one use "
          + "`haptic session play SCENARIO`")
    }
    device = PlayDevice(options, sampleRate: Int(PhoneTime.framesPerSecond))
    lost = SharedError()
    try Self.rehearse(profile)
    // What happens at the beginning is there before the first block.
    session.advance(to: .zero, foreseeing: Self.lead)
    try device.start(mixer, lost)
    signals = try SignalPipe()
  }

  /// Does once and unheard what keys do, on another phone: for the first time in a process that takes
  /// longer than `margin`, and what the key does would be late.
  private static func rehearse(_ profile: Profile) throws {
    let blockFrames = 256
    let session = try LiveSession(ScenarioReader.read(SessionLiveCommand.phone)[0])
    let mixer = session.run.makeLiveMixer(PhoneAudioConfiguration(profile: profile))
    let buffers = BusBuffers(capacity: blockFrames)
    var control = LiveControl(session)
    for key in [
      LiveKey.haptic, .play, .headphones, .haptic, .headphones, .call, .decline, .activate, .alarm,
      .alarm, .notification, .volumeUp, .silentSwitch, .lock, .lock, .play,
    ] {
      advance(session, ahead: mixer, periodFrames: blockFrames)
      control.press(key)
      for _ in 0..<4 { mixer.render(into: buffers.blockWithSignal(frames: blockFrames)) }
      mixer.collect()
    }
    session.finish()
    mixer.outputHasStopped()
  }

  /// Shows the phone until the user quits.
  ///
  /// - Throws: `Failure` for everything that ends the program with a status.
  func run() throws {
    defer { screen.close() }
    let ending = loop()
    // The sound first, then what was done: the terminal comes last, for it may not read.
    device.output.stop()
    mixer.outputHasStopped()
    session.finish()
    try saveAtEnd(ending)
    screen.close()
    if ending != .closed { screen.leavePicture(of: control) }
    report()
    switch ending {
    case .quit: break
    case .closed: throw Failure(.signal(SIGHUP))
    case .signal(let number): throw Failure(.signal(number))
    case .deviceLost:
      if let error = lost.error { throw Failure(deviceLost: error) }
    }
  }

  /// Why the loop has ended.
  private enum Ending: Equatable {
    case quit
    /// The terminal is there no more.
    case closed
    case signal(Int32)
    case deviceLost
  }

  private func loop() -> Ending {
    var drawn = MonotonicClock.nanoseconds()
    var silence = SilenceWatch()
    while true {
      if screen.isSounding || !session.isQuiet { silence.interrupted() }
      if silence.isOver() {
        if let ending = sleep() { return ending }
        silence.interrupted()
      }
      screen.openInForeground()
      advance()
      mixer.collect()
      let elapsed = Double(MonotonicClock.nanoseconds() - drawn) / 1e9
      if elapsed >= 1 / TerminalScreen.picturesPerSecond {
        screen.draw(control, mixer, on: device, after: elapsed)
        drawn = MonotonicClock.nanoseconds()
      }
      signals.wait(
        or: screen.keyDescriptor.map { [$0] } ?? [], milliseconds: Self.interval)
      if let signal = heedSignals() { return .signal(signal) }
      guard let keys = screen.takeKeys() else { return .closed }
      if !keys.isEmpty { silence.interrupted() }
      for key in keys {
        advance()
        switch key {
        case .quit: return .quit
        case .save: saveNow()
        default: control.press(key)
        }
      }
      if let error = lost.error, !continuesSilently(after: error) { return .deviceLost }
    }
  }

  /// Handles the signals that have come.
  ///
  /// - Returns: The signal that ends the program; nil if none did.
  private func heedSignals() -> Int32? {
    for signal in signals.take() {
      switch signal {
      case SIGTSTP: suspend()
      case SIGCONT: screen.open()
      case SIGWINCH: screen.resized()
      default: return signal
      }
    }
    return nil
  }

  /// Lets the device sleep until a key is pressed; the phone's time stands still.
  ///
  /// - Returns: The end of the session if a signal comes first.
  private func sleep() -> Ending? {
    device.output.stop()
    mixer.outputHasStopped()
    control.show("Nothing sounds: the device sleeps, and the time stands still, until a key.")
    repeat {
      screen.openInForeground()
      screen.draw(control, mixer, on: device, after: 1)
      if let signal = heedSignals() { return .signal(signal) }
      // The key stays where it is, for the loop.
    } while !signals.wait(or: screen.keyDescriptor.map { [$0] } ?? [], milliseconds: 1_000)
    control.show("")
    device.willReopen()
    mixer.outputStarts()
    do {
      let start = device.starting(mixer, lost)
      if let signal = try signals.wait(for: start) {
        return .signal(signal)
      }
    } catch {
      mixer.outputHasStopped()
      lost.error =
        error as? OutputError
        ?? OutputError(.deviceUnavailable, subject: "device", detail: Failure(error).message)
    }
    return nil
  }

  /// Has a silent output pull the phone, because the device has gone.
  ///
  /// - Returns: whether the session continues.
  private func continuesSilently(after error: OutputError) -> Bool {
    lostDevice += device.faults(excusing: excusedUnderruns)
    lostDevice.append("\(Failure(deviceLost: error).message) The session continued silently.")
    excusedUnderruns = 0
    device.output.stop()
    device = .silent(because: "no sound, because the device stopped")
    lost = SharedError()
    mixer.outputStarts()
    do { try device.start(mixer, lost) } catch {
      mixer.outputHasStopped()
      lost.error = error as? OutputError
      return false
    }
    control.show("The sound device stopped; the session continues silently.", isProblem: true)
    return true
  }

  private func advance() {
    Self.advance(
      session, ahead: mixer, periodFrames: device.output.statistics?.periodFrames ?? 0)
  }

  /// Lets the phone's time pass to where a key takes effect that is pressed now.
  ///
  /// - Parameters:
  ///   - session: the phone.
  ///   - mixer: what the output pulls of it.
  ///   - periodFrames: how many frames the output pulls at once.
  static func advance(_ session: LiveSession, ahead mixer: PhoneMixer, periodFrames: Int) {
    let pulled = PhoneTime(frames: mixer.nextFrame)
    let period = PhoneTime(frames: Int64(periodFrames))
    session.advance(to: pulled + margin, foreseeing: pulled + period + lead)
  }

  /// Stops the program for the shell's Ctrl-Z; the phone's time stands still meanwhile.
  private func suspend() {
    let underruns = device.underruns
    screen.stopForShell()
    // The device has run dry meanwhile, which is not an error; it notices at once.
    usleep(50_000)
    excusedUnderruns += device.underruns - underruns
  }

  // MARK: Saving

  /// Where the session is saved: the same file every time.
  private var file: String { target ?? saved?.file ?? Self.freeName() }

  private func saveNow() {
    do throws(Failure) {
      try save(to: file)
      control.show(saved.map { "Saved to \($0.file)." } ?? "")
    } catch {
      control.show(error.message, isProblem: true)
    }
  }

  /// Saves the session if `--save` asks for it, if a signal ends it, or if its device went away.
  private func saveAtEnd(_ ending: Ending) throws(Failure) {
    if let target { return try save(to: target) }
    if ending == .quit && lostDevice.isEmpty || unsavedSteps == 0 { return }
    do throws(Failure) {
      try save(to: file)
    } catch {
      StandardError.print(error.message)
    }
  }

  /// How many steps were done since the session was last saved; the last step of all is its end.
  private var unsavedSteps: Int { max(0, session.steps.count - 1 - (saved?.steps ?? 0)) }

  private static func freeName() -> String {
    var name = "live.yaml"
    var number = 1
    while SystemCall.mode(at: name) != nil {
      number += 1
      name = "live-\(number).yaml"
    }
    return name
  }

  private func save(to file: String) throws(Failure) {
    let name = session.run.scenario.name
    let text = session.recording(named: name).text
    do {
      try PendingFile.write(
        Array(text.utf8), to: file,
        existing: [target, saved?.file].contains(file) ? .isReplaced : .isKept)
    } catch {
      throw Failure(error)
    }
    saved = (session.steps.count, file)
  }

  private func report() {
    for fault in lostDevice + device.faults(excusing: excusedUnderruns) {
      StandardError.print(fault)
    }
    if mixer.lateChanges > 0 { StandardError.print(ScenarioPlay.lateWords(mixer.lateChanges)) }
    let steps = session.steps.count - 1
    var message = "\(steps.counted("step"))"
    if let saved {
      let part = unsavedSteps > 0 ? ", \(steps - unsavedSteps) of them" : ","
      message += "\(part) saved to \(saved.file.printable); haptic session run replays it"
    } else if steps > 0 {
      message += ", not saved; the key w saves, or --save FILE"
    }
    StandardError.print(message)
  }
}

/// Why an output has stopped by itself, for a closure that outlives its caller.
final class SharedError: Sendable {
  private let stored = Guarded<OutputError?>(nil)

  /// The error; nil while the output runs.
  var error: OutputError? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

extension PlayDevice {
  /// Has `mixer` pulled by the output.
  ///
  /// - Parameters:
  ///   - mixer: the phone.
  ///   - lost: where it is said why the output stops by itself.
  /// - Throws: `OutputError` if it cannot be opened, `Failure` if it does not run at the phone's rate.
  func start(_ mixer: PhoneMixer, _ lost: SharedError) throws { try starting(mixer, lost)() }

  /// The same as a closure, for another thread.
  func starting(
    _ mixer: PhoneMixer, _ lost: SharedError
  ) -> @Sendable () throws -> Void {
    let (output, needed) = (output, Int(PhoneTime.framesPerSecond))
    return {
      try output.start(pulling: mixer) { error in
        // First: the reader of the error may have another output pull the mixer.
        mixer.outputHasStopped()
        lost.error = error
      }
      let rate = output.statistics?.sampleRate ?? needed
      guard rate == needed else {
        output.stop()
        mixer.outputHasStopped()
        throw Failure(
          .deviceUnavailable,
          "the device runs at \(rate) Hz, and a phone needs \(needed); choose another with --device, "
            + "such as plughw:0")
      }
    }
  }
}
