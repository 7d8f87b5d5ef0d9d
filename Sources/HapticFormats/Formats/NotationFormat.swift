internal import HapticEngine
internal import TextFormats

extension PatternFormat {
  /// The notation, as text; see `Notation`.
  ///
  /// Invariant: the written text reads back as exactly the same events, parameters and curves. Of the metadata, only
  /// inputs are written. Random numbers, repetitions and tempos are read as the values and times that they produce.
  /// Source: our choice.
  public static let notation = PatternFormat(
    name: "notation", summary: "notation, as for --notation", extensions: [],
    holds: Set(Feature.allCases).subtracting([.metadata]), curvesActOnTransients: true,
    reader: { bytes, _ throws(ConversionError) in try NotationText.read(bytes) },
    writer: { pattern, _ throws(ConversionError) in try NotationText.write(pattern) })
}

/// Reads and writes the notation as a file.
private enum NotationText {
  private static let format = "notation"

  static func read(_ bytes: [UInt8]) throws(ConversionError) -> ImportedPattern {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      var problems = FormatProblems()
      problems.add(at: 0, "the file is not text in UTF-8")
      throw problems.error(format: format, in: bytes)
    }
    do throws(NotationError) {
      return ImportedPattern(try HapticPattern(notation: text))
    } catch {
      throw .invalid(
        format: format,
        error.problems.prefix(FormatProblems.maximumListed).map {
          .init(
            location: SourceLocation(line: $0.line, column: $0.column),
            message: $0.reason.description)
        }, count: error.problems.count)
    }
  }

  static func write(_ pattern: HapticPattern) throws(ConversionError) -> ExportedPattern {
    let (text, left) = pattern.notation
    var losses = ConversionLosses()
    for loss in left { try add(loss, of: pattern, to: &losses) }
    let lostSounds = left.count { if case .sound = $0 { true } else { false } }
    if pattern.entries.count == lostSounds {
      throw .unwritable(
        format: format, reason: "no part of the pattern can be written as an event or a control")
    }
    return ExportedPattern(text + "\n", losses: losses)
  }

  private static func add(
    _ loss: NotationLoss, of pattern: HapticPattern, to losses: inout ConversionLosses
  ) throws(ConversionError) {
    switch loss {
    case .parameter(let id, let entry):
      losses.add(
        .unsupported, "Pattern[\(entry)]",
        because:
          "\(id.rawValue) cannot be written in the notation; the event does not respond to it anyway"
      )
    case .sound(let entry):
      losses.add(
        .sound, "Pattern[\(entry)]",
        because: "the path of the sound contains a quotation mark or a line break")
    case .metadata: losses.addMetadata(of: pattern, except: ["Inputs"])
    case .input(let name?):
      losses.add(
        .metadata, "Metadata.Inputs.\(name)",
        because: "the unit of the input contains a quotation mark")
    case .input(nil):
      losses.add(
        .metadata, "Metadata.Inputs", because: "the declaration of the inputs is not valid")
    case .tooLong: throw .unwritable(format: format, reason: loss.description)
    }
  }
}
