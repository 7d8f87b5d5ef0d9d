internal import HapticEngine
internal import TextFormats

/// One operation on one document; collects its changes.
///
/// The operations themselves are extensions, by their subject: values, times, lists, curves.
package struct EditRun {
  package let document: EditDocument
  let selected: EntrySet
  /// The seams of the document before the operation; nil if the operation does not create any.
  let seams: EditedSeams?
  package private(set) var patch = TextPatch()
  /// The number of entries that are changed, added or removed.
  private(set) var changed = 0
  /// The selection after the operation; nil if the same entries stay selected.
  var selectedAfter: EntrySet?
  private var lastChanged = -1
  /// Whether each entry is removed; empty if all are kept.
  private var isRemoved: [Bool] = []
  /// The number of entries inserted after each entry, by the entry's index; -1 for the start.
  private var inserted: [Int: Int] = [:]
  /// The latest of the times that were set, and the latest of the existing times.
  private var latest: (new: Seconds, old: Seconds) = (0, 0)
  /// Requests that the operation could not fulfill, and side effects.
  var notes = EditNotes()
  /// The changes to the sounds, which have captions.
  var sounds = SoundChanges()

  package init(_ document: EditDocument, _ selected: EntrySet, _ seams: EditedSeams? = nil) {
    self.document = document
    self.selected = selected
    self.seams = seams
  }

  /// Carries out `operation`.
  mutating func apply(_ operation: EditOperation) throws(EditError) {
    try carryOut { (run) throws(EditError) in try run.perform(operation) }
  }

  /// Carries out `change` and sorts the patch.
  package mutating func carryOut(
    _ change: (inout EditRun) throws(EditError) -> Void
  ) throws(EditError) {
    try change(&self)
    noteLateTimes()
    try changeCaptions()
    patch.sort()
    try checkSize()
  }

  private mutating func perform(_ operation: EditOperation) throws(EditError) {
    switch operation {
    case .select(let selection): try select(selection)
    case .scaleIntensity(let factor): try scale(.hapticIntensity, by: factor)
    case .scaleSharpness(let factor): try scale(.hapticSharpness, by: factor)
    case .raiseIntensity(let amount): try raise(.hapticIntensity, by: amount)
    case .raiseSharpness(let amount): try raise(.hapticSharpness, by: amount)
    case .normalize(let level): try normalize(to: level)
    case .humanize(let seed, let time, let intensity):
      try humanize(seed: seed, time: time, intensity: intensity)
    case .set(let target, let value): try set(target, to: value)
    case .shift(let time): try shift(by: time)
    case .move(let time): try move(to: time)
    case .stretch(let factor): try stretch(by: factor)
    case .fit(let duration): try fit(to: duration)
    case .reverse: try reverse()
    case .quantize(let step): try quantize(to: step)
    case .snap(let tempo, let step): try quantize(to: step * 60 / tempo)
    case .trim(let from, let to): try trim(from: from, to: to)
    case .delete: try delete()
    case .duplicate(let time): try duplicate(after: time)
    case .append(let fragment): try append(fragment)
    case .overlay(let fragment): try overlay(fragment)
    case .addPoint(let entry, let time, let value):
      try addPoint(to: entry, at: time, value)
    case .deletePoint(let entry, let index): try deletePoint(at: index, of: entry)
    case .simplify(let decibels): try simplify(decibels: decibels)
    case .split: try split()
    }
  }

  private mutating func select(_ selection: Selection) throws(EditError) {
    if selection.isAll {
      selectedAfter = .all
      changed = document.entries.count
      return
    }
    var flags = [Bool](repeating: false, count: document.entries.count)
    try document.forEach { fields in flags[fields.index] = selection.contains(fields) }
    changed = flags.count(where: \.self)
    selectedAfter = EntrySet(flags: flags)
  }

  /// Checks the size of the file, because a larger file could be written, but could not be read again.
  private func checkSize() throws(EditError) {
    let size = patch.splices.reduce(document.bytes.count) {
      $0 + $1.inserted.count - $1.removed
    }
    if size > AHAP.maximumFileSize {
      throw .operation(
        name: "edit",
        reason: "the file would be larger than the maximum of \(AHAP.maximumFileSize >> 20) MB")
    }
  }

  // MARK: Reading

  /// The selected entries, which can be read while this run changes.
  var selectedEntries: SelectedEntries { SelectedEntries(document: document, selected: selected) }

  /// The course of the document before the operation.
  var course: PatternCourse { seams?.course ?? PatternCourse(document.patternEntries) }

  /// The bytes of `range` of the document.
  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { document.bytes[range] }

  // MARK: Numbers

  /// Records that `fields` changes.
  mutating func count(_ fields: EntryFields) {
    if fields.index != lastChanged { changed += 1 }
    lastChanged = fields.index
  }

  /// Sets the number at `token` to another value, unless it already has this value.
  package mutating func set(_ token: NumberToken, to value: Double, of fields: EntryFields) {
    guard let text = text(of: token, as: value) else { return }
    count(fields)
    patch.replace(token.range, with: text.utf8)
  }

  /// Returns the new text of the number at `token`; nil if it already has this value.
  func text(of token: NumberToken, as value: Double) -> String? {
    let value = EditNumber.rounded(value)
    if value == token.value || value == EditNumber.rounded(token.value) { return nil }
    return EditNumber.text(value, replacing: bytes(token.range))
  }

  /// Returns `value`, or throws if it is not valid as the time or duration of an entry.
  func checkedTime(
    _ value: Seconds, _ what: String = "time", of fields: EntryFields
  ) throws(EditError) -> Seconds {
    let value = EditNumber.rounded(value)
    if (0...PatternLimits.maximumTime).contains(value) { return value }
    throw error(
      fields,
      "the \(what) would be \(EditNumber.word(value)) s; it must be from 0 to "
        + EditNumber.word(PatternLimits.maximumTime))
  }

  /// Returns an error which states that the edit cannot be applied to `fields`.
  func error(_ fields: EntryFields, _ reason: String) -> EditError {
    .entry(
      path: fields.path, location: document.location(of: fields.range.lowerBound), reason: reason)
  }

  /// Moves `fields` to `time`.
  mutating func setTime(_ time: Seconds, of fields: EntryFields) throws(EditError) {
    let time = try checkedTime(time, of: fields)
    if fields.kind.isAudio { sounds.moved[fields.index] = (fields.time.value, time) }
    latest = (max(latest.new, time), max(latest.old, fields.time.value))
    set(fields.time, to: time, of: fields)
  }

  /// Notes times that are too late for a plausible pattern, because milliseconds may have been intended.
  ///
  /// Our choice: an hour, the maximum length for which `diff` compares the feel.
  private mutating func noteLateTimes() {
    guard latest.new > 3_600, latest.old <= 3_600 else { return }
    notes.add(
      "an entry is now at \(EditNumber.word(latest.new)) s, more than an hour; a TIME without a unit is "
        + "in seconds")
  }

  /// Sets the duration of an event, adding the key if it is missing.
  mutating func setDuration(_ duration: Seconds, of fields: EntryFields) throws(EditError) {
    let duration = try checkedTime(duration, "duration", of: fields)
    if let token = fields.duration { return set(token, to: duration, of: fields) }
    addMember("\"EventDuration\": \(duration)", to: fields)
  }

  /// Sets a parameter of an event, adding it if it is missing.
  mutating func setParameter(_ id: EventParameter.ID, to value: Double, of fields: EntryFields) {
    setParameters([(id, value)], of: fields)
  }

  /// Sets several parameters of an event, adding the missing ones.
  mutating func setParameters(
    _ values: [(id: EventParameter.ID, value: Double)], of fields: EntryFields
  ) {
    let splices = parameterSplices(values, of: fields)
    if !splices.isEmpty { count(fields) }
    for splice in splices { patch.replace(splice.range, with: splice.bytes) }
  }

  /// Returns the splices that set parameters of an event: bytes that replace ranges of the file.
  func parameterSplices(
    _ values: [(id: EventParameter.ID, value: Double)], of fields: EntryFields
  ) -> [(range: Range<Int>, bytes: [UInt8])] {
    // Written like the existing parameters: with spaces inside the braces, or without.
    let isTight = fields.parameters.first.map { bytes($0.range).dropFirst().first == 0x22 } ?? false
    let (open, close) = isTight ? ("{", "}") : ("{ ", " }")
    var splices: [(range: Range<Int>, bytes: [UInt8])] = []
    var added: [String] = []
    for (id, value) in values {
      if let parameter = fields.parameter(id) {
        if let text = text(of: parameter.value, as: value) {
          splices.append((parameter.value.range, Array(text.utf8)))
        }
      } else {
        let value = EditNumber.rounded(value)
        added.append(
          "\(open)\"ParameterID\": \"\(id.rawValue)\", \"ParameterValue\": \(value)\(close)")
      }
    }
    return added.isEmpty ? splices : splices + [parameterSplice(added, to: fields)]
  }

  /// Returns the splice that adds `texts`, objects of parameters, after the others of an event.
  func parameterSplice(
    _ texts: [String], to fields: EntryFields
  ) -> (range: Range<Int>, bytes: [UInt8]) {
    if let last = fields.parameters.last, let list = fields.parameterList {
      let space = bytes((list.lowerBound + 1)..<list.upperBound).prefix { $0 <= 0x20 }
      let gap = space.isEmpty ? [0x20] : Array(space)
      let end = last.range.upperBound..<last.range.upperBound
      return (end, texts.flatMap { [UInt8(ascii: ",")] + gap + $0.utf8 })
    }
    let list = "[\(texts.joined(separator: ", "))]"
    if let old = fields.parameterList { return (old, Array(list.utf8)) }
    return memberSplice("\"EventParameters\": \(list)", to: fields)
  }

  /// Limits the number at `token` to `range`.
  package mutating func clamp(
    _ token: NumberToken, to range: ClosedRange<Double>, of fields: EntryFields
  ) {
    if !range.contains(token.value) { set(token, to: range.clamped(token.value), of: fields) }
  }

  /// Removes `member`, key and value, from the body of `fields`, with one of the commas next to it.
  package mutating func removeMember(_ member: Range<Int>, of fields: EntryFields) {
    count(fields)
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    let comma = UInt8(ascii: ",")
    let after = bytes(member.upperBound..<fields.body.upperBound).drop(while: isSpace)
    if after.first == comma {
      let next = after.dropFirst().drop(while: isSpace).startIndex
      return patch.replace(member.lowerBound..<next, with: [])
    }
    let before = bytes(fields.body.lowerBound..<member.lowerBound).lastIndex { !isSpace($0) }
    let start = before.map { document.bytes[$0] == comma ? $0 : $0 + 1 } ?? member.lowerBound
    patch.replace(start..<member.upperBound, with: [])
  }

  /// Turns the curve `fields`, which has one point, into a parameter of the same control.
  package mutating func makeParameter(of fields: EntryFields) throws(EditError) {
    guard let point = fields.points.first else { return }
    count(fields)
    patch.replace(fields.bodyKey, with: "\"Parameter\"".utf8)
    let text = document.bytes[point.value.range]
    patch.replace(fields.pointsMember, with: Array("\"ParameterValue\": ".utf8) + text)
    try setTime(fields.time.value + point.time.value, of: fields)
  }

  /// Adds a member to the body of an entry, after the others.
  private mutating func addMember(_ text: String, to fields: EntryFields) {
    count(fields)
    let splice = memberSplice(text, to: fields)
    patch.replace(splice.range, with: splice.bytes)
  }

  /// Returns the splice that adds a member to the body of an entry, after the others.
  func memberSplice(
    _ text: String, to fields: EntryFields
  ) -> (range: Range<Int>, bytes: [UInt8]) {
    let end = fields.lastValueEnd..<fields.lastValueEnd
    let space = bytes(fields.bodySpace)
    let gap = space.isEmpty ? [0x20] : Array(space)
    return (end, [UInt8(ascii: ",")] + gap + text.utf8)
  }

  // MARK: Lists

  /// Replaces `range`, which is not part of an entry, by `bytes`.
  mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    patch.replace(range, with: bytes)
  }

  /// Replaces `range`, which is part of `fields`, by `bytes`.
  mutating func replace(_ range: Range<Int>, with bytes: [UInt8], of fields: EntryFields) {
    count(fields)
    patch.replace(range, with: bytes)
  }

  /// Inserts the entries `texts` after the entry at `index`.
  mutating func insert(_ texts: [[UInt8]], after index: Int) {
    changed += texts.count
    inserted[index, default: 0] += texts.count
    let end = document.entries[index].range.upperBound
    let space = space()
    patch.replace(end..<end, with: texts.flatMap { [UInt8(ascii: ",")] + space + $0 })
  }

  /// Removes entries, and inserts others before the first and after the last.
  mutating func rewrite(removing isRemoved: [Bool], first: [[UInt8]] = [], last: [[UInt8]] = []) {
    changed += isRemoved.count(where: \.self) + first.count + last.count
    self.isRemoved = isRemoved
    inserted[-1, default: 0] += first.count
    inserted[isRemoved.count - 1, default: 0] += last.count
    noteRemoved(isRemoved)
    let entries = document.entries
    let space = space()
    if !isRemoved.contains(false) {
      let texts = Array(
        (first + last).map { space + $0 }.joined(separator: [UInt8(ascii: ",")]))
      let end = texts.isEmpty ? [] : closingSpace
      if entries.isEmpty && texts.isEmpty { return }
      patch.replace(document.inside, with: texts + end)
      return
    }
    if !first.isEmpty {
      let start = entries[0].range.lowerBound
      patch.replace(start..<start, with: first.flatMap { $0 + [UInt8(ascii: ",")] + space })
    }
    var index = 0
    while index < entries.count {
      guard isRemoved[index] else {
        index += 1
        continue
      }
      let run = index
      while index < entries.count, isRemoved[index] { index += 1 }
      // Either the entry before or the entry after is kept, with the gap next to it.
      let start =
        run > 0 ? entries[run - 1].range.upperBound : entries[run].range.lowerBound
      let end =
        run > 0 ? entries[index - 1].range.upperBound : entries[index].range.lowerBound
      patch.replace(start..<end, with: [])
    }
    if !last.isEmpty {
      let end = entries[entries.count - 1].range.upperBound
      patch.replace(end..<end, with: last.flatMap { [UInt8(ascii: ",")] + space + $0 })
    }
  }

  /// For each entry after the operation, the index of the same entry in `document`; nil for inserted entries.
  var origins: [Int?] {
    func new(after index: Int) -> [Int?] { Array(repeating: nil, count: inserted[index] ?? 0) }
    return new(after: -1)
      + document.entries.indices.flatMap { index in
        (isRemoved.isEmpty || !isRemoved[index] ? [index] : []) + new(after: index)
      }
  }

  private mutating func noteRemoved(_ isRemoved: [Bool]) {
    guard isRemoved.contains(true), !CaptionPlaces(document).places.isEmpty else { return }
    for index in isRemoved.indices where isRemoved[index] {
      let fields = document.fields(index)
      if fields.kind.isAudio { sounds.removed[index] = fields.time.value }
    }
  }

  /// The white space to put before an entry: the same as before the second or the first entry, or that of canonical
  /// files.
  func space(_ layout: FileLayout? = nil) -> [UInt8] {
    let entries = document.entries
    guard !entries.isEmpty else {
      let lineEnd = (layout ?? FileLayout(document.bytes)).lineEnd
      return lineEnd.isEmpty ? [] : lineEnd + "    ".utf8
    }
    return Array(document.gap(before: entries.count > 1 ? 1 : 0))
  }

  /// The white space before the bracket that closes the entries.
  private var closingSpace: [UInt8] {
    guard let last = document.entries.last else {
      let lineEnd = FileLayout(document.bytes).lineEnd
      return lineEnd.isEmpty ? [] : lineEnd + "  ".utf8
    }
    let gap = bytes(last.range.upperBound..<document.inside.upperBound)
    return gap.filter { $0 != UInt8(ascii: ",") }
  }
}

/// The selected entries of a document.
package struct SelectedEntries {
  fileprivate let document: EditDocument
  fileprivate let selected: EntrySet

  func forEach(_ body: (EntryFields) throws(EditError) -> Void) throws(EditError) {
    try document.forEach(where: selected.contains, body)
  }
}
