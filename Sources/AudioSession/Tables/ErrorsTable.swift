extension Phone {
  /// The errors and their numbers.
  var errorsTable: PolicyTable {
    let header = Evidence(.header, note: "AVAudioSession.ErrorCode")
    return PolicyTable(
      name: "errors",
      title: "the errors of a session, in the domain \(SessionErrorCode.domain)",
      columns: ["characters", "number", "means"],
      rows: SessionErrorCode.allCases.map {
        PolicyTable.Row($0.name, [$0.fourCharacters, "\($0.rawValue)", $0.meaning], header)
      })
  }
}
