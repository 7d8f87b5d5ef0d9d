import FuzzDriver
import HapticEngine
import HapticFormats

/// The reader of a format.
///
/// It must not return an error without words or locations, an invalid pattern, or a pattern that is written in a form
/// that cannot be read.
public enum FormatFuzzing {
  /// Feeds the reader of the format `name`.
  public static func run(_ name: String) {
    guard let format = PatternFormat.named(name) else {
      preconditionFailure("unknown format \(name)")
    }
    FuzzDriver.run { bytes in
      guard bytes.count < 1 << 16 else { return }
      for transients in ConversionOptions.Transients.allCases {
        check(bytes, format, ConversionOptions(transients: transients))
      }
    }
  }

  private static func check(
    _ bytes: [UInt8], _ format: PatternFormat, _ options: ConversionOptions
  ) {
    let imported: ImportedPattern
    do {
      imported = try format.read(bytes, options: options)
    } catch {
      precondition(!error.description.isEmpty, "an error without words")
      if case .invalid(_, let problems, let count) = error {
        precondition(!problems.isEmpty && count >= problems.count, "an error without a problem")
      }
      return
    }
    precondition(!imported.parts.isEmpty, "nothing was read")
    precondition(imported.losses.listed.allSatisfy { $0.size.isFinite }, "a loss without a size")
    for part in imported.parts {
      precondition(
        AHAP.read(AHAP.encode(part.pattern)).pattern == part.pattern, "the pattern changes")
      for target in PatternFormat.all where target.isWritable { write(part.pattern, as: target) }
    }
  }

  private static func write(_ pattern: HapticPattern, as format: PatternFormat) {
    let exported: ExportedPattern
    do {
      exported = try format.write(pattern)
    } catch {
      guard case .unwritable = error else { preconditionFailure("\(error)") }
      return
    }
    precondition(exported.losses.listed.allSatisfy { $0.size.isFinite }, "a loss without a size")
    guard format.isReadable else { return }
    do {
      _ = try format.read(exported.bytes)
    } catch {
      preconditionFailure("\(format.name) cannot read its own output: \(error)")
    }
  }
}
