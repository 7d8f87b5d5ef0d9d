private import Foundation
internal import HapticEditing
internal import HapticEngine
internal import HapticFormats
internal import TextFormats

extension StudioFile {
  /// Returns the text of a pattern file with the entries at the indices `rows`, whose text is unchanged.
  ///
  /// - Throws: `StudioError` if an entry does not exist.
  func copy(of rows: [Int]) throws(StudioError) -> String {
    let document = stored.history.document
    let rows = Set(rows)
    guard rows.allSatisfy((0..<document.entryCount).contains) else {
      throw StudioError("the pattern has changed in the meantime; look at it and try again")
    }
    var entries: [String] = []
    // Reading an entry of a valid document does not fail.
    try? document.forEach(where: rows.contains) { fields in
      entries.append(String(decoding: document.bytes[fields.range], as: UTF8.self))
    }
    return "{\"Version\": 1, \"Pattern\": [\n\(entries.joined(separator: ",\n"))\n]}\n"
  }

  /// Returns the present state in the format called `format`, and the name of the file.
  ///
  /// - Throws: `StudioError` if the format cannot hold the pattern.
  func exported(
    as format: String
  ) throws(StudioError) -> ExportedFile {
    if let picture = ChartPicture(named: format) {
      return try picture.exported(
        stored.history.document.bytes, file: name, path: path, profile: profile)
    }
    guard let format = PatternFormat.named(format), format.isWritable else {
      throw StudioError("unknown format \(format.printable)")
    }
    guard let pattern = AHAP.read(stored.history.document.bytes, file: name).pattern else {
      throw StudioError("\(name.printable) is not a pattern")
    }
    let base = name.fileStem
    do throws(ConversionError) {
      let file = try format.write(pattern, options: ConversionOptions(name: base))
      return ExportedFile(
        name: "\(base).\(format.writtenExtension)",
        content: Data(file.bytes).base64EncodedString(), losses: file.losses.lines,
        notes: file.notes)
    } catch {
      throw StudioError(error.description)
    }
  }

  /// Checks that an edit does not make a pattern longer than the formats of other programs allow.
  ///
  /// A pause that was mistyped would otherwise make a pattern that plays for years.
  ///
  /// - Throws: `EditError` if `made` lasts longer than `PatternFormat.maximumDuration` and than `document`.
  static func checkLength(
    of made: EditDocument, madeFrom document: EditDocument? = nil
  ) throws(EditError) {
    guard let seconds = AHAP.read(made.bytes).pattern?.duration,
      seconds > PatternFormat.maximumDuration
    else { return }
    if let document, let before = AHAP.read(document.bytes).pattern?.duration, before >= seconds {
      return
    }
    throw .operation(
      name: "the pattern",
      reason:
        "would last \(seconds.brief) s; a day, \(PatternFormat.maximumDuration.brief) s, is the longest"
    )
  }
}
