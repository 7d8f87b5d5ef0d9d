/// The buttons of a headset, which control a call before they control playback.
extension Transition {
  /// Handles a remote command from a headset during a call.
  ///
  /// The command controls the call, and playing apps do not receive it.
  ///
  /// One press answers a ringing call, and thereby puts an active call on hold. If no call is ringing, one press swaps
  /// an active call and a call on hold, or ends a single active call. The host's call provider is asked to perform the
  /// same actions as for the buttons on the call's screen.
  ///
  /// Source: lists of EarPods gestures (mactrast.com/2015/07, techwalla.com), based on Apple's guide, of which we do
  /// not have a copy; support.apple.com TA38605 for using the button during calls;
  /// github.com/signalapp/Signal-iOS/issues/909 for an app's own call. Our choice: a single call on hold is taken off
  /// hold, and two or three presses have no effect.
  mutating func pressForCall(_ command: RemoteCommand) throws(RejectedEvent) {
    switch command {
    case .play, .pause, .togglePlayPause, .stop: break
    case .next, .previous, .skipForward, .skipBackward, .seekForward, .seekBackward,
      .changePlaybackPosition, .changePlaybackRate, .changeShuffleMode, .changeRepeatMode, .rating,
      .like, .dislike, .bookmark, .enableLanguageOption, .disableLanguageOption:
      effects.add(.remoteIgnored(command, .callHasButton), .played)
      return
    }
    let calls = state.device.calls
    if calls.call(in: .ringing) != nil {
      try answerCall()
    } else if calls.call(in: .active) == nil {
      try unholdCall()
    } else if calls.call(in: .held) != nil {
      try swapCalls()
    } else {
      try hangUp(.resumable)
    }
  }

  /// Holds the main button.
  ///
  /// If a call is ringing, the button declines it. If a call is active and another is ringing or on hold, the button
  /// ends the active call in favor of the other call. Without calls, the button summons Siri.
  ///
  /// Source: support.apple.com TA38605 for declining; mactrast.com/2015/07 for two calls and Siri. Our choice: the
  /// button has no effect on a single answered call.
  mutating func holdHeadsetButton() throws(RejectedEvent) {
    guard RemoteSource.headset.isThere(on: state.device) else {
      throw .notThere(RemoteSource.headset.missing)
    }
    let calls = state.device.calls
    guard calls.isUp else { return try beginSiri() }
    guard calls.call(in: .active) != nil else {
      if calls.call(in: .ringing) != nil { try endCall(.ringing, .resumable) }
      return
    }
    guard let next = calls.call(in: .ringing) ?? calls.call(in: .held) else { return }
    try endActiveCall(for: next)
  }

  /// Presses the stem of a headset.
  ///
  /// This mutes or unmutes the active call, or the input of the app that is recording from the headset.
  ///
  /// Source: `inputMuteStateChangeNotification`; `setInputMuteStateChangeHandler(_:)` for the gesture of accessories.
  /// Our choice: CallKit also asks the host of a call to mute it. For the system's own calls, no app is notified.
  mutating func pressHeadsetMute() throws(RejectedEvent) {
    let device = state.device
    let hasHeadset = device.connected.ports.contains(.bluetoothHFP)
    if let call = device.calls.call(in: .active), call.host.isOfSystem, hasHeadset {
      return state.device.calls.mute(!call.isMuted)
    }
    try checkAudioApplication()
    guard case .app(let app) = phone.routeOwner, phone.takesInput(app),
      phone.currentRoute.inputs.contains(.bluetoothHFP)
    else {
      throw .notThere(
        "headset with a mute gesture from which an app records or a call takes its input")
    }
    let mutes = !state[app].isInputMuted
    if phone.hostsActiveCall(app) {
      guard perform(mutes ? .muteCall : .unmuteCall, by: .app(app)) else { return }
      state.device.calls.mute(mutes)
      state.device.calls.noteInputMute(mutes)
    }
    state[app].isInputMuted = mutes
  }

  /// Takes Bluetooth earphones out of an ear, or puts them in.
  ///
  /// Taking one earphone out asks the app that is playing on them to pause, and putting it back asks the app to play.
  /// If both are taken out, the phone uses its own outputs, as if the earphones had been unplugged.
  ///
  /// Source: ReadMe of Apple's sample MPRemoteCommandSample, "automatic pause and play functionality with the AirPods
  /// when taking them in and out of the ear"; tomsguide.com, "How to use AirPods", for both taken out: the phone's
  /// speaker plays. Field: github.com/rasmuslos/ShelfPlayer/issues/181. Our choice: taking earphones out does not end a
  /// call, and taking both out is reported as an unavailable old device. Also our choice: putting an earphone back
  /// always asks the app to play, no matter how long the earphone was out; lifewirear.pages.dev, "How to Pause
  /// AirPods", says that playback resumes only within 15 seconds.
  mutating func wearEarphones(_ worn: WornEarphones) throws(RejectedEvent) {
    switch (state.device.earphones, worn) {
    case (.inBothEars, .both), (.inOneEar, .one), (.outOfEars, .none):
      throw .alreadySo("the earphones are in \(worn.rawValue) of the ears")
    case (.inBothEars, .one):
      guard RemoteSource.headset.isThere(on: state.device), phone.hasBluetoothEarphones else {
        throw .notThere(Self.missingEarphones)
      }
      let player = phone.remoteTarget.flatMap { phone.playsOnEarphones($0) ? $0 : nil }
      state.device.earphones = .inOneEar(paused: player)
      if player != nil, !state.device.calls.isUp { try sendRemoteCommand(.pause, from: .headset) }
    case (.inOneEar(let paused), .both):
      state.device.earphones = .inBothEars
      guard let paused, paused == phone.remoteTarget, !phone.isPlaying(paused),
        !state.device.calls.isUp
      else { return }
      try sendRemoteCommand(.play, from: .headset)
    case (.inBothEars, .none), (.inOneEar, .none):
      guard let gone = state.device.connected.disconnectBluetooth() else {
        throw .notThere(Self.missingEarphones)
      }
      settleDeparture(of: gone, true)
      state.device.earphones = .outOfEars(gone)
    case (.outOfEars(let device), .one), (.outOfEars(let device), .both):
      try connect(device)
      if worn == .one { state.device.earphones = .inOneEar(paused: nil) }
    }
  }

  /// Resets the earphones to both ears when a Bluetooth device is connected or disconnected.
  ///
  /// Earphones that are out of the ears stay out when other devices are connected or disconnected.
  mutating func wearAnew(_ device: ConnectedDevice) {
    if case .outOfEars(let out) = state.device.earphones, !out.isSame(as: device) { return }
    if device.ports.intersects(.bluetooth) { state.device.earphones = .inBothEars }
  }

  private static let missingEarphones = "Bluetooth earphones"
}

extension Phone {
  /// Whether a Bluetooth device is connected.
  fileprivate var hasBluetoothEarphones: Bool {
    state.device.connected.ports.intersects(.bluetooth)
  }

  /// Whether the app plays through the Bluetooth device that was connected last.
  fileprivate func playsOnEarphones(_ app: AppID) -> Bool {
    guard isPlaying(app), let earphones = state.device.connected.lastBluetooth else { return false }
    return currentRoute.plays(on: earphones)
  }
}
