package import Realtime
internal import TextFormats
internal import YAMLText

/// The text of a file of scenarios, whose steps and properties of apps can be inserted, changed and removed.
///
/// Everything outside a changed step or property keeps its bytes, including comments. A change is made only if
/// the file remains valid, nothing else changes its meaning, and no other step changes its time.
package struct ScenarioText: Sendable {
  /// The reason why a step cannot be changed.
  package struct Refusal: Error, Hashable, CustomStringConvertible {
    /// A sentence, or the problems of the text, one on each line.
    package let description: String
  }

  /// The bytes of the file.
  package let bytes: [UInt8]
  /// The scenarios; empty if the file has problems.
  package let scenarios: [Scenario]
  /// The problems of the file, in order of their places.
  package let problems: [ScenarioProblem]
  private let folder: ScenarioFolder
  private let inspector: (any SoundInspecting)?

  /// Reads the text of a file in `folder`.
  package init(
    _ bytes: [UInt8], in folder: ScenarioFolder, inspecting inspector: (any SoundInspecting)? = nil
  ) {
    (self.bytes, self.folder, self.inspector) = (bytes, folder, inspector)
    do throws(ScenarioErrors) {
      scenarios = try ScenarioReader.read(bytes, in: folder, inspecting: inspector)
      problems = []
    } catch {
      (scenarios, problems) = ([], error.problems)
    }
  }

  /// Returns the texts of the steps of a scenario; nil for each step that is not an item of a list with dashes.
  package func steps(of number: Int) -> [StepText?] {
    guard scenarios.indices.contains(number) else { return [] }
    let file = TextLines(bytes)
    return scenarios[number].steps.map { StepText(at: $0.place, in: file) }
  }

  // MARK: Changes

  /// Replaces the text of a step.
  ///
  /// - Parameters:
  ///   - step: the index of the step.
  ///   - number: the index of its scenario.
  ///   - text: the text of one step, without a dash.
  /// - Returns: the changed file.
  /// - Throws: `Refusal` with the reason or the problems of the changed text.
  package func replacing(
    _ step: Int, of number: Int, with text: String
  ) throws(Refusal) -> ScenarioText {
    let file = TextLines(bytes)
    let old = try place(of: step, of: number, in: file)
    let changed = replacing(
      old.range, with: Self.indented(text, by: old.column, file.lineBreak))
    try check(changed, number, without: step, with: step, keepsTimes: false)
    return changed
  }

  /// Returns the file without a step.
  ///
  /// If later steps get their time from the removed step, the time remains as a step in which nothing happens.
  ///
  /// - Throws: `Refusal` with the reason.
  package func removing(_ step: Int, of number: Int) throws(Refusal) -> ScenarioText {
    let file = TextLines(bytes)
    let old = try place(of: step, of: number, in: file)
    let (first, last) = (old.lines.lowerBound - 1, old.lines.upperBound)
    let end = file.lines.indices.contains(last) ? file.lines[last].lowerBound : bytes.count
    let without = replacing(file.lines[first].lowerBound..<end, with: "")
    do throws(Refusal) {
      try check(without, number, without: step, with: nil, keepsTimes: true)
      return without
    } catch {
      let time = scenarios[number].steps[step].time
      let emptied = replacing(old.range, with: "at: \(time.shortest)")
      try check(emptied, number, without: step, with: step, keepsTimes: true)
      return emptied
    }
  }

  /// Inserts a step after the steps at `time`, or at the time that its text states.
  ///
  /// - Parameters:
  ///   - text: the text of one step, without a dash.
  ///   - time: the time in seconds.
  ///   - number: the index of the scenario.
  /// - Returns: the changed file, and the index of the step.
  /// - Throws: `Refusal` with the reason or the problems of the text.
  package func inserting(
    _ text: String, at time: Double, of number: Int
  ) throws(Refusal) -> (text: ScenarioText, step: Int) {
    guard scenarios.indices.contains(number) else { throw faulty }
    let file = TextLines(bytes)
    let steps = scenarios[number].steps
    let stated = Self.statedTime(of: text)
    let time = stated ?? time
    let index = steps.lastIndex { $0.time <= time + 1e-9 }.map { $0 + 1 } ?? 0
    let earlier = index > 0 ? steps[index - 1].time : 0
    let isTimed = stated != nil || time <= earlier + 1e-9
    let step = isTimed ? text : Self.timed(text, at: time)
    let changed: ScenarioText
    if steps.isEmpty {
      changed = try starting(with: step, of: number, file)
    } else {
      let neighbor = try place(of: max(0, index - 1), of: number, in: file)
      let item =
        String(repeating: " ", count: neighbor.dash) + "- "
        + Self.indented(step, by: neighbor.dash + 2, file.lineBreak)
      if index > 0 {
        let end = neighbor.range.upperBound
        changed = replacing(end..<end, with: file.lineBreak + item)
      } else {
        let start = file.lines[neighbor.lines.lowerBound - 1].lowerBound
        changed = replacing(start..<start, with: item + file.lineBreak)
      }
    }
    try check(changed, number, without: nil, with: index, keepsTimes: true)
    return (changed, index)
  }

  // MARK: Parts

  var faulty: Refusal {
    Refusal(
      description: "the file is not valid; correct its text first:\n"
        + problems.map(\.description).joined(separator: "\n"))
  }

  private func place(
    of step: Int, of number: Int, in file: TextLines
  ) throws(Refusal) -> StepText {
    guard scenarios.indices.contains(number) else { throw faulty }
    guard scenarios[number].steps.indices.contains(step) else {
      throw Refusal(description: "there is no step \(step + 1)")
    }
    guard let text = StepText(at: scenarios[number].steps[step].place, in: file) else {
      throw Refusal(
        description:
          "this step is not an item of a list with dashes; change it in the text of the file")
    }
    return text
  }

  func replacing(_ range: Range<Int>, with text: String) -> ScenarioText {
    with(bytes.replacing([(range, text)]))
  }

  /// Returns the file with other bytes.
  func with(_ bytes: [UInt8]) -> ScenarioText {
    ScenarioText(bytes, in: folder, inspecting: inspector)
  }

  /// Returns the file with its first step, in place of an empty list in brackets.
  private func starting(
    with step: String, of number: Int, _ file: TextLines
  ) throws(Refusal) -> ScenarioText {
    let roots = YAMLDocuments(bytes).roots.filter { !$0.isNull }
    guard roots.indices.contains(number), case .mapping(let entries) = roots[number].content,
      let steps = entries.first(where: { $0.key == "steps" }),
      let start = file.offset(of: steps.value.place), bytes[start] == UInt8(ascii: "["),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "]")),
      bytes[(start + 1)..<end].allSatisfy({ $0 <= UInt8(ascii: " ") }), steps.place.column == 1
    else {
      throw Refusal(
        description:
          "the list of steps has a notation that can only be changed in the text of the file")
    }
    let item = "  - " + Self.indented(step, by: 4, file.lineBreak)
    var from = start
    while from > 0, bytes[from - 1] == UInt8(ascii: " ") { from -= 1 }
    return replacing(from..<(end + 1), with: file.lineBreak + item)
  }

  /// Returns `text` with every line after the first moved to the right by `column` spaces.
  private static func indented(_ text: String, by column: Int, _ lineBreak: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var last = lines.count
    while last > 1, lines[last - 1].allSatisfy(\.isWhitespace) { last -= 1 }
    let spaces = String(repeating: " ", count: column)
    return lines.prefix(last).enumerated().map { index, line in
      index == 0 || line.isEmpty ? String(line) : spaces + line
    }.joined(separator: lineBreak)
  }

  /// Returns the time that the text of a step states; nil if it does not state one.
  private static func statedTime(of text: String) -> Double? {
    guard let root = YAMLDocuments(Array(text.utf8)).roots.first,
      case .mapping(let entries) = root.content,
      let at = entries.first(where: { $0.key == "at" })
    else { return nil }
    return Double(at.value.oneLine)
  }

  /// Returns the text of a step that happens at `time`.
  private static func timed(_ text: String, at time: Double) -> String {
    let at = "at: \(time.shortest)"
    if text.hasPrefix("{") { return "{ \(at)," + text.dropFirst() }
    return at + "\n" + text
  }

  // MARK: Checks

  /// Checks that `changed` differs from this file in one step only.
  ///
  /// - Parameters:
  ///   - changed: the changed file.
  ///   - number: the index of the changed scenario.
  ///   - removed: the index of the step that was removed or replaced; nil for none.
  ///   - added: the index of the step that was inserted or replaced it; nil for none.
  ///   - keepsTimes: whether the other steps must keep their times.
  /// - Throws: `Refusal` with the reason.
  private func check(
    _ changed: ScenarioText, _ number: Int, without removed: Int?, with added: Int?,
    keepsTimes: Bool
  ) throws(Refusal) {
    guard changed.problems.isEmpty else {
      throw Refusal(description: changed.problemWords)
    }
    let refusal = Refusal(
      description: "this would change more than one step; change it in the text of the file")
    guard changed.scenarios.count == scenarios.count else { throw refusal }
    for (index, (old, new)) in zip(scenarios, changed.scenarios).enumerated() {
      guard old.name == new.name, old.setup == new.setup, old.apps == new.apps else {
        throw refusal
      }
      var (before, after) = (old.steps, new.steps)
      if index == number {
        if let removed { before.remove(at: removed) }
        if let added {
          guard after.indices.contains(added) else { throw refusal }
          after.remove(at: added)
        }
      }
      guard before.map(\.words) == after.map(\.words) else { throw refusal }
      guard !keepsTimes || zip(before, after).allSatisfy({ $0.time == $1.time }) else {
        throw Refusal(
          description:
            "this would change the times of later steps, because a step lets time pass from there on; "
            + "give the later steps their own times first")
      }
    }
  }
}
