/// The sessions that may use a port.
public enum PortEligibility: String, Hashable, Sendable, CaseIterable {
  /// Every session that has the port's direction.
  case every
  /// Sessions with output only, and sessions with input that set the option. The port is never one of several
  /// simultaneous routes.
  case stereoBluetooth
  /// Sessions with input that set the option.
  ///
  /// According to the header, voice prompts may be routed in other ways with some devices, "such as CarPlay". CarPlay
  /// is a separate port; the header does not mention hands-free.
  case handsFree
  /// Sessions with output only, and play-and-record sessions that set the option, except in voice chat.
  case airPlay

  /// The rule in words.
  public var statement: String {
    switch self {
    case .every: "every category that has the port's direction"
    case .stereoBluetooth: "output only; playAndRecord with allowBluetoothA2DP"
    case .handsFree: "with input and allowBluetoothHFP"
    case .airPlay: "output only; playAndRecord with allowAirPlay, not in voiceChat"
    }
  }
}

/// One row of the table of ports.
public struct PortRow: Hashable, Sendable {
  /// The port.
  public package(set) var port: Port
  /// Whether sound can come from the port.
  public package(set) var isInput: Bool
  /// Whether sound can go to the port.
  public package(set) var isOutput: Bool
  /// The sessions that may use the port.
  public package(set) var eligibility: PortEligibility
  /// Whether the port is used as an input when several routes are active simultaneously.
  public package(set) var isMultiRouteInput: Bool
  /// Whether the port is used as an output when several routes are active simultaneously.
  public package(set) var isMultiRouteOutput: Bool

  /// All rows.
  ///
  /// Source: header of `AVAudioSession.Port`, header of the categories for multi-route, QA1803 for
  /// AirPlay.
  public static let rows: [PortRow] = Port.allCases.map { $0.row }
}

/// The columns of the table of ports, each as a set of ports.
///
/// The table is stored as bits, because every query about audibility requires choosing a route.
struct PortColumns: Hashable {
  let inputs: PortSet
  let outputs: PortSet
  let multiRouteInputs: PortSet
  let multiRouteOutputs: PortSet
  let stereoBluetooth: PortSet
  let handsFree: PortSet
  let airPlay: PortSet

  init(_ rows: [PortRow]) {
    func ports(_ holds: (PortRow) -> Bool) -> PortSet { PortSet(rows.filter(holds).map(\.port)) }
    inputs = ports(\.isInput)
    outputs = ports(\.isOutput)
    multiRouteInputs = ports(\.isMultiRouteInput)
    multiRouteOutputs = ports(\.isMultiRouteOutput)
    stereoBluetooth = ports { $0.eligibility == .stereoBluetooth }
    handsFree = ports { $0.eligibility == .handsFree }
    airPlay = ports { $0.eligibility == .airPlay }
  }
}

extension Port {
  /// The row of the port.
  public var row: PortRow {
    switch self {
    case .builtInMic, .headsetMic: row(input: true, multiInput: true)
    case .lineIn, .continuityMicrophone: row(input: true)
    case .builtInSpeaker, .builtInReceiver, .bluetoothLE: row(output: true)
    case .mediaDeviceExtension: row(output: true)
    case .headphones, .lineOut, .HDMI: row(output: true, multiOutput: true)
    case .bluetoothA2DP: row(output: true, for: .stereoBluetooth)
    case .bluetoothHFP: row(input: true, output: true, for: .handsFree)
    case .airPlay: row(output: true, for: .airPlay)
    case .usbAudio: row(input: true, output: true, multiInput: true, multiOutput: true)
    case .carAudio, .virtual, .PCI, .fireWire, .displayPort, .AVB, .thunderbolt:
      row(input: true, output: true)
    }
  }

  private func row(
    input: Bool = false, output: Bool = false, for eligibility: PortEligibility = .every,
    multiInput: Bool = false, multiOutput: Bool = false
  ) -> PortRow {
    PortRow(
      port: self, isInput: input, isOutput: output, eligibility: eligibility,
      isMultiRouteInput: multiInput, isMultiRouteOutput: multiOutput)
  }
}
