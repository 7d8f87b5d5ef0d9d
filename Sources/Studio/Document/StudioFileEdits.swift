private import Foundation
internal import HapticEditing
internal import HapticEngine
internal import HapticFormats
internal import HapticLint
private import HapticListening
internal import TextFormats

/// Changes of a pattern file by its pages.
extension StudioFile {
  /// Makes the change `edit` to the state at `revision`.
  ///
  /// - Returns: the revision after the change.
  /// - Throws: `StudioError` if the change cannot be made, or if the file has changed in the meantime.
  func make(_ edit: StudioRequest.Edit, at revision: Int) throws(StudioError) -> Int {
    let edits = try Self.operations(edit)
    return try change(at: revision) { history throws(EditError) in
      var session = EditSession(history.document)
      var said: [String] = []
      for edit in edits { said += try session.apply(edit).notes.listed }
      try Self.checkLength(of: session.document, madeFrom: history.document)
      // A curve that is drawn over events is meant to act on them.
      notes = edit.isDrawn ?? false ? [] : said
      return history.records(
        of: session.document, label: edit.label, joins: edit.joins ?? false)
    }
  }

  /// Replaces the whole pattern.
  ///
  /// A change that follows one with the same label is undone together with it. After another change, a note says that it
  /// is replaced.
  func replace(with pattern: HapticPattern, label: String) throws(StudioError) {
    let name = name
    _ = try change { history throws(EditError) in
      if history.canUndo, history.changes[history.count - 1].label != label {
        notes = ["the pattern was made again, in place of your changes; undo brings them back"]
      }
      return history.records(
        of: try EditDocument(AHAP.encode(pattern), file: name), label: label, joins: true)
    }
  }

  /// Undoes or redoes a step.
  func go(_ direction: HistoryDirection) throws(StudioError) -> Int {
    try change { $0.records(direction) }
  }

  /// Returns whether undoing or redoing a step leads to a text that is not a pattern.
  func leadsToText(_ direction: HistoryDirection) -> Bool {
    var history = stored.history
    return !history.apply(history.records(direction))
  }

  /// Corrects everything that lint can correct, or only the findings of the rule with the identifier `rule`.
  ///
  /// - Throws: `StudioError` if the rule does not exist, or if the file has changed since `revision`.
  func fix(_ rule: String? = nil, at revision: Int) throws(StudioError) -> Int {
    let name = name
    let configuration = try Self.configuration(onlyRule: rule)
    return try change(at: revision) { history throws(EditError) in
      guard
        let fixed = try Lint.fix(
          history.document.bytes, file: name, configuration: configuration)
      else { return [] }
      return history.records(
        of: try EditDocument(fixed.bytes, file: name),
        label: "fix " + fixed.rules.map(\.id).joined(separator: ", "))
    }
  }

  private static func configuration(onlyRule id: String?) throws(StudioError) -> LintConfiguration {
    guard let id else { return LintConfiguration() }
    guard let rule = Lint.rule(id) else { throw StudioError("no rule is called \(id.printable)") }
    let others = Lint.rules.filter { $0.id != rule.id }.map { ($0.id, "another rule is corrected") }
    do throws(LintConfiguration.Invalid) {
      return try LintConfiguration(off: Dictionary(uniqueKeysWithValues: others))
    } catch {
      throw StudioError(error.description)
    }
  }

  private static func operations(
    _ edit: StudioRequest.Edit
  ) throws(StudioError) -> [EditOperation] {
    var operations: [EditOperation] = []
    for words in edit.edits {
      do throws(EditError) {
        operations += try EditWords.operations(words) { name throws(EditError) in
          try fragment(
            edit.pattern ?? "", name, shift: edit.shift ?? 0, isDrawn: edit.isDrawn ?? false)
        }
      } catch {
        throw StudioError(error.reason)
      }
    }
    return operations
  }

  /// How far points of a drawn curve are removed, in decibels.
  ///
  /// Our choice: the tolerance of the curves that `haptic listen` makes; people cannot feel smaller differences.
  private static let drawnTolerance = ListenOptions().tolerance

  /// Returns the pattern that `text` describes, a notation or the text of a pattern file, `shift` seconds later.
  ///
  /// If its first entry is a curve that a pen has drawn, points of the curve are removed.
  static func fragment(
    _ text: String, _ name: String, shift: Double, isDrawn: Bool = false
  ) throws(EditError) -> EditFragment {
    var session = EditSession(try document(text, name))
    if isDrawn {
      try session.apply(.select(Selection(groups: [[.field(.index, .equal(0))]])))
      try session.apply(.simplify(decibels: drawnTolerance))
      // Everything is selected again.
      session = EditSession(session.document)
    }
    if shift != 0 { try session.apply(.shift(shift)) }
    return EditFragment(name: name, document: session.document)
  }

  private static func document(_ text: String, _ name: String) throws(EditError) -> EditDocument {
    if text.hasPrefix("{") { return try EditDocument(Array(text.utf8), file: name) }
    return try EditDocument(AHAP.encode(try HapticPattern(typed: text)), file: name)
  }
}
