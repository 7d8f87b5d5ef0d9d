public import AudioSession
public import PhoneRuntime

/// Haptics and short sounds that an app requests, and the conditions that silence them.
extension SimulatedApp {
  /// The app requests a haptic.
  ///
  /// - Returns: the verdict for the haptic.
  /// - Throws: `RejectedEvent` if the app is not running.
  @discardableResult
  public func playHaptic() throws(RejectedEvent) -> PlayVerdict {
    let id = id
    return try runtime.perform(.app(id, .playHaptic())) { phone in phone.hapticVerdict(for: id) }
  }

  /// The app requests a sound that does not go through its session: `AudioServicesPlaySystemSound` (`uiFeedback`, and
  /// `vibration` for `kSystemSoundID_Vibrate`), `AudioServicesPlayAlertSound` (`alert`), `UIDevice.playInputClick()`
  /// (`keyClick`).
  ///
  /// - Parameters:
  ///   - sound: the kind of sound.
  ///   - name: the app's name for the sound, which identifies its end.
  /// - Returns: the verdict for the sound; the phone decides on the vibration of an alert separately. With the module
  ///   `AudioSessionAnalysis`, `phone.snapshot.explain(.systemSound, for: phone.app.id)` states the reason.
  /// - Throws: `RejectedEvent` if the app is not running.
  @discardableResult
  public func playSound(
    _ sound: SoundClass = .uiFeedback, named name: String = ""
  ) throws(RejectedEvent) -> PlayVerdict {
    let id = id
    return try runtime.perform(.resident(.playSound(sound, name: name)), by: id) { phone in
      phone.soundVerdict(for: sound, by: id)
    }
  }

  /// The app's own input view on the screen.
  ///
  /// Key clicks depend on this view.
  public var inputView: InputView { runtime.phone.state[id].inputView }

  /// The app shows or hides its own input view.
  ///
  /// By default, it shows a view with clicks enabled.
  ///
  /// - Throws: `RejectedEvent` if the app is not running.
  public func showInputView(_ view: InputView = .clicking) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setInputView(view)))
  }

  /// The user's settings for the app's notifications.
  public var notificationSettings: NotificationSettings { runtime.phone.state[id].notifications }

  /// The user changes the settings for the app's notifications, which answers the app's pending requests.
  ///
  /// - Throws: `RejectedEvent`. The current policy never throws it.
  public func setNotificationSettings(
    _ settings: NotificationSettings
  ) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setNotificationSettings(settings)))
    notificationCenterFace.answer(settings.permission)
  }

  /// The app sets how its notifications are presented while it is in the foreground.
  ///
  /// - Throws: `RejectedEvent` if the app is not running.
  public func setFrontPresentation(_ options: FrontPresentation) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setFrontPresentation(options)))
  }

  /// The place of the app's last visible notification; `nowhere` if a notification arrived but was not shown; nil if no
  /// notification has arrived since the user cleared or opened the last one.
  public var shownNotification: NotificationPlace? { runtime.phone.state[id].shownNotification }

  /// The sensors in use by the app, which a haptic would shake.
  public var captures: CaptureContexts { runtime.phone.state[id].captures }

  /// The app starts using these sensors and stops using others.
  ///
  /// - Throws: `RejectedEvent` if the app is not running.
  public func setCaptures(_ captures: CaptureContexts) throws(RejectedEvent) {
    try runtime.perform(.app(id, .setCaptures(captures)))
  }

  /// The verdict for a haptic that the app would request now.
  public var hapticVerdict: PlayVerdict { runtime.phone.hapticVerdict(for: id) }

  /// The state of a volume view in the app, such as `MPVolumeView`.
  public var volumeView: VolumeView { runtime.phone.volumeView(for: id) }

  /// The controls on the app's screen that vibrate automatically, by name.
  ///
  /// Controls that are set here are restored when the app is launched again.
  public var controls: [String: Control] {
    get { runtime.controls(of: id) }
    set { runtime.setControls(newValue, of: id) }
  }

  /// The decorative haptics, by the names with which the app requests them.
  ///
  /// If the user reduces motion, the app's own code requests these haptics at half their intensity. Empty at first,
  /// because the system itself does not weaken any haptic.
  public var decorativeHaptics: Set<String> {
    get { runtime.decorativeHaptics(of: id) }
    set { runtime.setDecorativeHaptics(newValue, of: id) }
  }

  /// The user or the app changes a control.
  ///
  /// - Parameters:
  ///   - control: the name of the control.
  ///   - event: the change.
  /// - Throws: `RejectedEvent` if the app is not in the foreground, or the control does not exist.
  public func operate(_ control: String, _ event: ControlEvent) throws(RejectedEvent) {
    try runtime.perform(.resident(.operate(control, event)), by: id)
  }

  /// The user turns a wheel of a picker, which moves through its values as time passes.
  ///
  /// - Parameters:
  ///   - picker: the name of the control.
  ///   - turn: the wheel, the distance and the duration.
  /// - Throws: `RejectedEvent` if the app is not in the foreground, or the wheel does not exist.
  public func turn(_ picker: String, _ turn: PickerTurn) throws(RejectedEvent) {
    try runtime.perform(.resident(.turnPicker(picker, turn)), by: id)
  }

  /// The composites that the app has asked to load, by name, and whether each is loaded.
  public var composites: [String: Bool] { runtime.composites(of: id) }

  /// The app loads a composite, a pattern whose sound and haptic start together.
  ///
  /// - Parameters:
  ///   - name: the name of the pattern.
  ///   - seconds: the time that loading takes; see `SimulatedPhone.advance(by:)`.
  /// - Throws: `RejectedEvent` if the app is not running.
  public func loadComposite(_ name: String, seconds: Double = 0) throws(RejectedEvent) {
    try runtime.perform(.resident(.loadComposite(name, seconds: seconds)), by: id)
  }

  /// The app plays a composite, or shows the composite's still image if the composite is not loaded.
  ///
  /// - Parameter name: the name of the pattern.
  /// - Returns: whether both parts of the composite are played, or its still image is shown instead.
  /// - Throws: `RejectedEvent` if the app is not running, or the system version is before iOS 13.
  @discardableResult
  public func playComposite(_ name: String) throws(RejectedEvent) -> CompositeOutcome {
    let isLoaded = composites[name] == true
    try runtime.perform(.resident(.playComposite(name)), by: id)
    return isLoaded ? .played : .still
  }
}
