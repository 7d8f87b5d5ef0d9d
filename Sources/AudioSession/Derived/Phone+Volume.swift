extension Phone {
  /// `outputVolume`: the user's volume of the kind that the app's session plays at, 0...1.
  public func outputVolume(for app: AppID) -> Double { volumes[volumeKind(of: app)] }

  /// The kind of volume at which the app's session plays.
  ///
  /// Source: play-and-record in a chat mode reads the call's volume, actual-chat 4591.
  public func volumeKind(of app: AppID) -> VolumeKind {
    let session = state[app]
    let chats: [SessionMode] = [.voiceChat, .videoChat, .gameChat]
    if hostsActiveCall(app) { return .call }
    return session.isActive && chats.contains(session.configuration.mode) ? .call : .media
  }

  /// The volumes of the current route.
  public var volumes: Volumes {
    usesExternalVolumes ? state.device.externalVolumes : state.device.volumes
  }

  package var usesExternalVolumes: Bool {
    guard policy.volumeMemory == .perRoute else { return false }
    return currentRoute.outputs.ports.contains { !$0.isBuiltIn }
  }

  /// The volume that the buttons change now. Nil while a call rings, which they silence, and if the output in use has a
  /// volume that the phone cannot set (`Port.hasFixedVolume`).
  ///
  /// Source: Human Interface Guidelines: the ringer's volume while no audio plays, otherwise the volume of the playing
  /// audio; iPhone User Guide, "Answer or decline incoming calls", for the ringing call.
  public var buttonVolume: VolumeKind? { buttonVolume(hearing: nil) }

  /// The volume that the buttons change while a sound of the app's haptic pattern is audible. The sound plays like
  /// media, whether or not the app's session is active.
  package func buttonVolume(hearing app: AppID?) -> VolumeKind? {
    let calls = state.device.calls
    let isRinging = calls.call(in: .ringing) != nil && calls.call(in: .active) == nil
    if isRinging { return nil }
    let kind = buttonKind(hearing: app)
    let isFixed = kind != .ringer && currentRoute.outputs.intersects(.fixedVolume)
    return isFixed ? nil : kind
  }

  /// Whether a running haptic engine of the app takes the volume buttons, whether or not it plays.
  ///
  /// Source: option `hapticEngineTakesButtons`. Our choice: `playsHapticsOnly` does not.
  package func hapticEngineTakesButtons(of app: AppID) -> Bool {
    policy.hapticEngineTakesButtons == .yes && letsSoundOut(of: app)
  }

  /// The kind of volume that the buttons control while no call rings.
  private func buttonKind(hearing app: AppID?) -> VolumeKind {
    if state.device.calls.call(in: .active) != nil { return .call }
    let counts = { (app: AppID) in
      isPlaying(app) && !isSilencedBehind(app)
        && (policy.buttonsUnderSwitch == .media || !silences(of: app).contains(.silentMode))
    }
    if let player = state.startOrder.first(where: counts) ?? app { return volumeKind(of: player) }
    switch policy.buttonsWhenIdle {
    case .ringer: return .ringer
    case .media: return .media
    case .mediaWhenConnected:
      return currentRoute.outputs.intersects(.builtIn) ? .ringer : .media
    case .mediaWhileActive:
      return state.startOrder.first { !isSilencedBehind($0) }.map(volumeKind) ?? .ringer
    }
  }

  /// The gain of a sound that does not go through a session, 0...1.
  public func gain(of sound: SoundClass) -> Double {
    guard soundVerdict(for: sound, by: nil) == .played else { return 0 }
    return sound == .vibration ? 1 : volumes.ringer
  }
}
