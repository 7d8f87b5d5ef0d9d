extension Phone {
  /// `outputVolume`: returns the user's volume for the kind of audio that the app's session plays, 0...1.
  public func outputVolume(for app: AppID) -> Double { volumes[volumeKind(of: app)] }

  /// Returns the kind of volume that applies to the app's session.
  ///
  /// Source: actual-chat 4591: a play-and-record session in a chat mode reads the call volume.
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

  /// The volume that the buttons currently change.
  ///
  /// Nil while a call is ringing, because the buttons silence it, and while the phone cannot set the volume of the
  /// current output (`Port.hasFixedVolume`).
  ///
  /// Source: Human Interface Guidelines: the ringer's volume while no audio plays, otherwise the volume of the playing
  /// audio; iPhone User Guide, "Answer or decline incoming calls", for the ringing call.
  public var buttonVolume: VolumeKind? { buttonVolume(hearing: nil) }

  /// Returns the volume that the buttons change while a sound of the app's haptic pattern is audible.
  ///
  /// The sound is treated like media, whether or not the app's session is active.
  package func buttonVolume(hearing app: AppID?) -> VolumeKind? {
    let calls = state.device.calls
    let isRinging = calls.call(in: .ringing) != nil && calls.call(in: .active) == nil
    if isRinging { return nil }
    let kind = buttonKind(hearing: app)
    let isFixed = kind != .ringer && currentRoute.outputs.intersects(.fixedVolume)
    return isFixed ? nil : kind
  }

  /// Returns whether a running haptic engine makes the volume buttons control the app's volume, even if the engine is
  /// not playing.
  ///
  /// Source: policy option `hapticEngineTakesButtons`. Our choice: an engine with `playsHapticsOnly` does not.
  package func hapticEngineTakesButtons(of app: AppID) -> Bool {
    policy.hapticEngineTakesButtons == .yes && letsSoundOut(of: app)
  }

  /// Returns the kind of volume that the buttons control while no call is ringing.
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

  /// Returns the gain of a sound that does not go through a session, 0...1.
  public func gain(of sound: SoundClass) -> Double {
    guard soundVerdict(for: sound, by: nil) == .played else { return 0 }
    return sound == .vibration ? 1 : volumes.ringer
  }
}
