import AudioOutput
import Glibc
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import TextFormats

/// Runs a phone in the terminal, in one loop that waits for keys, signals and the next picture.
///
/// The phone's time is 5 ms ahead of the last frame that the output has begun to pull. The effect of a key is therefore
/// frame-accurate, at most a period and 5 ms after the key was pressed. Changes that are known in advance, such as the
/// steps of a scenario, are sent ahead and take effect exactly at their frames, whatever the period.
final class LiveRun {
  private let session: LiveSession
  private let mixer: PhoneMixer
  private var device: PlayDevice
  private let screen: LiveScreen
  private let signals: SignalPipe
  private var file: LiveFile
  private var control: LiveControl
  /// The error that stopped the output.
  private var lost: SharedError
  /// The messages about a lost device, which are printed at the end.
  private var lostDevice: [String] = []
  /// Whether the last key was the one that quits, and steps would be lost.
  private var isWarned = false
  /// The number of underruns caused by stopping in the shell.
  private var excusedUnderruns = 0

  /// The interval at which time is passed on to the phone, in milliseconds.
  ///
  /// Our choice: a typical period.
  private static let interval: Int32 = 5
  /// The time between the last frame that the output has begun to pull and the effect of a key.
  ///
  /// Our choice: many times longer than performing a key's action takes.
  static let margin = PhoneTime(seconds: 0.005)
  /// The time, in addition to a period, by which known changes are sent ahead of the output.
  ///
  /// Our choice: longer than drawing a picture takes.
  private static let lead = PhoneTime(seconds: 0.05)

  /// Opens the output and starts the session.
  ///
  /// - Parameters:
  ///   - scenario: the phone, its apps, and the steps that happen without a key.
  ///   - options: the output.
  ///   - profile: the profile that turns intensity and sharpness into a signal.
  ///   - target: the file in which the session is saved at the end; nil for none.
  /// - Throws: `Failure` without a terminal, or if the output does not run at 48 000 Hz.
  init(
    _ scenario: Scenario, _ options: DeviceOptions, profile: Profile, saving target: String?
  ) throws {
    let decoder = SoundFileDecoder()
    let sounds = try scenario.sounds(decodedBy: decoder)
    session = try LiveSession(scenario)
    control = LiveControl(session)
    file = LiveFile(session, target: target)
    let chart = SessionChart(listeningTo: session.run, of: scenario)
    mixer = session.run.makeLiveMixer(
      PhoneAudioConfiguration(sounds: sounds, profile: profile, soundDecoder: decoder))
    mixer.measureLevels(true)
    screen = LiveScreen(
      chart, title: scenario.name, apps: scenario.apps.count, profile: profile)
    guard screen.isTerminal else {
      throw Failure(
        .usage,
        "session live requires a terminal that understands xterm's sequences; without one, use "
          + "`haptic session play SCENARIO`")
    }
    device = PlayDevice(
      options, title: scenario.name, sampleRate: Int(PhoneTime.framesPerSecond))
    lost = SharedError()
    try Self.rehearse(profile)
    // The changes at the beginning must be known before the first block.
    session.advance(to: .zero, foreseeing: Self.lead)
    try device.start(mixer, lost)
    signals = try SignalPipe()
  }

  /// Performs each key's action once, without sound, on a throwaway phone.
  ///
  /// An action takes longer than `margin` the first time in a process, so its effect would be late.
  private static func rehearse(_ profile: Profile) throws {
    let blockFrames = 256
    let session = try LiveSession(ScenarioReader.read(LiveSession.phone)[0])
    let mixer = session.run.makeLiveMixer(PhoneAudioConfiguration(profile: profile))
    let buffers = BusBuffers(capacity: blockFrames)
    var control = LiveControl(session)
    for action in [
      LiveAction.haptic, .play, .headphones, .haptic, .headphones, .call, .decline, .activate,
      .alarm, .alarm, .notification, .volumeUp, .silentSwitch, .lock, .lock, .play,
    ] {
      advance(session, ahead: mixer, periodFrames: blockFrames)
      control.press(.action(action))
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
    // Stop the sound first, then save. The terminal comes last, because it might not accept output.
    device.output.stop()
    mixer.outputHasStopped()
    session.finish()
    let failure = saveAtEnd(ending)
    screen.close()
    if ending != .closed { screen.leavePicture(of: control) }
    report(failure)
    if let failure {
      file.printScenario()
      if file.target != nil { throw Failure(failure.status) }
    }
    switch ending {
    case .quit: break
    case .closed: throw Failure(.signal(SIGHUP))
    case .signal(let number): throw Failure(.signal(number))
    case .deviceLost:
      if let error = lost.error { throw Failure(deviceLost: error) }
    }
  }

  /// The reason that the loop has ended.
  private enum Ending: Equatable {
    case quit
    /// The terminal was closed.
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
        case .quit: if quits() { return .quit }
        case .save: saveNow()
        default: press(key)
        }
      }
      if let error = lost.error, !continuesSilently(after: error) { return .deviceLost }
    }
  }

  private func press(_ key: LiveKey) {
    isWarned = false
    let steps = session.steps.count
    control.press(key)
    file.unsavedKeys += session.steps.count - steps
  }

  /// Handles the signals that have arrived.
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
  /// - Returns: The end of the session if a signal arrives first.
  private func sleep() -> Ending? {
    device.output.stop()
    mixer.outputHasStopped()
    control.show(
      "Paused during silence: the device and the time stand still. Press a key to continue.")
    repeat {
      screen.openInForeground()
      screen.draw(control, mixer, on: device, after: 1)
      if let signal = heedSignals() { return .signal(signal) }
      // The key is left unread, for the loop.
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

  /// Switches to a silent output, because the device is lost.
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

  /// Advances the phone to the time at which a key pressed now takes effect.
  ///
  /// - Parameters:
  ///   - session: the phone.
  ///   - mixer: the phone's mixer, from which the output pulls.
  ///   - periodFrames: the number of frames that the output pulls at a time.
  static func advance(_ session: LiveSession, ahead mixer: PhoneMixer, periodFrames: Int) {
    let pulled = PhoneTime(frames: mixer.nextFrame)
    let period = PhoneTime(frames: Int64(periodFrames))
    session.advance(to: pulled + margin, foreseeing: pulled + period + lead)
  }

  /// Suspends the program for the shell's Ctrl-Z.
  ///
  /// The phone's time stands still until the program continues.
  private func suspend() {
    let underruns = device.underruns
    screen.stopForShell()
    // The device has run out of samples, which is not an error here. The output notices immediately.
    usleep(50_000)
    excusedUnderruns += device.underruns - underruns
  }

  // MARK: Saving

  private func saveNow() {
    do throws(Failure) {
      try file.save()
      control.show("\(file.savedWords).")
    } catch {
      control.show(error.message, isProblem: true)
    }
  }

  /// Whether the session is saved when the user quits.
  private var isSavedAtEnd: Bool { file.target != nil || !lostDevice.isEmpty }

  /// Returns whether the key that quits ends the session.
  ///
  /// If steps would be lost, the first press only says so.
  private func quits() -> Bool {
    if isSavedAtEnd || file.unsavedKeys == 0 || isWarned { return true }
    isWarned = true
    control.show(
      "\(file.unsavedKeys.counted("step")) not saved: press w to save, or q again to quit.",
      isProblem: true)
    return false
  }

  /// Saves the session if `--save` was given, if a signal ended it, or if its device was lost.
  ///
  /// - Returns: the reason that the session could not be saved; nil if it was saved or need not be saved.
  private func saveAtEnd(_ ending: Ending) -> Failure? {
    let loses = file.unsavedSteps > 0 && (ending != .quit || isSavedAtEnd)
    guard file.target != nil || loses else { return nil }
    do throws(Failure) {
      try file.save()
      return nil
    } catch {
      return error
    }
  }

  /// Prints the problems of the session and the file in which it was saved.
  ///
  /// - Parameter failure: the reason that the session could not be saved at the end.
  private func report(_ failure: Failure?) {
    if let failure { StandardError.print(failure.message) }
    for fault in lostDevice + device.faults(excusing: excusedUnderruns) {
      StandardError.print(fault)
    }
    if mixer.lateChanges > 0 { StandardError.print(ScenarioPlay.lateWords(mixer.lateChanges)) }
    file.report(failure)
  }
}

/// The error that stopped an output, for a closure that outlives its caller.
final class SharedError: Sendable {
  private let stored = Guarded<OutputError?>(nil)

  /// The error; nil while the output is running.
  var error: OutputError? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

extension PlayDevice {
  /// Starts the output, which pulls from `mixer`.
  ///
  /// - Parameters:
  ///   - mixer: the phone's mixer.
  ///   - lost: receives the error that stops the output later.
  /// - Throws: `OutputError` if the device cannot be opened, `Failure` if it does not run at the phone's rate.
  func start(_ mixer: PhoneMixer, _ lost: SharedError) throws { try starting(mixer, lost)() }

  /// Returns a closure that does the same as `start`, for use on another thread.
  func starting(
    _ mixer: PhoneMixer, _ lost: SharedError
  ) -> @Sendable () throws -> Void {
    let (output, needed) = (output, Int(PhoneTime.framesPerSecond))
    return {
      try output.start(pulling: mixer) { error in
        // The mixer is notified first, because the reader of the error may start another output for the mixer.
        mixer.outputHasStopped()
        lost.error = error
      }
      let rate = output.statistics?.sampleRate ?? needed
      guard rate == needed else {
        output.stop()
        mixer.outputHasStopped()
        throw Failure(
          .deviceUnavailable,
          "the device runs at \(rate) Hz, but a phone needs \(needed); choose another device with --device, "
            + "such as plughw:0")
      }
    }
  }
}
