extension Phone {
  /// The rules that the tables feed.
  var rulesTable: PolicyTable {
    PolicyTable(
      name: "rules",
      title: "the rules that explanations end at",
      columns: ["rule"],
      rows: SessionRule.allCases.map { PolicyTable.Row($0.name, [$0.statement], $0.evidence) })
  }
}
