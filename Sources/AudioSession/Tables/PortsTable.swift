extension Phone {
  /// What sound can come from and go to.
  var portsTable: PolicyTable {
    PolicyTable(
      name: "ports",
      title: """
        the ports: what is eligible and was connected last is used first; a preferred input and \
        an override of the output come before it, what is built in after it
        """,
      columns: ["raw value", "direction", "for", "several routes at once"],
      rows: rules.tables.ports.map { row in
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
