/// The content of the system's volume view in an app, such as `MPVolumeView`.
///
/// Apps cannot set the volume through this view. Only the user operates its slider and its picker:
/// `SessionEvent.volumeSet` and `outputPicked`.
///
/// Source: Human Interface Guidelines, "Sliders" and "Playing audio": the volume view has a volume slider and a control
/// for the route. If the current output does not support volume control, the device's name replaces the slider. Apps do
/// not set the system's volume.
public struct VolumeView: Hashable, Sendable {
  /// The slider, or the device name that replaces it.
  public enum Control: Hashable, Sendable {
    /// A slider that shows the volume of the app's session, 0...1.
    case slider(level: Double)
    /// The name of an output whose volume cannot be set here.
    case deviceName(String)
  }

  /// The slider, or the device name that replaces it.
  public let control: Control
  /// The outputs in the route picker: first the phone's own, then the connected devices, newest first.
  public let outputs: [OutputPick]
  /// The current output.
  public let current: OutputPick
}

extension Phone {
  /// Returns the current content of a volume view in the app.
  public func volumeView(for app: AppID) -> VolumeView {
    let route = currentRoute
    let fixed = route.outputs.ports.first { $0.hasFixedVolume }
    let control =
      fixed.map { VolumeView.Control.deviceName(route.outputDevice ?? $0.name) }
      ?? .slider(level: outputVolume(for: app))
    return VolumeView(control: control, outputs: pickableOutputs, current: outputInUse)
  }

  /// The outputs that the user can pick: the phone, its speaker if the receiver is also an option, and each device with
  /// an output.
  private var pickableOutputs: [OutputPick] {
    let devices = state.device.connected.newestFirst.compactMap { device -> OutputPick? in
      guard let port = device.ports.ports.first(where: { rules.ports.outputs.contains($0) }) else {
        return nil
      }
      return device.name.map { .device($0) } ?? .port(port)
    }
    return (talks ? [.phone, .speaker] : [.phone]) + devices
  }

  /// The current output, expressed as the user's pick.
  private var outputInUse: OutputPick {
    let route = currentRoute
    if let name = route.outputDevice { return .device(name) }
    if let port = route.outputs.ports.first(where: { !$0.isBuiltIn }) { return .port(port) }
    return talks && route.outputs.contains(.builtInSpeaker) ? .speaker : .phone
  }

  /// Whether the phone itself currently offers two outputs, the receiver and the speaker.
  private var talks: Bool {
    guard platform.hasReceiver else { return false }
    switch routeOwner {
    case .call: return true
    case .app(let app): return state[app].configuration.category == .playAndRecord
    case .nobody: return false
    }
  }
}

extension PortSet {
  /// The outputs whose volume cannot be set from the phone.
  package static let fixedVolume = PortSet(Port.allCases.filter(\.hasFixedVolume))
}

extension Port {
  /// Whether the phone cannot set the volume of a device connected to this port.
  ///
  /// Our choice, because the guidelines do not name any outputs: a line output, a screen and a car have their own
  /// volume. The phone's volumes do not affect audio on these outputs, and the volume buttons do not change any volume.
  /// If the volume view lacks a slider, so do all other volume controls.
  public var hasFixedVolume: Bool {
    switch self {
    case .lineOut, .HDMI, .displayPort, .carAudio: true
    case .builtInMic, .headsetMic, .lineIn, .continuityMicrophone, .builtInSpeaker,
      .builtInReceiver, .bluetoothLE, .mediaDeviceExtension, .headphones, .bluetoothA2DP,
      .bluetoothHFP, .airPlay, .usbAudio, .virtual, .PCI, .fireWire, .AVB, .thunderbolt:
      false
    }
  }
}
