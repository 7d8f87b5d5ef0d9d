public import HapticEngine
internal import TextFormats

/// One thing that a conversion could not carry over, or could carry over only nearly.
public struct ConversionLoss: Hashable, Sendable, CustomStringConvertible {
  /// What is lost.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A sound: an audio event, or a control of audio.
    case sound
    /// Attack, decay or release, of which the target has none, or of which the seconds are unknown.
    case envelope
    /// Events at one time, of which the target holds one.
    case overlap
    /// Strength: quantised, clamped, or not held at all.
    case intensity
    /// Sharpness: quantised, clamped, not held, or invented.
    case sharpness
    /// A frequency in hertz, which sharpness holds only by a convention.
    case frequency
    /// A tap, which the target plays otherwise.
    case transient
    /// What lies between two points of a curve.
    case curveShape = "curve-shape"
    /// A time or duration that was rounded.
    case time
    /// The end of a pattern that is longer than the target takes.
    case length
    /// A repetition, which is played once.
    case repetition
    /// Places, devices, channels.
    case place
    /// What the file says about itself.
    case metadata
    /// Anything else of the source, named by its key.
    case unsupported
  }

  /// What `size` counts.
  public enum Unit: String, Hashable, Sendable {
    /// Intensity or sharpness, 0...1.
    case share
    /// Seconds of time.
    case seconds
    /// Hertz.
    case hertz
    /// How many things.
    case count
  }

  /// What is lost.
  public let kind: Kind
  /// Where, as a path in the source such as `Pattern[3]` or `m_stiffness`; empty for all of it.
  public let place: String
  /// When it begins in the pattern, in seconds; nil where it has no time.
  public let time: Seconds?
  /// Why, in plain words.
  public let reason: String
  /// How large it is, in `unit`.
  public let size: Double
  /// What `size` counts.
  public let unit: Unit

  /// One line: where, what and why, how large.
  public var description: String {
    let when = time.map { " at \($0.brief) s" } ?? ""
    let amount =
      switch unit {
      case .share: "by \(size.brief)"
      case .seconds: size < 0.1 ? "\((size * 1_000).brief) ms" : "\(size.brief) s"
      case .hertz: "\(size.brief) Hz"
      case .count: "\(size.brief)"
      }
    let head = place.isEmpty ? when.dropFirst().description : place + when
    return "\(head.isEmpty ? "" : "\(head): ")\(reason) [\(kind.rawValue), \(amount)]"
  }
}

/// What a conversion lost, in order of finding.
public struct ConversionLosses: Hashable, Sendable {
  /// Not more than this many are listed; all are counted.
  ///
  /// Our choice.
  public static let maximumListed = 1_000

  /// The losses: the first `maximumListed`.
  public private(set) var listed: [ConversionLoss] = []
  /// How many there are, listed or not.
  public private(set) var count = 0

  /// No losses.
  public init() {}

  /// Whether nothing is lost.
  public var isEmpty: Bool { count == 0 }

  /// Adds a loss.
  mutating func add(
    _ kind: ConversionLoss.Kind, _ place: @autoclosure () -> String = "", at time: Seconds? = nil,
    _ size: Double = 1, _ unit: ConversionLoss.Unit = .count,
    because reason: @autoclosure () -> String
  ) {
    count += 1
    guard listed.count < Self.maximumListed else { return }
    listed.append(
      ConversionLoss(
        kind: kind, place: place(), time: time, reason: reason(), size: size, unit: unit))
  }

  /// Adds the metadata of `pattern`, a loss for each key, but for those that the format keeps.
  mutating func addMetadata(
    of pattern: HapticPattern, except kept: Set<String> = [],
    because reason: String = "the format has no place for this"
  ) {
    for key in pattern.metadata.keys.sorted() where !kept.contains(key) {
      add(.metadata, "Metadata.\(key)", because: reason)
    }
  }

  /// Adds the losses of a further step.
  public mutating func append(_ other: ConversionLosses) {
    count += other.count
    listed += other.listed.prefix(Self.maximumListed - listed.count)
  }
}
