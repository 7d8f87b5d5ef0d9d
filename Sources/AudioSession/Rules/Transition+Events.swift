extension Transition {
  /// Lets the event happen, without what follows for routes, hints and gains.
  mutating func carryOut(_ event: SessionEvent) throws(RejectedEvent) {
    if let caller = event.caller { try calling(caller) }
    if let subject = event.subject { try existing(subject) }
    switch event {
    case .setCategory(let app, let category, let mode, let policy, let options):
      setCategory(app, category, mode, policy, options)
    case .setMode(let app, let mode): setMode(app, mode)
    case .activate(let app): activate(app)
    case .deactivate(let app, let options, let untold): deactivate(app, options, untold)
    case .startOutput(let app): startOutput(app)
    case .stopOutput(let app): stop(app, .output, .stopOutput)
    case .startInput(let app): startInput(app)
    case .stopInput(let app): stop(app, .input, .stopInput)
    case .overrideOutput(let app, let port): overrideOutput(app, port)
    case .setPreferredInput(let app, let port): setPreferredInput(app, port)
    case .setInputProperty(let app): setInputProperty(app)
    case .setPreference(let app, let wish, let value): try setPreference(app, wish, value)
    case .setOutputMuted(let app, let muted): try setOutputMuted(app, muted)
    case .setRemoteCommands(let app, let commands): setRemoteCommands(app, commands)
    case .setCaptures(let app, let captures): state[app].captures = captures
    case .playHaptic(let app): playHaptic(by: app)
    case .playSound(let app, let sound): playSound(sound, by: app)

    case .enterForeground(let app): try run(app, .foreground)
    case .enterBackground(let app): try run(app, .background)
    case .suspend(let app): try suspend(app)
    case .terminate(let app): try terminate(app)
    case .launch(let app): try launch(app)
    case .setRecordPermission(let app, let permission): state[app].recordPermission = permission
    case .setRuntimeAssertion(let app, let holds): state[app].hasRuntimeAssertion = holds
    case .expireSession(let app): state[app].isExpired = true

    case .callRang(let host): try ring(host)
    case .callAnswered: try answer()
    case .callDeclined(let end): try endCall(.ringing, end)
    case .callEnded(let end): try hangUp(end)
    case .callHeld: try hold()
    case .callUnheld: try unhold()
    case .alarmFired: try fire(.alarm, \.isAlarmRinging)
    case .alarmDismissed(let end): try dismiss(.alarm, \.isAlarmRinging, end)
    case .timerFired: try fire(.timer, \.isTimerRinging)
    case .timerDismissed(let end): try dismiss(.timer, \.isTimerRinging, end)
    case .siriBegan: try beginSiri()
    case .siriRecorded: try recordSiri()
    case .siriEnded(let end, let player): try endSiri(end, player)
    case .notificationDelivered(let app, let hasSound): deliver(from: app, hasSound: hasSound)
    case .emergencyBegan: try fire(.emergency, \.isEmergency)
    case .emergencyEnded(let end): try dismiss(.emergency, \.isEmergency, end)
    case .microphoneMuted: try muteMicrophone()
    case .microphoneUnmuted: try unmuteMicrophone()
    case .mediaServicesLost: try loseMediaServices()
    case .mediaServicesReset: try resetMediaServices()

    case .silentModeSet(let silent): state.device.isSilent = silent
    case .locked: state.device.isLocked = true
    case .unlocked: state.device.isLocked = false
    case .volumeSet(let kind, let volume): try setVolume(kind, volume)
    case .volumeButtonPressed(let button): press(button)
    case .portConnected(let port): try connect(port)
    case .portDisconnected(let port, let announced): try disconnect(port, announced: announced)
    case .wokeFromSleep: wake()
    case .settingsChanged(let settings): state.device.settings = settings
    case .callStyleSet(let style): state.device.callStyle = style
    case .remoteCommandSent(let command): send(command)
    }
  }
}
