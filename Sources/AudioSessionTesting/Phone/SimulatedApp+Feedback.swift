public import AudioSession
public import PhoneRuntime

/// Haptics and short sounds that an app asks for, and what silences them.
extension SimulatedApp {
  /// The app asks for a haptic.
  ///
  /// - Returns: what becomes of it.
  /// - Throws: `RejectedEvent` if the app does not run.
  @discardableResult
  public func playHaptic() throws(RejectedEvent) -> PlayVerdict {
    let id = id
    return try runtime.perform(.app(id, .playHaptic())) { phone in phone.hapticVerdict(for: id) }
  }

  /// The app asks for a sound that does not go through its session: `AudioServicesPlaySystemSound`
  /// (`uiFeedback`, and `vibration` for `kSystemSoundID_Vibrate`), `AudioServicesPlayAlertSound`
  /// (`alert`), `UIDevice.playInputClick()` (`keyClick`).
  ///
  /// - Parameters:
  ///   - sound: the kind.
  ///   - name: what the app calls it, by which its end is known.
  /// - Returns: what becomes of it; the vibration of an alert is the phone's own matter. With the module
  ///   `AudioSessionAnalysis`, `phone.snapshot.explain(.systemSound, for: phone.app.id)` says why.
  /// - Throws: `RejectedEvent` if the app does not run.
  @discardableResult
  public func playSound(
    _ sound: SoundClass = .uiFeedback, named name: String = ""
  ) throws(RejectedEvent) -> PlayVerdict {
    let id = id
    return try runtime.perform(.resident(.playSound(sound, name: name)), by: id) { phone in
      phone.soundVerdict(for: sound, by: id)
    }
  }

  /// The input view of the app's own that is on the screen, to which key clicks belong.
  public var inputView: InputView { runtime.phone.state[id].inputView }

  /// An input view of the app's own comes or goes: by default one that has enabled clicks.
  ///
  /// - Throws: `RejectedEvent` if the app does not run.
  public func showInputView(_ view: InputView = .clicking) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setInputView(view)))
  }

  /// What the user lets the app's notifications do.
  public var notificationSettings: NotificationSettings { runtime.phone.state[id].notifications }

  /// The user decides what the app's notifications may do, upon which its requests are answered.
  ///
  /// - Throws: `RejectedEvent`, never in the present policy.
  public func setNotificationSettings(
    _ settings: NotificationSettings
  ) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setNotificationSettings(settings)))
    notificationCenterFace.answer(settings.permission)
  }

  /// The app lets its notifications do this while it is in front.
  ///
  /// - Throws: `RejectedEvent` if the app does not run.
  public func setFrontPresentation(_ options: FrontPresentation) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setFrontPresentation(options)))
  }

  /// The place of the last notification of the app that is to be seen; `nowhere` if one arrived and
  /// none was shown, nil if none arrived since the user cleared or opened the last.
  public var shownNotification: NotificationPlace? { runtime.phone.state[id].shownNotification }

  /// Lets the app's delegate decide, if it has one and is in front.
  func decideAboutPresentation() throws(RejectedEvent) {
    guard lifecycle == .foreground, let options = notificationCenterFace.presentation() else {
      return
    }
    try setFrontPresentation(options)
  }

  /// The sensors that the app captures with, which a haptic would shake.
  public var captures: CaptureContexts { runtime.phone.state[id].captures }

  /// The app captures with these sensors from now on.
  ///
  /// - Throws: `RejectedEvent` if the app does not run.
  public func setCaptures(_ captures: CaptureContexts) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setCaptures(captures)))
  }

  /// What would become of a haptic that the app asks for now.
  public var hapticVerdict: PlayVerdict { runtime.phone.hapticVerdict(for: id) }

  /// What a volume view in the app shows, such as `MPVolumeView`.
  public var volumeView: VolumeView { runtime.phone.volumeView(for: id) }

  /// The controls on the app's screen, by their names, which vibrate by themselves.
  ///
  /// What is set here is there again when the app is launched anew.
  public var controls: [String: Control] {
    get { runtime.controls(of: id) }
    set { runtime.setControls(newValue, of: id) }
  }

  /// The haptics that only decorate, by the names that the app asks with.
  ///
  /// While the user reduces motion the app's own code asks for them at half their intensity. None at
  /// first: the system weakens no haptic.
  public var decorativeHaptics: Set<String> {
    get { runtime.decorativeHaptics(of: id) }
    set { runtime.setDecorativeHaptics(newValue, of: id) }
  }

  /// The user, or the app, changes a control.
  ///
  /// - Parameters:
  ///   - control: its name.
  ///   - event: what is done to it.
  /// - Throws: `RejectedEvent` if the app is not in the foreground, or there is no such control.
  public func operate(_ control: String, _ event: ControlEvent) throws(RejectedEvent) {
    try runtime.perform(.resident(.operate(control, event)), by: id)
  }

  /// The user turns a wheel of a picker, which passes values as time passes.
  ///
  /// - Parameters:
  ///   - picker: the name of the control.
  ///   - turn: which wheel, how far, and in what time.
  /// - Throws: `RejectedEvent` if the app is not in the foreground, or there is no such wheel.
  public func turn(_ picker: String, _ turn: PickerTurn) throws(RejectedEvent) {
    try runtime.perform(.resident(.turnPicker(picker, turn)), by: id)
  }

  /// The composites that the app has asked to load, by name, and whether each is loaded.
  public var composites: [String: Bool] { runtime.composites(of: id) }

  /// The app loads a composite, a pattern whose sound and haptic start together.
  ///
  /// - Parameters:
  ///   - name: the name of the pattern.
  ///   - seconds: the time that loading takes, which passes by `SimulatedPhone.advance(by:)`.
  /// - Throws: `RejectedEvent` if the app does not run.
  public func loadComposite(_ name: String, seconds: Double = 0) throws(RejectedEvent) {
    try runtime.perform(.resident(.loadComposite(name, seconds: seconds)), by: id)
  }

  /// The app plays a composite, or shows its still where it is not loaded.
  ///
  /// - Parameter name: the name of the pattern.
  /// - Returns: whether both of its parts play, or its still is shown.
  /// - Throws: `RejectedEvent` if the app does not run, or before 13.
  @discardableResult
  public func playComposite(_ name: String) throws(RejectedEvent) -> CompositeOutcome {
    let isLoaded = composites[name] == true
    try runtime.perform(.resident(.playComposite(name)), by: id)
    return isLoaded ? .played : .still
  }
}
