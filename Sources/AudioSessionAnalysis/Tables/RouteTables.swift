internal import AudioSession

extension Phone {
  /// Where each configuration plays to and records from, with each kind of device connected.
  var routesTable: PolicyTable {
    let contestants = Self.routeContestants.filter { verdict(on: $0.configuration).error == nil }
    return PolicyTable(
      name: "routes",
      title: """
        where a session plays to, and records from after "<", with that connected; speaker, \
        receiver and mic are the phone's own
        """,
      columns: Self.connections.map(\.name),
      rows: contestants.map { contestant in
        PolicyTable.Row(
          label: contestant.name,
          cells: Self.connections.map { connection in
            let text = routeText(contestant.configuration, with: connection.ports)
            return PolicyTable.Cell(text, evidence(of: contestant.configuration, connection.ports))
          })
      })
  }

  /// Configurations that differ in what the choice of a route reads.
  private static let routeContestants: [(name: String, configuration: SessionConfiguration)] = [
    ("playback", SessionConfiguration(.playback)),
    ("playback, voicePrompt", SessionConfiguration(.playback, mode: .voicePrompt)),
    ("record", SessionConfiguration(.record)),
    ("record+HFP", SessionConfiguration(.record, options: .allowBluetoothHFP)),
    ("playAndRecord", SessionConfiguration(.playAndRecord)),
    (
      "playAndRecord+defaultToSpeaker",
      SessionConfiguration(.playAndRecord, options: .defaultToSpeaker)
    ),
    ("playAndRecord+HFP", SessionConfiguration(.playAndRecord, options: .allowBluetoothHFP)),
    ("playAndRecord+A2DP", SessionConfiguration(.playAndRecord, options: .allowBluetoothA2DP)),
    ("playAndRecord+AirPlay", SessionConfiguration(.playAndRecord, options: .allowAirPlay)),
    ("playAndRecord, voiceChat", SessionConfiguration(.playAndRecord, mode: .voiceChat)),
    ("playAndRecord, videoChat", SessionConfiguration(.playAndRecord, mode: .videoChat)),
    ("multiRoute", SessionConfiguration(.multiRoute)),
  ]

  private static let connections: [(name: String, ports: [Port])] = [
    ("nothing", []), ("headphones", [.headphones]), ("headset", [.headsetMic, .headphones]),
    ("bluetoothA2DP", [.bluetoothA2DP]), ("bluetooth, both", [.bluetoothHFP, .bluetoothA2DP]),
    ("airPlay", [.airPlay]), ("usbAudio", [.usbAudio]),
  ]

  private func routeText(_ configuration: SessionConfiguration, with ports: [Port]) -> String {
    var device = DeviceState()
    device.connected = DeviceStack(oldestFirst: ports)
    let app = AppState.trial(configuration, isActive: true)
    guard let route = trial([app], device: device)?.currentRoute else { return "refused" }
    let outputs = route.outputs.ports.map(\.shortName).joined(separator: " + ")
    let inputs = route.inputs.ports.map(\.shortName).joined(separator: " + ")
    return inputs.isEmpty ? outputs : outputs.isEmpty ? "< \(inputs)" : "\(outputs) < \(inputs)"
  }

  private func evidence(of configuration: SessionConfiguration, _ ports: [Port]) -> Evidence {
    let isSticky = configuration.options.contains(.defaultToSpeaker) && !ports.isEmpty
    let evidence = SessionRule.route.evidence
    return isSticky ? evidence.and(\.defaultToSpeakerSticky) : evidence
  }
}

extension Port {
  /// The name, but in one word for what is built in.
  var shortName: String {
    switch self {
    case .builtInMic: "mic"
    case .builtInSpeaker: "speaker"
    case .builtInReceiver: "receiver"
    case .headsetMic, .lineIn, .headphones, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE,
      .usbAudio, .carAudio, .lineOut, .HDMI, .airPlay, .continuityMicrophone, .virtual, .PCI,
      .fireWire, .displayPort, .AVB, .thunderbolt, .mediaDeviceExtension:
      name
    }
  }
}

extension Phone {
  /// What sound can come from and go to.
  var portsTable: PolicyTable {
    PolicyTable(
      name: "ports",
      title: """
        the ports: of devices that are eligible the last that was connected is used, of its ports \
        the one that the category asks for; a preferred input and an override of the output come \
        before it, what is built in after it
        """,
      columns: ["raw value", "direction", "for", "several routes at once"],
      rows: tables.ports.map { row in
        let header = Evidence(.header, note: "AVAudioSession.Port")
        return PolicyTable.Row(
          label: row.port.name,
          cells: [
            PolicyTable.Cell(row.port.rawValue, row.port.nameEvidence),
            PolicyTable.Cell(direction(row.isInput, row.isOutput), header),
            PolicyTable.Cell(row.eligibility.statement, row.eligibility.evidence),
            PolicyTable.Cell(
              direction(row.isMultiRouteInput, row.isMultiRouteOutput),
              Evidence(.header, note: "AVAudioSessionCategoryMultiRoute")),
          ])
      })
  }

  private func direction(_ isInput: Bool, _ isOutput: Bool) -> String {
    switch (isInput, isOutput) {
    case (true, true): "both"
    case (true, false): "input"
    case (false, true): "output"
    case (false, false): "no"
    }
  }
}

extension Port {
  /// Whether the raw value was seen, or only follows the pattern.
  fileprivate var nameEvidence: Evidence {
    switch self {
    case .builtInMic, .headsetMic, .lineIn, .builtInSpeaker, .builtInReceiver, .headphones,
      .bluetoothA2DP, .bluetoothHFP, .bluetoothLE, .usbAudio, .carAudio:
      Evidence(.field, note: "seen in logs")
    case .lineOut, .HDMI, .airPlay, .continuityMicrophone, .virtual, .PCI, .fireWire,
      .displayPort, .AVB, .thunderbolt, .mediaDeviceExtension:
      Evidence(.assumed, note: "follows the pattern, unverified")
    }
  }
}

extension PortEligibility {
  fileprivate var evidence: Evidence {
    switch self {
    case .every: Evidence(.header, note: "AVAudioSession.Port")
    case .stereoBluetooth:
      Evidence(.header, note: "AVAudioSession.CategoryOptions.allowBluetoothA2DP")
    case .handsFree:
      Evidence(.header, note: "AVAudioSession.CategoryOptions.allowBluetoothHFP; voicePrompt")
    case .airPlay: Evidence(.archive, .header, note: "QA1803")
    }
  }
}
