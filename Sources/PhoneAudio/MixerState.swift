internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime

/// The control side of a mixer: the last state set for each app, from which follows what is sent.
struct MixerState: Sendable {
  /// A haptic that was asked for and has not begun.
  struct Request: Sendable {
    let name: String
    let time: PhoneTime
    /// The frame of its first sample.
    let first: Int64
    /// The app for which the system vibrates; nil for the system itself, and for haptics of an app.
    let owner: AppID?
  }

  /// A haptic as it is asked for: by its name and its intensity.
  struct Key: Hashable, Sendable {
    let name: String
    var intensity = 1.0
  }

  /// An engine of an app's, and what it plays on.
  struct Engine: Sendable {
    let app: AppID
    let engine: HapticEngine
    let output: AppOutput
    /// The engine's time at which it was started last, in seconds.
    var startSeconds: Double = 0
  }

  /// An engine that is rendered up to its last frame, and no longer.
  struct Leaving: Sendable {
    /// How many commands were sent when that was.
    let command: Int
    let free: @Sendable () -> Void
  }

  /// One app.
  struct App: Sendable {
    /// What it multiplies its sound by.
    var layerVolume = 1.0
    /// Its engine for the haptics that it asks for by name.
    var engine: Engine?
    /// The haptic that it is asking for.
    var asked: HapticRequest?
    /// Its haptics that have not begun.
    var requests: [Request] = []
    /// When something that the phone played on was disconnected while the app played.
    var unplugged: PhoneTime?
    /// Whether its sound plays.
    var isPlaying = false
    /// What was sent last.
    var isAudible = true
    var level = 0.0
    var ducking = 1.0
    var patternSound = false
    var haptics = 0.0
  }

  /// The apps, and the system behind them.
  var apps: [App]
  /// What plays of the system itself.
  var system = SystemVoices()
  /// Every engine.
  var engines: [Engine] = []
  /// How many engines are pulled.
  var runningEngines = 0
  /// Engines that were stopped at a frame that is not rendered yet.
  var leaving: [Leaving] = []
  private var lastEngine = 0
  /// At which frame of itself each haptic begins that was asked for; nil for one that is silent.
  var onsets: [Key: Int?] = [:]
  /// Whether the last block that nobody heard had a signal.
  var hasSounded = false

  init(_ phone: Phone, _ layerVolumes: [Double]) {
    apps =
      phone.apps.map { app in
        var state = App()
        if layerVolumes.indices.contains(app.index) {
          state.layerVolume = min(max(layerVolumes[app.index], 0), 1)
        }
        return state
      } + [App()]
  }

  // MARK: What follows from an event

  /// What an app is at the beginning, at once.
  mutating func outset(of app: AppID, on phone: Phone) -> [MixerCommand.Action] {
    gains(of: app, on: phone, jumps: true, gatesJump: true)
  }

  /// What changes for an app, in order: what stops does so at the gain that it had.
  mutating func changes(of app: AppID, by event: PhoneEvent) -> [MixerCommand.Action] {
    var actions: [MixerCommand.Action] = []
    let (was, runs) = (event.before.isPlaying(app), event.after.isPlaying(app))
    apps[app.index].isPlaying = runs
    if event.event.isDisconnection, was { apps[app.index].unplugged = event.time }
    if was && !runs {
      // What pauses because its output has gone is not heard from the next one, not even fading; with the
      // media services goes what would fade.
      let isCut = apps[app.index].unplugged == event.time || event.event == .mediaServicesLost
      actions.append(.halt(isCut: isCut))
    }
    // The sounds of its haptic patterns have the same gains.
    let hasPattern = engines.contains { $0.app == app && $0.engine.isPlaying }
    actions += gains(
      of: app, on: event.after, jumps: !was && !hasPattern, gatesJump: !hasPattern)
    if runs {
      let isAudible = event.after.isAudible(app)
      if isAudible != apps[app.index].isAudible {
        apps[app.index].isAudible = isAudible
        actions.append(.audible(isAudible))
      }
      if !was { actions.append(.play(from: event.positions[app.index].frames)) }
    }
    return actions
  }

  /// The gains that have changed, which jump where nothing sounds that would click.
  ///
  /// Gates open at once then, so that what begins with them has its whole attack; they close by a fade, in
  /// which an engine that stops fades, too.
  private mutating func gains(
    of app: AppID, on phone: Phone, jumps: Bool, gatesJump: Bool
  ) -> [MixerCommand.Action] {
    let fade = PhoneMixer.frames(MixerTimes.fadeSeconds)
    var actions: [MixerCommand.Action] = []
    let factors = phone.gainFactors(of: app)
    let level = factors.volume * factors.route * apps[app.index].layerVolume
    if level != apps[app.index].level {
      apps[app.index].level = level
      actions.append(
        .level(Float(level), frames: jumps ? 0 : PhoneMixer.frames(MixerTimes.fadeSeconds)))
    }
    if factors.ducking != apps[app.index].ducking {
      let falls = factors.ducking < apps[app.index].ducking
      let seconds = falls ? MixerTimes.duckSeconds : MixerTimes.unduckSeconds
      apps[app.index].ducking = factors.ducking
      actions.append(
        .ducking(Float(factors.ducking), frames: jumps ? 0 : PhoneMixer.frames(seconds)))
    }
    let patternSound = phone.letsSoundOut(of: app)
    if patternSound != apps[app.index].patternSound {
      apps[app.index].patternSound = patternSound
      actions.append(.patternSound(patternSound, frames: patternSound && gatesJump ? 0 : fade))
    }
    let haptics = phone.hapticGain(for: app)
    if haptics != apps[app.index].haptics {
      let frames = haptics > apps[app.index].haptics && gatesJump ? 0 : fade
      apps[app.index].haptics = haptics
      actions.append(.haptics(Float(haptics), frames: frames))
    }
    return actions
  }

  // MARK: Haptics

  /// The haptics that have begun before `frame`, in order.
  ///
  /// They are forgotten. What is suppressed when it would begin does not begin.
  mutating func takeBegun(before frame: Int64) -> [(strip: AppID, request: Request)] {
    var begun: [(strip: AppID, request: Request)] = []
    for index in apps.indices where apps[index].requests.contains(where: { $0.first < frame }) {
      let isFelt = apps[index].haptics > 0 || index == apps.count - 1
      for request in apps[index].requests where request.first < frame && isFelt {
        begun.append((AppID(index), request))
      }
      apps[index].requests.removeAll { $0.first < frame }
    }
    return begun.sorted { $0.request.first < $1.request.first }
  }

  /// What an app has asked for and has not begun never begins: its engine has stopped.
  mutating func forgetRequests(of app: AppID) { apps[app.index].requests = [] }

  /// An app's process has ended.
  mutating func forgetEngines(of app: AppID) {
    apps[app.index].engine = nil
    engines.removeAll { $0.app == app }
  }

  /// The engines that are done with when so many commands are carried out; forgets them.
  mutating func takeGone(after carriedOut: Int) -> [Leaving] {
    let gone = leaving.filter { $0.command <= carriedOut }
    leaving.removeAll { $0.command <= carriedOut }
    runningEngines -= gone.count
    return gone
  }

  /// A number for an engine that is to be pulled; nil if there are too many.
  mutating func takeEngineNumber() -> Int? {
    guard runningEngines < MixerCore.engineCapacity else { return nil }
    runningEngines += 1
    lastEngine += 1
    return lastEngine
  }
}

extension SessionEvent {
  /// Whether something that sound may go to is disconnected.
  fileprivate var isDisconnection: Bool {
    switch self {
    case .portDisconnected, .deviceDisconnected: true
    default: false
    }
  }
}
