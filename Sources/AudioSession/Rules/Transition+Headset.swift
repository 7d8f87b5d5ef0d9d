/// The buttons of a headset, which a call has before what plays.
extension Transition {
  /// A remote command comes from a headset while there is a call: it is the call's, and nobody who plays
  /// receives anything.
  ///
  /// One press answers the call that rings, for which an active one goes on hold; it switches between an
  /// active call and one on hold, and ends a single one. The host performs what its provider is asked
  /// for, as it does for the call's screen.
  ///
  /// Source: lists of the gestures of EarPods (mactrast.com/2015/07,
  /// techwalla.com), after Apple's guide, which is not stored; support.apple.com TA38605 for the button
  /// as that of calls; github.com/signalapp/Signal-iOS/issues/909 for an app's own call. Our choice: a
  /// single call on hold is taken up, and two or three presses do nothing.
  mutating func pressForCall(_ command: RemoteCommand) throws(RejectedEvent) {
    switch command {
    case .play, .pause, .togglePlayPause, .stop: break
    case .next, .previous, .skipForward, .skipBackward, .seekForward, .seekBackward,
      .changePlaybackPosition, .changePlaybackRate, .changeShuffleMode, .changeRepeatMode:
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

  /// The main button is held: it declines the call that rings, ends an active one for the other, and
  /// summons Siri where there is no call.
  ///
  /// Source: support.apple.com TA38605 for declining; mactrast.com/2015/07 for two calls and Siri. That
  /// it does nothing to a single call that was answered is our choice.
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

  /// The stem of a headset is pressed: the active call is muted or unmuted, or the input of the app that
  /// records from the headset.
  ///
  /// Source: `inputMuteStateChangeNotification`; `setInputMuteStateChangeHandler(_:)` for the gesture of
  /// accessories. Our choice: the host of a call is asked by CallKit as well, and of a call that no app
  /// hosts no app is notified.
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
      throw .notThere("headset with a mute gesture that an app records from or a call uses")
    }
    let mutes = !state[app].isInputMuted
    if phone.hostsActiveCall(app) {
      guard perform(mutes ? .muteCall : .unmuteCall, by: .app(app)) else { return }
      state.device.calls.mute(mutes)
      state.device.calls.noteInputMute(mutes)
    }
    state[app].isInputMuted = mutes
  }
}
