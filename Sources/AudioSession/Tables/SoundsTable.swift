extension Phone {
  /// What holds for sounds that do not go through a session, and for haptics.
  var soundsTable: PolicyTable {
    PolicyTable(
      name: "sounds",
      title: "sounds and vibration that do not go through a session: what silences them",
      columns: ["switch", "recording", "background", "user's setting"],
      rows: SoundClass.allCases.map { sound in
        let rule = rule(sound)
        let settings: [UserSettings: String] = [
          .notificationSounds: "notificationSounds", .keyboardClicks: "keyboardClicks",
          .haptics: "haptics", .vibratesWithSound: "vibratesWithSound",
        ]
        return PolicyTable.Row(
          sound.name,
          [
            rule.isSilencedBySwitch ? "silences" : "ignored",
            rule.isMutedByRecording ? "silences" : "ignored",
            rule.needsForeground ? "silences" : "ignored",
            rule.setting.flatMap { settings[$0] } ?? "none",
          ], rule.evidence)
      })
  }
}
