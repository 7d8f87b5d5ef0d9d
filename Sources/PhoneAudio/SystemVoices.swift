internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime
internal import Realtime

/// The sounds and vibrations of the system itself, which do not go through any app's session.
struct SystemVoices: Sendable {
  /// The engine for all system sounds and vibrations.
  var engine: MixerState.Engine?
  /// The player of the sound that an app has requested, and the kind of the sound.
  ///
  /// Only one such sound plays at a time.
  var sound: (player: PatternPlayer, kind: SoundClass)?
  /// The current ringing.
  var ringing: Ringing?
  /// The players of the ringing's sound and vibration.
  var ringSound: AdvancedPatternPlayer?
  var ringVibration: AdvancedPatternPlayer?
  /// The names of the sounds that apps are requesting.
  var asked: [AppID: String] = [:]
  /// The level that was last sent.
  var level = -1.0
  /// Looping sounds whose end has not been rendered yet.
  ///
  /// If their players were released, the sounds would not play to their end.
  private var ending: [(player: AdvancedPatternPlayer, end: PhoneTime)] = []

  /// Keeps the player of a looping sound until the end of the sound has been rendered.
  mutating func keep(_ player: AdvancedPatternPlayer, until end: PhoneTime) {
    ending.append((player, end))
  }

  /// Releases the players of the looping sounds that ended before `frame`.
  mutating func release(before frame: Int64) { ending.removeAll { $0.end.frames < frame } }
}

extension PhoneMixer {
  /// The system's strip, which follows the strips of the apps.
  static func systemStrip(_ phone: Phone) -> AppID { AppID(phone.names.count) }

  /// Sends the initial gains of the system's strip.
  func outsetOfSystem(on phone: Phone) {
    let actions: [MixerCommand.Action] = [
      .level(Float(phone.volumes.ringer), frames: 0), .patternSound(true, frames: 0),
      .haptics(1, frames: 0),
    ]
    state.withLock { $0.system.level = phone.volumes.ringer }
    send(actions, for: Self.systemStrip(phone), at: .zero)
    ring(phone, at: .zero)
  }

  /// Carries out the effects of an event on the sounds of the system.
  func followSystem(_ event: SettledEvent) {
    let level = event.after.volumes.ringer
    if state.withLock({ $0.system.level != level }) {
      state.withLock { $0.system.level = level }
      let frames = Self.frames(MixerTimes.fadeSeconds)
      send(
        [.level(Float(level), frames: frames)], for: Self.systemStrip(event.after), at: event.time)
    }
    silence(event)
    for effect in event.effects {
      switch effect {
      case .sound(let app, .vibration, .played): vibrate(for: app, at: event.time)
      case .sound(let app, let sound, .played): play(sound, of: app, at: event.time)
      case .vibration(let app, .played): vibrate(for: app, at: event.time)
      default: break
      }
    }
    if case .app(let app, .playSound) = event.event {
      state.withLock { _ = $0.system.asked.removeValue(forKey: app) }
    }
    ring(event.after, at: event.time)
  }

  /// Ends an app's sound if it must no longer be heard, because the ring/silent switch was moved or
  /// a recording began.
  private func silence(_ event: SettledEvent) {
    let sound = state.withLock { $0.system.sound }
    guard let sound, event.after.soundVerdict(for: sound.kind, by: nil) != .played,
      event.before.soundVerdict(for: sound.kind, by: nil) == .played
    else { return }
    stop(sound.player, at: event.time)
    state.withLock { $0.system.sound = nil }
  }

  /// Plays a sound.
  ///
  /// A sound requested by an app ends the previously requested sound.
  private func play(_ sound: SoundClass, of app: AppID?, at time: PhoneTime) {
    guard isHeard else { return }
    let name = app.flatMap { app in state.withLock { $0.system.asked[app] } }
    let named = name.flatMap { configuration.systemSounds[$0]?.pattern }
    guard let pattern = named ?? SystemTone.pattern(for: sound), let engine = systemEngine(),
      let player = try? engine.engine.makePlayer(with: pattern)
    else { return }
    if sound == .uiFeedback || sound == .alert {
      let former = state.withLock { state in
        defer { state.system.sound = (player, sound) }
        return state.system.sound
      }
      if let former { stop(former.player, at: time) }
    }
    try? player.start(at: moment(time, of: engine))
  }

  /// Ends a sound or vibration of the system at `time`.
  private func stop(_ player: PatternPlayer, at time: PhoneTime) {
    guard let engine = state.withLock({ $0.system.engine }) else { return }
    try? player.stop(at: moment(time, of: engine))
  }

  /// Vibrates once, and registers the vibration so that its beginning is reported.
  private func vibrate(for app: AppID?, at time: PhoneTime) {
    guard let engine = systemEngine(),
      let player = try? engine.engine.makePlayer(with: SystemTone.vibration)
    else { return }
    try? player.start(at: moment(time, of: engine))
    expectVibration("vibration", for: app, at: time)
  }

  private func expectVibration(_ name: String, for app: AppID?, at time: PhoneTime) {
    guard let strip = systemStrip else { return }
    expect(
      SystemTone.vibration, MixerState.Key(name: name), on: strip, for: app, from: time,
      askedAt: time)
  }

  /// Starts and stops the ringing to match the state of `phone`.
  private func ring(_ phone: Phone, at time: PhoneTime) {
    let (was, now) = (state.withLock { $0.system.ringing }, phone.ringing)
    guard was != now else { return }
    state.withLock { $0.system.ringing = now }
    let sounded = was.flatMap { $0.gain > 0 ? $0.sound : nil }
    let sounds = now.flatMap { $0.gain > 0 ? $0.sound : nil }
    if sounded != sounds {
      end(state.withLock { $0.system.ringSound }, at: time)
      let player = isHeard ? sounds.flatMap { loop(SystemTone.pattern(for: $0)) } : nil
      state.withLock { $0.system.ringSound = player }
      if let player { begin(player, at: time) }
    }
    guard was?.vibrates != now?.vibrates || was?.sound != now?.sound else { return }
    end(state.withLock { $0.system.ringVibration }, at: time)
    guard let now, now.vibrates, let player = loop(SystemTone.vibration) else {
      state.withLock { $0.system.ringVibration = nil }
      return
    }
    // If nobody listens, only the beginning of the ringing matters.
    if !isHeard { player.isLoopEnabled = false }
    state.withLock { $0.system.ringVibration = player }
    begin(player, at: time)
    expectVibration(now.sound.name, for: nil, at: time)
  }

  private func begin(_ loop: AdvancedPatternPlayer, at time: PhoneTime) {
    guard let engine = systemEngine() else { return }
    try? loop.start(at: moment(time, of: engine))
  }

  private func end(_ loop: AdvancedPatternPlayer?, at time: PhoneTime) {
    guard let loop else { return }
    stop(loop, at: time)
    state.withLock { $0.system.keep(loop, until: time) }
  }

  private func loop(_ pattern: HapticPattern?) -> AdvancedPatternPlayer? {
    guard let pattern,
      let player = try? systemEngine()?.engine.makeAdvancedPlayer(with: pattern)
    else { return nil }
    player.loopEnd = SystemTone.ringSeconds
    player.isLoopEnabled = true
    return player
  }

  /// The engine for the system's sounds, which starts with the first sound and keeps running.
  private func systemEngine() -> MixerState.Engine? {
    if let engine = state.withLock({ $0.system.engine }) { return engine }
    guard let strip = systemStrip else { return nil }
    var engine = makeEngine(on: strip, isSystems: true)
    guard (try? start(&engine)) != nil else { return nil }
    state.withLock { [engine] in $0.system.engine = engine }
    return engine
  }

  private var systemStrip: AppID? { runtime.map { Self.systemStrip($0.phone) } }

  private var isHeard: Bool { configuration.drive != .unheard }
}
