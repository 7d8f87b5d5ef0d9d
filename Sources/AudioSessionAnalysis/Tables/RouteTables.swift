internal import AudioSession

extension Phone {
  /// The outputs and inputs of each configuration, for each kind of connected device.
  var routesTable: PolicyTable {
    let contestants = Self.routeContestants.filter { verdict(on: $0.configuration).error == nil }
    return PolicyTable(
      name: "routes",
      title: """
        a session's outputs and, after "<", its inputs, for each kind of connected device; speaker, receiver and mic \
        are built in
        """,
      columns: Self.connections.map(\.name),
      rows: contestants.map { contestant in
        PolicyTable.Row(
          label: contestant.name,
          cells: Self.connections.map { connection in
            let text = routeText(contestant.configuration, with: connection.ports)
            return PolicyTable.Cell(
              text, routeEvidence(of: contestant.configuration, connection.ports))
          })
      })
  }

  /// Configurations that differ in the properties that affect the choice of a route.
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

  /// Returns the evidence for a cell, from the sources about the connected device and about the category.
  private func routeEvidence(
    of configuration: SessionConfiguration, _ ports: [Port]
  ) -> Evidence {
    if configuration.category == .multiRoute {
      return Evidence(.types("AVAudioSessionCategoryMultiRoute"))
    }
    guard let newest = ports.last else { return builtInEvidence(of: configuration) }
    let hasInput = row(configuration.category).hasInput
    return switch newest {
    case .bluetoothA2DP where ports.contains(.bluetoothHFP):
      handsFreeEvidence(of: configuration)
    case .bluetoothA2DP: Evidence(.types("CategoryOptions.allowBluetoothA2DP"))
    case .airPlay: airPlayEvidence(of: configuration)
    case .usbAudio: wiredEvidence(.answer("QA1754: the last-in wins rule"), of: configuration)
    case .headphones where !hasInput:
      Evidence(
        .guidelines("Playing audio: people expect sound to reroute"),
        .page("Responding to audio route changes"))
    case .headphones:
      wiredEvidence(.answer("QA1754: headset microphone, headphones"), of: configuration)
    case .builtInMic, .headsetMic, .lineIn, .builtInSpeaker, .builtInReceiver, .bluetoothHFP,
      .bluetoothLE, .carAudio, .lineOut, .HDMI, .continuityMicrophone, .virtual, .PCI, .fireWire,
      .displayPort, .AVB, .thunderbolt, .mediaDeviceExtension:
      Evidence(.ours("no source names this pair of configuration and port"))
    }
  }

  private func builtInEvidence(of configuration: SessionConfiguration) -> Evidence {
    guard row(configuration.category).hasInput else {
      return Evidence(.ours("no other output is possible"))
    }
    guard row(configuration.category).hasOutput else {
      return Evidence(.ours("no other input is possible"))
    }
    if configuration.mode == .videoChat {
      return Evidence(.types("AVAudioSessionModeVideoChat: implies defaultToSpeaker"))
    }
    return configuration.effectiveOptions.contains(.defaultToSpeaker)
      ? Evidence(.types("CategoryOptions.defaultToSpeaker"), .answer("QA1754"))
      : Evidence(.types("AVAudioSessionPortOverrideSpeaker: the receiver by default"))
  }

  private func handsFreeEvidence(of configuration: SessionConfiguration) -> Evidence {
    guard row(configuration.category).hasInput else {
      return Evidence(.types("CategoryOptions.allowBluetoothA2DP: always with output only"))
    }
    switch configuration.mode {
    case .voiceChat, .videoChat:
      return Evidence(.types("\(configuration.mode.rawValue): implies allowBluetoothHFP"))
    case .default, .gameChat, .videoRecording, .measurement, .moviePlayback, .spokenAudio,
      .voicePrompt, .shortFormVideo, .dualRoute:
      break
    }
    return configuration.options.contains(.allowBluetoothHFP)
      ? Evidence(
        .page("CategoryOptions.allowBluetoothHFP: a hands-free input also selects the output"),
        .types("CategoryOptions.allowBluetoothHFP"))
      : Evidence(.types("CategoryOptions.allowBluetoothHFP, allowBluetoothA2DP: false by default"))
  }

  private func airPlayEvidence(of configuration: SessionConfiguration) -> Evidence {
    let answer = Citation.answer("QA1803")
    guard row(configuration.category).hasInput else {
      return Evidence(answer, .ours("that it is used as soon as it is connected"))
    }
    switch configuration.mode {
    case .voiceChat: return Evidence(.answer("QA1803: not with voiceChat"))
    case .videoChat:
      return Evidence(
        .ours("because the option is not implied"),
        against: .answer("QA1803: mirrored AirPlay with videoChat, before there was an option"))
    case .default, .gameChat, .videoRecording, .measurement, .moviePlayback, .spokenAudio,
      .voicePrompt, .shortFormVideo, .dualRoute:
      return Evidence(
        .types("CategoryOptions.allowAirPlay"),
        against: .answer("QA1803: playAndRecord with mirrored AirPlay, before the option"))
    }
  }

  /// Returns the evidence for a wired device: the answer, the speaker option, or that a mode is not documented.
  private func wiredEvidence(
    _ answer: Citation, of configuration: SessionConfiguration
  ) -> Evidence {
    if configuration.mode == .voiceChat {
      return Evidence(.ours("the mode reduces the routes; the remaining routes are not documented"))
    }
    return configuration.effectiveOptions.contains(.defaultToSpeaker)
      ? .option(\.defaultToSpeakerSticky) : Evidence(answer)
  }
}

extension Phone {
  /// The ports that sound can come from or go to.
  var portsTable: PolicyTable {
    PolicyTable(
      name: "ports",
      title: """
        the ports: the eligible device that was connected last is used, with the port that the category \
        requires; a preferred input and an override of the output take precedence over that device, and built-in \
        ports have the lowest priority
        """,
      columns: ["raw value", "direction", "usable by", "several routes at once"],
      rows: tables.ports.map { row in
        PolicyTable.Row(
          label: row.port.name,
          cells: [
            PolicyTable.Cell(row.port.rawValue, row.port.nameEvidence),
            PolicyTable.Cell(direction(row.isInput, row.isOutput), row.port.directionEvidence),
            eligibilityCell(of: row), severalCell(of: row),
          ])
      })
  }

  /// Returns the sessions that may use a port; only playAndRecord uses the receiver.
  private func eligibilityCell(of row: PortRow) -> PolicyTable.Cell {
    row.port == .builtInReceiver
      ? PolicyTable.Cell(
        "playAndRecord only",
        Evidence(
          .types("AVAudioSessionPortOverrideSpeaker: the receiver by default"),
          .page("CategoryOptions.defaultToSpeaker")))
      : PolicyTable.Cell(row.eligibility.statement, row.eligibility.evidence)
  }

  private func severalCell(of row: PortRow) -> PolicyTable.Cell {
    let multiRoute = "AVAudioSessionCategoryMultiRoute"
    switch row.port {
    case .builtInSpeaker:
      return PolicyTable.Cell(
        "output, if no other output is eligible",
        Evidence(.types("\(multiRoute): no other eligible outputs")))
    case .bluetoothHFP, .bluetoothLE:
      return PolicyTable.Cell(
        "in mode dualRoute",
        Evidence(.types("AVAudioSessionModeDualRoute (iOS 26.2): supported secondary routes")))
    case .builtInMic, .headsetMic, .lineIn, .builtInReceiver, .headphones, .bluetoothA2DP,
      .usbAudio, .carAudio, .lineOut, .HDMI, .airPlay, .continuityMicrophone, .virtual, .PCI,
      .fireWire, .displayPort, .AVB, .thunderbolt, .mediaDeviceExtension:
      return PolicyTable.Cell(
        direction(row.isMultiRouteInput, row.isMultiRouteOutput), Evidence(.types(multiRoute)))
    }
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
  /// The evidence for the raw value, which was either observed or follows the pattern.
  fileprivate var nameEvidence: Evidence {
    switch self {
    case .builtInMic:
      Evidence(.log("github.com/getdictus/dictus-ios/issues/353: inputs=MicrophoneBuiltIn"))
    case .builtInReceiver: Evidence(.log("VialerSIPLib 165: (type: Receiver)"))
    case .builtInSpeaker: Evidence(.log("SwiftySound 42: (type: Speaker)"))
    case .headsetMic, .lineIn, .headphones, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE,
      .usbAudio:
      Evidence(.log("found in developer logs that are not cited here"))
    case .carAudio: Evidence(.log("read from the libraries of iOS 7.0 and 12.0"))
    case .continuityMicrophone, .virtual, .PCI, .fireWire, .displayPort, .AVB, .thunderbolt:
      Evidence(.log("read from a library on a Mac"))
    case .HDMI, .airPlay: Evidence(.log("an app compares the port type with this value"))
    case .lineOut, .mediaDeviceExtension:
      Evidence(.ours("follows the pattern of the other values"))
    }
  }

  fileprivate var directionEvidence: Evidence {
    switch self {
    case .continuityMicrophone:
      Evidence(.types("AVAudioSessionPortContinuityMicrophone: for Apple TV, not for phones"))
    case .mediaDeviceExtension:
      Evidence(.types("AVAudioSessionPortMediaDeviceExtension: \"Output to a media device\""))
    case .bluetoothLE:
      Evidence(
        .types("AVAudioSessionPortBluetoothLE: \"Output on a Bluetooth Low Energy device\""),
        against: .types("AVAudioSessionModeDualRoute: input and output"))
    case .builtInMic, .headsetMic, .lineIn, .builtInSpeaker, .builtInReceiver, .headphones,
      .bluetoothA2DP, .bluetoothHFP, .usbAudio, .carAudio, .lineOut, .HDMI, .airPlay, .virtual,
      .PCI, .fireWire, .displayPort, .AVB, .thunderbolt:
      Evidence(.types("AVAudioSessionPort…, grouped as input, output or either"))
    }
  }
}

extension PortEligibility {
  fileprivate var evidence: Evidence {
    switch self {
    case .every: Evidence(.ours("no source restricts the category"))
    case .stereoBluetooth:
      Evidence(.types("CategoryOptions.allowBluetoothA2DP: false for record and multiRoute"))
    case .handsFree: Evidence(.types("CategoryOptions.allowBluetoothHFP"))
    case .airPlay:
      Evidence(.types("CategoryOptions.allowAirPlay"), .answer("QA1803: not with voiceChat"))
    }
  }
}
