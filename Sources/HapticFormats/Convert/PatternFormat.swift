public import HapticEngine
internal import TextFormats

/// The choices that a conversion needs where formats differ.
public struct ConversionOptions: Hashable, Sendable {
  /// The ways to combine transients and curves.
  ///
  /// In AHAP, an intensity curve also acts on transients. In `.haptic`, `.hjif` and `.haps`, a transient has its own
  /// strength. Therefore one AHAP file cannot always represent such a file exactly, but two AHAP files can. Source:
  /// Lofelt/NiceVibrations, `apps/haptic2ahap/src/main.rs`, which offers the same choice.
  public enum Transients: String, Hashable, Sendable, CaseIterable {
    /// All events are in one pattern, and curves also act on the transients.
    case together
    /// The transients are in a separate pattern, which is played together with the other pattern. This is exact.
    case apart
  }

  /// How transients and curves are combined.
  public var transients: Transients
  /// Whether intensity curves act on transients in the pattern that is read or written, as in AHAP.
  ///
  /// If curves do not act on transients in either format, false keeps the transients unchanged.
  public var curvesActOnTransients = true
  /// The name of the pattern in source code and themes; only its letters, digits and `_` are kept.
  public var name: String

  /// Creates options.
  public init(transients: Transients = .together, name: String = "pattern") {
    self.transients = transients
    self.name = name
  }
}

/// The result of reading a file: a pattern, or several patterns that are to be played together.
public struct ImportedPattern: Hashable, Sendable {
  /// One of the patterns.
  public struct Part: Hashable, Sendable {
    /// The name that distinguishes the part from the others, such as `transients`; empty if the import has only one
    /// part.
    public let name: String
    /// The pattern.
    public let pattern: HapticPattern
  }

  /// The patterns; never empty.
  public let parts: [Part]
  /// The parts of the file that the patterns do not hold.
  public let losses: ConversionLosses
}

extension ImportedPattern {
  /// Creates an import of one pattern with `losses`.
  public init(_ pattern: HapticPattern, losses: ConversionLosses = ConversionLosses()) {
    self.init(parts: [Part(name: "", pattern: pattern)], losses: losses)
  }
}

/// The result of writing a pattern.
public struct ExportedPattern: Hashable, Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The parts of the pattern that the file does not hold.
  public let losses: ConversionLosses
  /// Reasons why a device may play the file differently, although the file holds the pattern; one sentence each, in
  /// plain words.
  public private(set) var notes: [String] = []
}

extension ExportedPattern {
  init(_ text: String, losses: ConversionLosses, notes: [String] = []) {
    self.init(bytes: Array(text.utf8), losses: losses, notes: notes)
  }
}

/// A file format for haptic patterns, with all information that a conversion needs.
///
/// Thread: any. Realtime-safe: no.
public struct PatternFormat: Sendable {
  /// The features that a format can hold.
  public enum Feature: String, Hashable, Sendable, CaseIterable {
    /// Strengths other than on and off.
    case intensity
    /// Sharpness, or a frequency that represents it.
    case sharpness
    /// Transients that are not short vibrations.
    case transients
    /// Values that change linearly over time.
    case curves
    /// Attack, decay and release of an event.
    case envelopes
    /// Several events at the same time.
    case overlap
    /// Sounds.
    case sounds
    /// Information about the file itself.
    case metadata
  }

  typealias Reader =
    @Sendable ([UInt8], ConversionOptions) throws(ConversionError) ->
    ImportedPattern
  typealias Writer =
    @Sendable (HapticPattern, ConversionOptions) throws(ConversionError) ->
    ExportedPattern

  /// The name that selects the format.
  public let name: String
  /// A description of the format in a few words.
  public let summary: String
  /// The file name extensions without the dot, the usual extension first; empty if the extension does not determine the
  /// format.
  public let extensions: [String]
  /// The extension of a written file if `extensions` is empty, without the dot, which other formats share.
  private(set) var sharedExtension = "txt"
  /// The features that the format can hold.
  public let holds: Set<Feature>
  /// Whether an intensity curve also acts on transients, as in Core Haptics.
  public private(set) var curvesActOnTransients = false
  /// Whether files of this format hold patterns without loss, including the paths of their sounds.
  public private(set) var isNative = false
  let reader: Reader?
  let writer: Writer?
  /// Rewrites a file of this format without converting it to a pattern.
  private(set) var rewriter: (@Sendable ([UInt8]) throws(ConversionError) -> ExportedPattern)?

  /// The file name extension of a written file, without the dot.
  public var writtenExtension: String { extensions.first ?? sharedExtension }

  /// Whether files of this format can be read.
  public var isReadable: Bool { reader != nil }
  /// Whether files of this format can be written.
  public var isWritable: Bool { writer != nil }

  /// The maximum size in bytes of a file in a format other than AHAP.
  ///
  /// Our choice: the largest `.haptic` file seen is below 1 MB.
  public static let maximumBytes = 64 << 20

  /// The maximum size in bytes of a file in this format.
  ///
  /// `AHAP.maximumFileSize` for AHAP, which is read without a syntax tree.
  public var maximumFileBytes: Int { isNative ? AHAP.maximumFileSize : Self.maximumBytes }

  /// The maximum duration of files and patterns, in seconds: a day.
  ///
  /// Our choice: far beyond any haptic file. Core Haptics plays at most 30 s of an event, so a vibration of a day
  /// becomes 2 880 events. Without a limit, a file of 50 bytes could require millions of events.
  public static let maximumDuration: Seconds = 86_400

  /// Reads a file of this format.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - options: The choices where formats differ.
  /// - Returns: the pattern or patterns, and the parts of the file that they do not hold.
  /// - Throws: `ConversionError` with every problem of a file that is not of this format, or if no part of it can
  ///   be felt.
  public func read(
    _ bytes: [UInt8], options: ConversionOptions = ConversionOptions()
  ) throws(ConversionError) -> ImportedPattern {
    guard let reader else { throw .oneWay(format: name, reason: "this format can only be written") }
    guard bytes.count <= maximumFileBytes else {
      var problems = FormatProblems()
      problems.add(at: 0, "the file is larger than \(maximumFileBytes >> 20) MB")
      throw problems.error(format: name, in: bytes)
    }
    let imported = try reader(bytes, options)
    // An AHAP file may be empty. For a file of another format, an empty result is an error.
    if !isNative, imported.parts.allSatisfy({ $0.pattern.entries.isEmpty }) {
      throw .nothingLeft(format: name, losses: imported.losses)
    }
    return imported
  }

  /// Writes a pattern in this format.
  ///
  /// - Parameters:
  ///   - pattern: The pattern to write.
  ///   - options: The choices where formats differ.
  /// - Returns: the bytes of a file, and the parts of the pattern that they do not hold.
  /// - Throws: `ConversionError` if the format cannot hold the pattern at all.
  public func write(
    _ pattern: HapticPattern, options: ConversionOptions = ConversionOptions()
  ) throws(ConversionError) -> ExportedPattern {
    guard let writer else { throw .oneWay(format: name, reason: "this format can only be read") }
    return try writer(pattern, options)
  }

  /// Whether files of this format can be rewritten without converting them to patterns.
  public var isRewritable: Bool { rewriter != nil }

  /// Rewrites a file of this format in its newest version, with the same numbers.
  ///
  /// - Parameter bytes: The bytes of the file.
  /// - Returns: the bytes of a file, and the parts of the original that they do not hold; nil if files of this
  ///   format can only be read as patterns.
  /// - Throws: `ConversionError` with every problem of a file that is not of this format.
  public func rewritten(_ bytes: [UInt8]) throws(ConversionError) -> ExportedPattern? {
    guard let rewriter else { return nil }
    return try rewriter(bytes)
  }

  /// Whether files of this format can have transients alongside curves that do not act on them.
  ///
  /// AHAP can hold such transients and curves exactly only in two patterns (`ConversionOptions.Transients.apart`).
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

  /// Returns the format named `name`, or nil.
  public static func named(_ name: String) -> PatternFormat? { all.first { $0.name == name } }

  /// Returns the format of files with the extension of `path`, or nil if the extension does not determine it.
  public static func ofFile(_ path: String) -> PatternFormat? {
    let lowered = path.lowercased()
    return all.first { $0.extensions.contains { lowered.hasSuffix(".\($0)") } }
  }
}
