/// An output that the user picks in Control Center, a volume view or a route picker.
///
/// A pick lasts until the picked device is gone, or until another device is connected and becomes the output as usual.
/// If nothing is connected, the speaker pick lasts until the conversation ends. A pick during a call applies only to
/// calls: it ends with the last call, and the earlier pick takes effect again. Source: the duration is our choice, by
/// analogy with QA1754, where an output override is temporary. QA1754 also says that the device connected last is used.
public enum OutputPick: Hashable, Sendable {
  /// The phone itself: the speaker, or the receiver for play-and-record.
  case phone
  /// The speaker, even for play-and-record.
  case speaker
  /// The device with that name.
  case device(String)
  /// The most recently connected device that has that port.
  case port(Port)

  /// The pick, as it is written in scenarios.
  public var name: String {
    switch self {
    case .phone: "phone"
    case .speaker: "speaker"
    case .device(let name): name
    case .port(let port): port.name
    }
  }

  /// Whether the pick is one of the phone's own outputs.
  var isOfPhone: Bool {
    switch self {
    case .phone, .speaker: true
    case .device, .port: false
    }
  }

  /// Returns whether the pick refers to the device.
  func means(_ device: ConnectedDevice) -> Bool {
    switch self {
    case .phone, .speaker: false
    case .device(let name): device.name == name
    case .port(let port): device.ports.contains(port)
    }
  }

  /// Returns whether the output can be picked while those devices are connected.
  func isThere(among devices: [ConnectedDevice]) -> Bool {
    isOfPhone || devices.contains(where: means)
  }

  /// Returns the devices that a route may use with this pick, the picked device first.
  func order(_ devices: [ConnectedDevice]) -> [ConnectedDevice] {
    if isOfPhone { return [] }
    guard let place = devices.firstIndex(where: means) else { return devices }
    var ordered = devices
    ordered.insert(ordered.remove(at: place), at: 0)
    return ordered
  }
}
