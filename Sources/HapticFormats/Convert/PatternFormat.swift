public import HapticEngine
internal import TextFormats

/// How a conversion goes where formats leave a choice.
public struct ConversionOptions: Hashable, Sendable {
  /// How transients and curves stand to each other.
  ///
  /// In AHAP a curve of intensity acts on transients too; in `.haptic`, `.hjif` and `.haps` a transient has a
  /// strength of its own. So one AHAP file cannot always be exactly such a file, and two can.
  /// Source: Lofelt/NiceVibrations, `apps/haptic2ahap/src/main.rs`, which has the same choice.
  public enum Transients: String, Hashable, Sendable, CaseIterable {
    /// All in one pattern: curves act on the transients as well.
    case together
    /// The transients in a pattern of their own, to be played with the other one: exact.
    case apart
  }

  /// How transients and curves stand to each other.
  public var transients: Transients
  /// Whether curves of intensity act on transients in the pattern that is read or written, as in AHAP.
  ///
  /// Between two formats in which they do not, false keeps the transients as they are.
  public var curvesActOnTransients = true
  /// What source code and themes call the pattern; letters, digits and `_` of it are kept.
  public var name: String

  /// Options.
  public init(transients: Transients = .together, name: String = "pattern") {
    self.transients = transients
    self.name = name
  }
}

/// What was read: a pattern, or several that are to be played together.
public struct ImportedPattern: Hashable, Sendable {
  /// One of the patterns.
  public struct Part: Hashable, Sendable {
    /// The name that distinguishes the part from the others, such as `transients`; empty where
    /// there is one only.
    public let name: String
    /// The pattern.
    public let pattern: HapticPattern
  }

  /// The patterns; never empty.
  public let parts: [Part]
  /// What of the file they do not hold.
  public let losses: ConversionLosses
}

extension ImportedPattern {
  /// An import of one pattern, which lacks `losses`.
  public init(_ pattern: HapticPattern, losses: ConversionLosses = ConversionLosses()) {
    self.init(parts: [Part(name: "", pattern: pattern)], losses: losses)
  }
}

/// What was made for a file.
public struct ExportedPattern: Hashable, Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// What of the pattern they do not hold.
  public let losses: ConversionLosses
}

extension ExportedPattern {
  init(_ text: String, losses: ConversionLosses) {
    self.init(bytes: Array(text.utf8), losses: losses)
  }
}

/// A file format of haptic patterns: everything that a program needs to know to convert.
///
/// Thread: any. Realtime-safe: no.
public struct PatternFormat: Sendable {
  /// What a format can hold.
  public enum Feature: String, Hashable, Sendable, CaseIterable {
    /// More strengths than on and off.
    case intensity
    /// Sharpness, or a frequency that stands for it.
    case sharpness
    /// Transients that are not short vibrations.
    case transients
    /// Values that move along lines.
    case curves
    /// Attack, decay and release of an event.
    case envelopes
    /// Several events at one time.
    case overlap
    /// Sounds.
    case sounds
    /// What the file says about itself.
    case metadata
  }

  typealias Reader =
    @Sendable ([UInt8], ConversionOptions) throws(ConversionError) ->
    ImportedPattern
  typealias Writer =
    @Sendable (HapticPattern, ConversionOptions) throws(ConversionError) ->
    ExportedPattern

  /// The name by which it is chosen.
  public let name: String
  /// The format in a few words.
  public let summary: String
  /// The endings of its files, without the dot, the usual one first; none where the ending does not
  /// determine the format.
  public let extensions: [String]
  /// The features that the format can hold.
  public let holds: Set<Feature>
  /// Whether a curve of intensity acts on transients as well, as in Core Haptics.
  public private(set) var curvesActOnTransients = false
  /// Whether files of this format hold patterns without loss, with the paths of their sounds.
  public private(set) var isNative = false
  let reader: Reader?
  let writer: Writer?
  /// Writes a file of this format again, without making a pattern of it.
  private(set) var rewriter: (@Sendable ([UInt8]) throws(ConversionError) -> ExportedPattern)?

  /// Whether files of this format can be read.
  public var isReadable: Bool { reader != nil }
  /// Whether files of this format can be written.
  public var isWritable: Bool { writer != nil }

  /// Files of other formats than AHAP that have more bytes than this are refused.
  ///
  /// Our choice: the largest `.haptic` file seen is below 1 MB.
  public static let maximumBytes = 64 << 20

  /// Files of this format that have more bytes than this are refused.
  ///
  /// `AHAP.maximumFileSize` for AHAP, which is read without a tree of its syntax.
  public var maximumFileBytes: Int { isNative ? AHAP.maximumFileSize : Self.maximumBytes }

  /// Files and patterns that last longer than this are refused, in seconds: a day.
  ///
  /// Our choice: far beyond any haptic file. Core Haptics plays 30 s of an event, so that a vibration
  /// of a day is 2 880 events; without a limit a file of 50 bytes could ask for millions of them.
  public static let maximumDuration: Seconds = 86_400

  /// Reads a file of this format.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - options: How to go about what the formats disagree on.
  /// - Returns: the pattern or patterns, and what they do not hold of the file.
  /// - Throws: `ConversionError` with every problem of a file that is not of this format, or if nothing
  ///   of it can be felt.
  public func read(
    _ bytes: [UInt8], options: ConversionOptions = ConversionOptions()
  ) throws(ConversionError) -> ImportedPattern {
    guard let reader else { throw .oneWay(format: name, reason: "this format is only written") }
    guard bytes.count <= maximumFileBytes else {
      var problems = FormatProblems()
      problems.add(at: 0, "the file is larger than \(maximumFileBytes >> 20) MB")
      throw problems.error(format: name, in: bytes)
    }
    let imported = try reader(bytes, options)
    // An AHAP file may be empty; a file of another format of which nothing is left is no result.
    if !isNative, imported.parts.allSatisfy({ $0.pattern.entries.isEmpty }) {
      throw .nothingLeft(format: name, losses: imported.losses)
    }
    return imported
  }

  /// Writes a pattern in this format.
  ///
  /// - Parameters:
  ///   - pattern: What is written.
  ///   - options: How to go about what the formats disagree on.
  /// - Returns: the bytes of a file, and what they do not hold of the pattern.
  /// - Throws: `ConversionError` if the format cannot hold the pattern at all.
  public func write(
    _ pattern: HapticPattern, options: ConversionOptions = ConversionOptions()
  ) throws(ConversionError) -> ExportedPattern {
    guard let writer else { throw .oneWay(format: name, reason: "this format is only read") }
    return try writer(pattern, options)
  }

  /// Whether files of this format can be written again without making patterns of them.
  public var isRewritable: Bool { rewriter != nil }

  /// Writes a file of this format again, in its newest version and with the same numbers.
  ///
  /// - Parameter bytes: The bytes of the file.
  /// - Returns: the bytes of a file, and what they do not hold of the first; nil if files of this format are
  ///   only read as patterns.
  /// - Throws: `ConversionError` with every problem of a file that is not of this format.
  public func rewritten(_ bytes: [UInt8]) throws(ConversionError) -> ExportedPattern? {
    guard let rewriter else { return nil }
    return try rewriter(bytes)
  }

  /// Whether files of this format may have transients beside curves that do not act on them: AHAP holds both
  /// exactly in two patterns only (`ConversionOptions.Transients.apart`).
  public var hasTransientsApart: Bool {
    isReadable && !curvesActOnTransients && holds.contains(.curves)
  }

  /// All formats, AHAP first.
  public static let all: [PatternFormat] = [
    .ahap, .notation, .haptic, .hjif, .haps, .androidXML, .androidXMLWaveform,
    .androidXMLPrimitives,
    .androidWaveform, .webVibration, .feedbackdTheme, .feedbackdCall, .forceFeedback,
    .metaArray, .godotArray, .swiftSource, .kotlinSource, .cSource,
  ]

  /// The format named `name`, or nil.
  public static func named(_ name: String) -> PatternFormat? { all.first { $0.name == name } }

  /// The format of files with the ending of `path`, or nil where that does not determine it.
  public static func ofFile(_ path: String) -> PatternFormat? {
    let lowered = path.lowercased()
    return all.first { $0.extensions.contains { lowered.hasSuffix(".\($0)") } }
  }
}
