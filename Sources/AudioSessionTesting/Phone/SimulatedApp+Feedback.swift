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
    let verdict = runtime.phone.hapticVerdict(for: id)
    try runtime.perform(.playHaptic(id))
    return verdict
  }

  /// The app asks for a sound that does not go through its session: `AudioServicesPlaySystemSound`
  /// (`uiFeedback`, and `vibration` for `kSystemSoundID_Vibrate`), `AudioServicesPlayAlertSound`
  /// (`alert`), `UIDevice.playInputClick()` (`keyClick`).
  ///
  /// - Returns: what becomes of it; the vibration of an alert is the phone's own matter.
  /// - Throws: `RejectedEvent` if the app does not run.
  @discardableResult
  public func playSound(_ sound: SoundClass = .uiFeedback) throws(RejectedEvent) -> PlayVerdict {
    let verdict = runtime.phone.soundVerdict(for: sound, by: id)
    try runtime.perform(.playSound(id, sound))
    return verdict
  }

  /// Whether an input view of the app's own is on the screen, to which key clicks belong.
  public var showsInputView: Bool { runtime.phone.state[id].showsInputView }

  /// An input view of the app's own comes or goes.
  ///
  /// - Throws: `RejectedEvent` if the app does not run.
  public func showInputView(_ isShown: Bool = true) throws(RejectedEvent) {
    try runtime.perform(.setInputView(id, isShown))
  }

  /// The sensors that the app captures with, which a haptic would shake.
  public var captures: CaptureContexts { runtime.phone.state[id].captures }

  /// The app captures with these sensors from now on.
  ///
  /// - Throws: `RejectedEvent` if the app does not run.
  public func setCaptures(_ captures: CaptureContexts) throws(RejectedEvent) {
    try runtime.perform(.setCaptures(id, captures))
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

  /// The user, or the app, changes a control.
  ///
  /// - Parameters:
  ///   - control: its name.
  ///   - event: what is done to it.
  /// - Throws: `RejectedEvent` if the app is not in the foreground, or there is no such control.
  public func operate(_ control: String, _ event: ControlEvent) throws(RejectedEvent) {
    try runtime.perform(.operate(control, event), by: id)
  }

  /// The user turns a wheel of a picker, which passes values as time passes.
  ///
  /// - Parameters:
  ///   - picker: the name of the control.
  ///   - turn: which wheel, how far, and in what time.
  /// - Throws: `RejectedEvent` if the app is not in the foreground, or there is no such wheel.
  public func turn(_ picker: String, _ turn: PickerTurn) throws(RejectedEvent) {
    try runtime.perform(.turnPicker(picker, turn), by: id)
  }
}
