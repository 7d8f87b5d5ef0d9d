public import AudioSession

/// A second, independent evaluation of the derived values, for comparison with the simulator's own values.
///
/// It does not use the tables or the functions that derive values. It computes everything from the stored causes,
/// following the wording of the documentation. Every change to a table must be repeated here, so that an accidental
/// change is noticed.
public struct Reevaluation: Sendable {
  /// The values that an app would observe.
  public struct Verdict: Hashable, Sendable {
    /// Whether the app is heard.
    public let isAudible: Bool
    /// Whether the app is ducked.
    public let isDucked: Bool
    /// Whether the session is interrupted.
    public let isInterrupted: Bool
    /// Whether the app should silence its secondary audio.
    public let hint: Bool
    /// Whether other audio is playing.
    public let isOtherAudioPlaying: Bool
    /// The volume in 0...1 at which the app plays.
    public let outputVolume: Double
    /// The gain of the app's output in 0...1.
    public let gain: Double
  }

  let state: PhoneState
  let policy: AudioPolicy
  /// The inputs and outputs of the route.
  public let route: Route

  /// Evaluates the present state of a phone.
  public init(_ phone: Phone) {
    state = phone.state
    policy = phone.policy
    route = Self.route(in: state, policy, on: phone.platform)
  }

  private var outputs: PortSet { route.outputs }

  /// Returns the disagreements between a phone and the plain evaluation, in words; empty if they agree.
  public static func disagreements(with phone: Phone) -> [String] {
    let plain = Reevaluation(phone)
    var found: [String] = []
    let route = phone.currentRoute
    if route != plain.route {
      found.append("\(route), plain evaluation \(plain.route)")
    }
    for app in phone.apps {
      let plainly = plain.verdict(on: app)
      let derived = Verdict(
        isAudible: phone.isAudible(app), isDucked: phone.isDucked(app),
        isInterrupted: phone.isInterrupted(app),
        hint: phone.secondaryAudioShouldBeSilenced(for: app),
        isOtherAudioPlaying: phone.isOtherAudioPlaying(for: app),
        outputVolume: phone.outputVolume(for: app), gain: phone.gain(of: app))
      if derived != plainly {
        found.append("app \(app.index): \(derived), plain evaluation \(plainly)")
      }
    }
    return found
  }

  /// Returns the values that an app would observe.
  public func verdict(on app: AppID) -> Verdict {
    let me = state.apps[app.index]
    let category = me.configuration.category
    let hasOutput = category != .record && category != .audioProcessing
    let isDucked =
      me.isActive && hasOutput
      && (isSpokenOver || state.device.isAlertDucking
        || has(beside: app) { $0.isActive && ducks($0) })
    let volume = volume(of: app)
    let isAudible = isAudible(app)
    var gain = isAudible ? (hasFixedVolume ? 1 : volume) : 0
    if isDucked { gain *= policy.duckGain }
    if outputs.contains(.builtInReceiver) { gain *= policy.receiverGain }
    if me.configuration.mode == .voiceChat { gain *= policy.voiceChatGain }
    return Verdict(
      isAudible: isAudible, isDucked: isDucked, isInterrupted: me.interruptedBy != [],
      hint: hasWebView || isOnPhone
        || state.ids.contains { $0 != app && sounds($0) && !Self.mixes(state.apps[$0.index]) },
      isOtherAudioPlaying: hasWebView || isOnPhone
        || state.ids.contains { $0 != app && sounds($0) },
      outputVolume: volume, gain: gain)
  }

  /// Whether VoiceOver lowers other audio: because it is speaking or, if the policy says so, because it is turned on.
  private var isSpokenOver: Bool {
    let device = state.device
    if policy.voiceOverDucks == .never { return false }
    let isOn = device.accessibility.rawValue & 2 != 0
    return isOn && (device.isVoiceOverSpeaking || policy.voiceOverDucks == .always)
  }

  private var hasWebView: Bool { state.device[.webView] }

  private var isOnPhone: Bool { call?.host == .phone || call?.host == .video }

  private func has(beside app: AppID, _ holds: (AppState) -> Bool) -> Bool {
    state.ids.contains { $0 != app && holds(state.apps[$0.index]) }
  }

  private func sounds(_ app: AppID) -> Bool {
    let other = state.apps[app.index]
    return other.isOutputRunning && !other.isOutputMuted && !isSilencedBehind(app)
  }

  /// Whether the app is silent because it is not on the screen, and neither its category with the background mode nor
  /// its own call or background task lets it play.
  private func isSilencedBehind(_ app: AppID) -> Bool {
    let me = state.apps[app.index]
    if me.lifecycle == .foreground || call?.host == .app(app) { return false }
    if policy.taskKeepsSession == .yes, me.hasRuntimeAssertion { return false }
    let category = me.configuration.category
    return category == .ambient || category == .soloAmbient || !me.hasBackgroundAudio
  }

  static func mixes(_ app: AppState) -> Bool {
    let category = app.configuration.category
    if category == .ambient || category == .audioProcessing { return true }
    return app.configuration.options.rawValue & 0x3 != 0
  }

  static func takesInput(_ app: AppState) -> Bool {
    let category = app.configuration.category
    return category == .record || category == .playAndRecord || category == .multiRoute
  }

  private func ducks(_ app: AppState) -> Bool { app.configuration.options.rawValue & 0x2 != 0 }

  /// The call that was answered and is not on hold.
  private var call: Call? {
    if state.device.calls.first?.phase == .active { return state.device.calls.first }
    return state.device.calls.second?.phase == .active ? state.device.calls.second : nil
  }

  private func isAudible(_ app: AppID) -> Bool {
    let me = state.apps[app.index]
    let category = me.configuration.category
    guard me.isOutputRunning, !me.isOutputMuted, !outputs.isEmpty else { return false }
    if volume(of: app) == 0, !hasFixedVolume { return false }
    if category == .record || category == .audioProcessing { return false }
    let isAmbient = category == .ambient || category == .soloAmbient
    if isAmbient, state.device.isSilent {
      let isOutLoud = outputs.contains(.builtInSpeaker) || outputs.contains(.builtInReceiver)
      if isOutLoud || policy.switchAffectsHeadphones == .yes { return false }
    }
    if isSilencedBehind(app) { return false }
    let isRecordedOver = has(beside: app) {
      $0.isActive && $0.configuration.category == .record
    }
    return !isRecordedOver || policy.recordAndMixablePeers == .mix
  }

  /// Whether the route has its own volume, as a line output, a screen or a car does.
  private var hasFixedVolume: Bool {
    outputs.ports.contains { [.lineOut, .HDMI, .displayPort, .carAudio].contains($0) }
  }

  private func volume(of app: AppID) -> Double {
    let usesExternal =
      policy.volumeMemory == .perRoute
      && outputs.ports.contains {
        $0 != .builtInSpeaker && $0 != .builtInReceiver && $0 != .builtInMic
      }
    let volumes = usesExternal ? state.device.externalVolumes : state.device.volumes
    let me = state.apps[app.index]
    let mode = me.configuration.mode
    let chats = mode == .voiceChat || mode == .videoChat || mode == .gameChat
    return call?.host == .app(app) || me.isActive && chats ? volumes.call : volumes.media
  }
}
