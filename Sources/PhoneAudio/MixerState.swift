internal import AudioSession
internal import HapticEngine
internal import PhoneRuntime

/// The control side of a mixer: the state that was last sent for each app.
///
/// This state determines the commands to send.
struct MixerState: Sendable {
  /// A requested haptic that has not begun yet.
  struct Request: Sendable {
    let name: String
    let time: PhoneTime
    /// The frame of the haptic's first sample that is not silent.
    let first: Int64
    /// The origin of the request.
    let origin: HapticOrigin
    /// The app for which the system vibrates; nil for the system's own vibrations and for haptics that the app plays
    /// itself.
    let owner: AppID?
  }

  /// Identifies a requested haptic: its name and its intensity.
  struct Key: Hashable, Sendable {
    let name: String
    var intensity = 1.0
  }

  /// An engine, and the strip on which it plays.
  struct Engine: Sendable {
    let app: AppID
    let engine: HapticEngine
    let output: AppOutput
    /// The engine's time at its last start, in seconds.
    var startSeconds: Double = 0
  }

  /// An engine that is rendered up to its last frame and then released.
  struct Leaving: Sendable {
    /// The number of commands that had been sent when the engine was stopped.
    let command: Int
    /// Whether the system plays on the engine.
    let isSystems: Bool
    let free: @Sendable () -> Void
  }

  /// The state of one app.
  struct App: Sendable {
    /// The volume that the app applies to its own sound.
    var layerVolume = 1.0
    /// The app's engine for haptics that it requests by name.
    var engine: Engine?
    /// The system's engine for its feedback generators and controls.
    var feedbackEngine: Engine?
    /// The times at which the sounds of the app's patterns and the app's haptics end, unless they are stopped earlier.
    var patternsEnd = PhoneTime.zero
    var hapticsEnd = PhoneTime.zero
    /// The haptic that is being requested.
    var asked: HapticRequest?
    /// The haptics that have not begun yet.
    var requests: [Request] = []
    /// The time at which the phone's output device was disconnected while the app was playing; nil if it was not.
    var unplugged: PhoneTime?
    /// Whether its sound is playing.
    var isPlaying = false
    /// The values that were last sent.
    var isAudible = true
    var level = 0.0
    var ducking = 1.0
    var patternDucking = 1.0
    var patternSound = false
    var haptics = 0.0
  }

  /// The apps, followed by the system.
  var apps: [App]
  /// The sounds and vibrations of the system itself.
  var system = SystemVoices()
  /// Every engine.
  var engines: [Engine] = []
  /// The number of running engines made by apps, and the number of those made by the system.
  private var ownEngines = 0
  private var systemsEngines = 0
  /// Engines that were stopped at a frame that has not been rendered yet.
  var leaving: [Leaving] = []
  private var lastEngine = 0
  /// The maximum number of cached haptics, by name and intensity.
  ///
  /// If it is exceeded, the cache is cleared.
  ///
  /// Our choice: without a limit, a slider that is dragged for hours would fill the memory, because it requests another
  /// intensity each time.
  private static let mostKnown = 1_024
  /// The first frame of each requested haptic that is not silent; nil if the haptic is silent.
  var onsets: [Key: Int?] = [:] {
    didSet { if onsets.count > Self.mostKnown { onsets = [:] } }
  }
  /// The length in frames of each haptic that was played.
  var hapticFrames: [Key: Int] = [:] {
    didSet { if hapticFrames.count > Self.mostKnown { hapticFrames = [:] } }
  }
  /// Whether the last block contained a signal; only used if nobody listens.
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

  // MARK: Effects of an event

  /// The initial gains of an app, without ramps.
  mutating func outset(of app: AppID, on phone: Phone) -> [MixerCommand.Action] {
    gains(of: app, on: phone, at: .zero, isUnplugged: false, jumps: true)
  }

  /// The changes for an app, in order.
  ///
  /// A sound that stops fades out from its previous gain.
  mutating func changes(of app: AppID, by event: SettledEvent) -> [MixerCommand.Action] {
    var actions: [MixerCommand.Action] = []
    let (was, runs) = (event.before.isPlaying(app), event.after.isPlaying(app))
    apps[app.index].isPlaying = runs
    let isUnplugged = event.isUnplugged
    if isUnplugged, was { apps[app.index].unplugged = event.time }
    if !runs, was || isUnplugged {
      // If a sound pauses because its output is gone, neither the sound nor an earlier fade may be
      // heard on the next output. If the media services are lost, fades are lost with them.
      let isCut =
        isUnplugged || apps[app.index].unplugged == event.time
        || event.event == .phone(.mediaServicesLost)
      actions.append(.halt(isCut: isCut))
    }
    actions += gains(of: app, by: event, jumps: !was)
    if runs {
      let isAudible = event.after.isAudible(app)
      // A sound that is only permitted in headphones is cut when the headphones are unplugged, even if the sound has
      // begun to fade.
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

  /// The gains that have changed at `time`.
  ///
  /// A gain jumps if no sound is playing that would click. The gain of the app's own sound jumps if `jumps` is true.
  ///
  /// A gate also opens with a jump if nothing is playing that would click, so that sounds and haptics that begin at the
  /// same time keep their whole attack. Gates close with a fade, except when the output is unplugged. An engine that
  /// stops fades out during the same time.
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

  /// Whether an engine made by the app's own code is playing; its content and duration are unknown.
  private func hasOtherPlaying(_ app: AppID) -> Bool {
    let state = apps[app.index]
    let known = [state.engine, state.feedbackEngine].compactMap { $0?.engine }
    return engines.contains { engine in
      engine.app == app && !known.contains { $0 === engine.engine } && engine.engine.isPlaying
    }
  }

  // MARK: Haptics

  /// Removes and returns the haptics that have begun before `frame`, in order.
  ///
  /// A haptic that is suppressed at its first frame is returned with `isFelt` false.
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

  /// Removes an app's haptics that have not begun and never will, because their engine has stopped.
  ///
  /// The engine is the
  /// app's own or, if `fromApp` is false, the system's engine for the app's feedback and controls.
  ///
  /// - Returns: the removed haptics.
  mutating func takeRequests(of app: AppID, fromApp: Bool) -> [Request] {
    let taken = apps[app.index].requests.filter { ($0.origin == .engine) == fromApp }
    apps[app.index].requests.removeAll { ($0.origin == .engine) == fromApp }
    if fromApp {
      apps[app.index].patternsEnd = .zero
      apps[app.index].hapticsEnd = .zero
    }
    return taken
  }

  /// Notes that an app's process has ended.
  mutating func forgetEngines(of app: AppID) {
    apps[app.index].engine = nil
    apps[app.index].feedbackEngine = nil
    apps[app.index].patternsEnd = .zero
    apps[app.index].hapticsEnd = .zero
    engines.removeAll { $0.app == app }
  }

  /// Removes and returns the engines that are no longer rendered once `carriedOut` commands are done.
  mutating func takeGone(after carriedOut: Int) -> [Leaving] {
    let gone = leaving.filter { $0.command <= carriedOut }
    leaving.removeAll { $0.command <= carriedOut }
    ownEngines -= gone.count { !$0.isSystems }
    systemsEngines -= gone.count { $0.isSystems }
    return gone
  }

  /// The maximum number of running engines made by apps.
  ///
  /// One engine for each app's feedback and one for the system are always reserved.
  static let ownEngineCapacity = MixerCore.engineCapacity - AppID.limit - 1

  /// Reserves a number for an engine that will be pulled, and returns it; nil if the limit is reached.
  ///
  /// The engine
  /// belongs to the system if `isSystems` is true, and to an app otherwise.
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
  /// Whether a device that played sound was disconnected.
  fileprivate var isUnplugged: Bool {
    switch event {
    case .phone(.portDisconnected), .phone(.deviceDisconnected), .phone(.earphonesWorn):
      before.outputs != after.outputs
    default: false
    }
  }
}
