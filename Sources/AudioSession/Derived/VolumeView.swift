/// What the system's volume view shows in an app, such as `MPVolumeView`.
///
/// A view, and nothing that an app could set a volume with: its slider and its picker are the user's,
/// `SessionEvent.volumeSet` and `outputPicked`.
///
/// Source: Human Interface Guidelines, "Sliders" and "Playing audio": the volume view has a volume
/// slider and a control for the route; where the output in use does not support volume control, the
/// slider is replaced by the name of the device. Apps do not set the system's volume.
public struct VolumeView: Hashable, Sendable {
  /// What stands where the slider is.
  public enum Control: Hashable, Sendable {
    /// A slider at the volume that the app's session plays at, 0...1.
    case slider(level: Double)
    /// The name of the output, whose volume cannot be set from here.
    case deviceName(String)
  }

  /// What stands where the slider is.
  public let control: Control
  /// The outputs that the route picker offers, the phone's own first, then what came last.
  public let outputs: [OutputPick]
  /// The one in use.
  public let current: OutputPick
}

extension Phone {
  /// What a volume view in the app shows now.
  public func volumeView(for app: AppID) -> VolumeView {
    let route = currentRoute
    let fixed = route.outputs.ports.first { $0.hasFixedVolume }
    let control =
      fixed.map { VolumeView.Control.deviceName(route.outputDevice ?? $0.name) }
      ?? .slider(level: outputVolume(for: app))
    return VolumeView(control: control, outputs: pickableOutputs, current: outputInUse)
  }

  /// What the user can pick: the phone, its speaker beside the receiver, and each device with an output.
  private var pickableOutputs: [OutputPick] {
    let devices = state.device.connected.newestFirst.compactMap { device -> OutputPick? in
      guard let port = device.ports.ports.first(where: { rules.ports.outputs.contains($0) }) else {
        return nil
      }
      return device.name.map { .device($0) } ?? .port(port)
    }
    return (talks ? [.phone, .speaker] : [.phone]) + devices
  }

  /// What the present route is, as the user would pick it.
  private var outputInUse: OutputPick {
    let route = currentRoute
    if let name = route.outputDevice { return .device(name) }
    if let port = route.outputs.ports.first(where: { !$0.isBuiltIn }) { return .port(port) }
    return talks && route.outputs.contains(.builtInSpeaker) ? .speaker : .phone
  }

  /// Whether the phone itself has two outputs now: the receiver, and the speaker.
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
  /// Whether the volume of what is connected there cannot be set from the phone.
  ///
  /// Our choice, for the guidelines name no output: a line level, a screen and a car have a volume of
  /// their own. What plays goes there as it is, at no volume of the phone's, and the volume buttons change
  /// none: where the volume view has no slider, nothing else has one.
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
