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
    /// What asked for it.
    let origin: HapticOrigin
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
    /// Whether the system plays on it.
    let isSystems: Bool
    let free: @Sendable () -> Void
  }

  /// One app.
  struct App: Sendable {
    /// What it multiplies its sound by.
    var layerVolume = 1.0
    /// Its engine for the haptics that it asks for by name.
    var engine: Engine?
    /// The system's engine for its feedback generators and controls.
    var feedbackEngine: Engine?
    /// Until when the sounds of its patterns last, and until when its haptics, if nothing ends them.
    var patternsEnd = PhoneTime.zero
    var hapticsEnd = PhoneTime.zero
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
    var patternDucking = 1.0
    var patternSound = false
    var haptics = 0.0
  }

  /// The apps, and the system behind them.
  var apps: [App]
  /// What plays of the system itself.
  var system = SystemVoices()
  /// Every engine.
  var engines: [Engine] = []
  /// How many engines are pulled that apps have made, and how many of the system's.
  private var ownEngines = 0
  private var systemsEngines = 0
  /// Engines that were stopped at a frame that is not rendered yet.
  var leaving: [Leaving] = []
  private var lastEngine = 0
  /// What is known of haptics by their names and intensities is forgotten where it gets more than so many,
  /// and computed again.
  ///
  /// Our choice: a slider that is dragged for hours has another intensity each time.
  private static let mostKnown = 1_024
  /// At which frame of itself each haptic begins that was asked for; nil for one that is silent.
  var onsets: [Key: Int?] = [:] {
    didSet { if onsets.count > Self.mostKnown { onsets = [:] } }
  }
  /// How many frames each haptic takes that was played.
  var hapticFrames: [Key: Int] = [:] {
    didSet { if hapticFrames.count > Self.mostKnown { hapticFrames = [:] } }
  }
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
    gains(of: app, on: phone, at: .zero, isUnplugged: false, jumps: true)
  }

  /// What changes for an app, in order: what stops does so at the gain that it had.
  mutating func changes(of app: AppID, by event: SettledEvent) -> [MixerCommand.Action] {
    var actions: [MixerCommand.Action] = []
    let (was, runs) = (event.before.isPlaying(app), event.after.isPlaying(app))
    apps[app.index].isPlaying = runs
    let isUnplugged = event.isUnplugged
    if isUnplugged, was { apps[app.index].unplugged = event.time }
    if !runs, was || isUnplugged {
      // What pauses because its output has gone is not heard from the next one, not even fading, nor what was
      // fading already; with the media services goes what would fade.
      let isCut =
        isUnplugged || apps[app.index].unplugged == event.time
        || event.event == .phone(.mediaServicesLost)
      actions.append(.halt(isCut: isCut))
    }
    actions += gains(of: app, by: event, jumps: !was)
    if runs {
      let isAudible = event.after.isAudible(app)
      // What may be heard in headphones alone is not heard when they are gone, nor what has begun to fade.
      let isCut = isUnplugged && !isAudible
      if isCut || isAudible != apps[app.index].isAudible {
        apps[app.index].isAudible = isAudible
        actions.append(
          .audible(isAudible, frames: isCut ? 0 : PhoneMixer.frames(MixerTimes.fadeSeconds)))
      }
      if !was { actions.append(.play(from: event.positions[app.index].frames)) }
    }
    return actions
  }

  /// The gains that have changed at `time`, which jump where nothing sounds that would click: that of the
  /// app's own sound if `jumps`.
  ///
  /// Gates open at once then, so that what begins with them has its whole attack; they close by a fade, in
  /// which an engine that stops fades, too.
  private mutating func gains(
    of app: AppID, by event: SettledEvent, jumps: Bool
  ) -> [MixerCommand.Action] {
    gains(
      of: app, on: event.after, at: event.time, isUnplugged: event.isUnplugged, jumps: jumps)
  }

  private mutating func gains(
    of app: AppID, on phone: Phone, at time: PhoneTime, isUnplugged: Bool, jumps: Bool
  ) -> [MixerCommand.Action] {
    let fade = PhoneMixer.frames(MixerTimes.fadeSeconds)
    let isOthersPlaying = hasOtherPlaying(app)
    let isPatternHeard = isOthersPlaying || time < apps[app.index].patternsEnd
    let isFelt = isOthersPlaying || time < apps[app.index].hapticsEnd
    var actions: [MixerCommand.Action] = []
    let factors = phone.gainFactors(of: app)
    let level = factors.volume * factors.route * apps[app.index].layerVolume
    if level != apps[app.index].level {
      apps[app.index].level = level
      actions.append(.level(Float(level), frames: jumps && !isPatternHeard ? 0 : fade))
    }
    if factors.ducking != apps[app.index].ducking {
      let frames = jumps ? 0 : Self.duckFrames(from: apps[app.index].ducking, to: factors.ducking)
      apps[app.index].ducking = factors.ducking
      actions.append(.ducking(Float(factors.ducking), frames: frames))
    }
    let ofPatterns = phone.patternDucking(of: app)
    if ofPatterns != apps[app.index].patternDucking {
      let former = apps[app.index].patternDucking
      let frames = isPatternHeard ? Self.duckFrames(from: former, to: ofPatterns) : 0
      apps[app.index].patternDucking = ofPatterns
      actions.append(.patternDucking(Float(ofPatterns), frames: frames))
    }
    let patternSound = phone.letsSoundOut(of: app)
    if patternSound != apps[app.index].patternSound || isUnplugged && !patternSound {
      apps[app.index].patternSound = patternSound
      let isAtOnce = patternSound ? !isPatternHeard : isUnplugged
      actions.append(.patternSound(patternSound, frames: isAtOnce ? 0 : fade))
    }
    let haptics = phone.hapticGain(for: app)
    if haptics != apps[app.index].haptics {
      let frames = haptics > apps[app.index].haptics && !isFelt ? 0 : fade
      apps[app.index].haptics = haptics
      actions.append(.haptics(Float(haptics), frames: frames))
    }
    return actions
  }

  private static func duckFrames(from former: Double, to next: Double) -> Int {
    PhoneMixer.frames(next < former ? MixerTimes.duckSeconds : MixerTimes.unduckSeconds)
  }

  /// Whether an engine plays that the app's own code has made, of which is not known what and how long.
  private func hasOtherPlaying(_ app: AppID) -> Bool {
    let state = apps[app.index]
    let known = [state.engine, state.feedbackEngine].compactMap { $0?.engine }
    return engines.contains { engine in
      engine.app == app && !known.contains { $0 === engine.engine } && engine.engine.isPlaying
    }
  }

  // MARK: Haptics

  /// The haptics that have begun before `frame`, in order.
  ///
  /// They are forgotten. What is suppressed when it would begin does not begin.
  mutating func takeBegun(
    before frame: Int64
  ) -> [(strip: AppID, request: Request, isFelt: Bool)] {
    var begun: [(strip: AppID, request: Request, isFelt: Bool)] = []
    for index in apps.indices where apps[index].requests.contains(where: { $0.first < frame }) {
      let isFelt = apps[index].haptics > 0 || index == apps.count - 1
      for request in apps[index].requests where request.first < frame {
        begun.append((AppID(index), request, isFelt))
      }
      apps[index].requests.removeAll { $0.first < frame }
    }
    return begun.sorted { $0.request.first < $1.request.first }
  }

  /// What has not begun of an app never begins, for the engine has stopped that would play it: the app's
  /// own, or the system's for its feedback and its controls.
  ///
  /// - Returns: what that is.
  mutating func takeRequests(of app: AppID, fromApp: Bool) -> [Request] {
    let taken = apps[app.index].requests.filter { ($0.origin == .engine) == fromApp }
    apps[app.index].requests.removeAll { ($0.origin == .engine) == fromApp }
    if fromApp {
      apps[app.index].patternsEnd = .zero
      apps[app.index].hapticsEnd = .zero
    }
    return taken
  }

  /// An app's process has ended.
  mutating func forgetEngines(of app: AppID) {
    apps[app.index].engine = nil
    apps[app.index].feedbackEngine = nil
    apps[app.index].patternsEnd = .zero
    apps[app.index].hapticsEnd = .zero
    engines.removeAll { $0.app == app }
  }

  /// The engines that are done with when so many commands are carried out; forgets them.
  mutating func takeGone(after carriedOut: Int) -> [Leaving] {
    let gone = leaving.filter { $0.command <= carriedOut }
    leaving.removeAll { $0.command <= carriedOut }
    ownEngines -= gone.count { !$0.isSystems }
    systemsEngines -= gone.count { $0.isSystems }
    return gone
  }

  /// How many engines run at most that apps have made: for the feedback of each app and for the system there
  /// is always one.
  static let ownEngineCapacity = MixerCore.engineCapacity - AppID.limit - 1

  /// A number for an engine that is to be pulled, the system's or an app's own; nil if there are too many.
  mutating func takeEngineNumber(isSystems: Bool) -> Int? {
    guard ownEngines + systemsEngines < MixerCore.engineCapacity else { return nil }
    if isSystems {
      systemsEngines += 1
    } else {
      guard ownEngines < Self.ownEngineCapacity else { return nil }
      ownEngines += 1
    }
    lastEngine += 1
    return lastEngine
  }
}

extension SettledEvent {
  /// Whether something is disconnected that sound went to.
  fileprivate var isUnplugged: Bool {
    switch event {
    case .phone(.portDisconnected), .phone(.deviceDisconnected), .phone(.earphonesWorn):
      before.outputs != after.outputs
    default: false
    }
  }
}
