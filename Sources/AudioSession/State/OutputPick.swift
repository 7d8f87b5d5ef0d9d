/// An output that the user picks in Control Center, a volume view or a route picker.
///
/// It stays picked until what it names has gone, or something else is connected, which takes over as
/// always; the speaker, with nothing connected, until the conversation is over. What is picked in a call is
/// for that call: it ends with the last one, and what was picked before counts again. Source: our choice of
/// how long, by analogy with QA1754, where an override of the output is temporary; QA1754 for the last that
/// is connected.
public enum OutputPick: Hashable, Sendable {
  /// The phone itself: the speaker, or for play-and-record the receiver.
  case phone
  /// The speaker, also for play-and-record.
  case speaker
  /// The device of that name.
  case device(String)
  /// The last device that has that port.
  case port(Port)

  /// What is picked, as scenarios write it.
  public var name: String {
    switch self {
    case .phone: "phone"
    case .speaker: "speaker"
    case .device(let name): name
    case .port(let port): port.name
    }
  }

  /// Whether it is one of the phone's own outputs.
  var isOfPhone: Bool {
    switch self {
    case .phone, .speaker: true
    case .device, .port: false
    }
  }

  /// Whether a device is meant.
  func means(_ device: ConnectedDevice) -> Bool {
    switch self {
    case .phone, .speaker: false
    case .device(let name): device.name == name
    case .port(let port): device.ports.contains(port)
    }
  }

  /// Whether it can be picked with those devices connected.
  func isThere(among devices: [ConnectedDevice]) -> Bool {
    isOfPhone || devices.contains(where: means)
  }

  /// What is left of the devices for a route, what is picked first.
  func order(_ devices: [ConnectedDevice]) -> [ConnectedDevice] {
    if isOfPhone { return [] }
    guard let place = devices.firstIndex(where: means) else { return devices }
    var ordered = devices
    ordered.insert(ordered.remove(at: place), at: 0)
    return ordered
  }
}
