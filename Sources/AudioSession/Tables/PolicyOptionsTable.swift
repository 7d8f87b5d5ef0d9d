extension Phone {
  /// What Apple leaves open, and how this phone answers it.
  var policyOptionsTable: PolicyTable {
    PolicyTable(
      name: "knobs",
      title: "the questions that Apple leaves open, with this phone's answers",
      columns: ["question", "here", "default", "other answers"],
      rows: PolicyOption.bySubject.map { option in
        let others = option.allowed.filter { $0 != option.standard }.joined(separator: ", ")
        return PolicyTable.Row(
          option.key, [option.question, option.text(in: policy), option.standard, others],
          // Evidence of no place is placed by what it is.
          option.evidence.at(option.evidence.tags.map(\.meaning).joined(separator: "; ")))
      })
  }
}
