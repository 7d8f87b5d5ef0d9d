internal import AudioSession

extension Phone {
  /// The apps that may respond to a remote command: the three conditions, and their result.
  var remoteTable: PolicyTable {
    PolicyTable(
      name: "remote",
      title: """
        the apps that may respond to a remote command, by three conditions; the command goes to the Now Playing \
        app, or to an app that may respond only during AirPlay
        """,
      columns: ["may answer"],
      rows: tables.remote.map { row in
        PolicyTable.Row(
          label: row.words, cells: [PolicyTable.Cell(row.mayAnswer, row.evidence)])
      })
  }

  /// The prompts that an app may play, depending on other activity on the phone.
  var promptsTable: PolicyTable {
    PolicyTable(
      name: "prompts",
      title:
        "the values of promptStyle (iOS 13 or later), depending on other activity on the phone",
      columns: ["promptStyle"],
      rows: Self.promptSituations.map { situation in
        let phone = trial(
          [AppState.trial(SessionConfiguration(.playback, mode: .voicePrompt)), situation.other],
          device: situation.device)
        let style = phone?.promptStyle(for: 0)
        return PolicyTable.Row(
          label: situation.name,
          cells: [
            PolicyTable.Cell(
              style?.name ?? "refused",
              style.map { Evidence(.page("AVAudioSession.PromptStyle.\($0.name)")) }
                ?? Evidence(.ours("not simulated")))
          ])
      })
  }

  private typealias Situation = (name: String, device: DeviceState, other: AppState)

  private static let promptSituations: [Situation] = {
    func situation(
      _ name: String, _ change: (inout DeviceState) -> Void = { _ in }, records: Bool = false
    ) -> Situation {
      var device = DeviceState()
      change(&device)
      var other = AppState.trial(SessionConfiguration(.playAndRecord))
      if records { other.activity = .active(.input) }
      return (name, device, other)
    }
    return [
      situation("nothing else"), situation("another app is recording", records: true),
      situation("Siri is listening or speaking", { $0.siri = .listening }),
      situation("Siri is recording", { $0.siri = .recording }),
      situation("a call is ringing", { $0.calls.first = Call(.ringing, host: .phone) }),
      situation("a call is active", { $0.calls.first = Call(.active, host: .phone) }),
    ]
  }()

  /// The differences between the kinds of devices.
  var devicesTable: PolicyTable {
    func row(
      _ label: String, _ evidence: Evidence, _ holds: (Platform) -> Bool
    ) -> PolicyTable.Row {
      PolicyTable.Row(
        label: label, cells: Platform.allCases.map { PolicyTable.Cell(holds($0), evidence) })
    }
    return PolicyTable(
      name: "devices", title: "the differences between the kinds of devices",
      columns: Platform.allCases.map(\.rawValue),
      rows: [
        row(
          "receiver, held to the ear",
          Evidence(
            .answer("QA1754: \"the receiver (the speaker you hold to your ear)\""),
            .ours(
              "an iPad does not have a receiver; the simulator has the receiver of the device that it simulates"
            )),
          \.hasReceiver),
        row(
          "haptics", Evidence(.page("CHHapticEngine.capabilitiesForHardware()")),
          \.supportsHaptics),
        row(
          "several apps in the foreground",
          Evidence(.guidelines("Multitasking: on iPad, side by side")),
          \.showsSeveralApps),
        row(
          "a folio that mutes the microphone (all devices accept the event)",
          Evidence(.guidelines("Playing audio: the Smart Folio of an iPad"))
        ) { $0 == .iPad },
        row(
          "explicit AirPlay with playback", .option(\.simulatorAcceptsAirPlay)
        ) { $0 == .simulator && policy.simulatorAcceptsAirPlay == .yes },
      ])
  }
}
