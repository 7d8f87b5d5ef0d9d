public import HapticEngine
internal import TextFormats

/// A detail that a conversion could not keep, or could keep only approximately.
public struct ConversionLoss: Hashable, Sendable, Encodable, CustomStringConvertible {
  /// The kinds of losses.
  public enum Kind: String, Hashable, Sendable, Encodable, CaseIterable {
    /// A sound: an audio event or an audio control.
    case sound
    /// An attack, decay or release that the target does not support, or whose length in seconds is unknown.
    case envelope
    /// Simultaneous events, if the target can hold only one of them.
    case overlap
    /// Strength that was quantized, clamped or lost.
    case intensity
    /// Sharpness that was quantized, clamped, lost or invented.
    case sharpness
    /// A frequency in hertz, which maps to sharpness only by convention.
    case frequency
    /// A transient, which the target plays in another way.
    case transient
    /// The shape of a curve between two points.
    case curveShape = "curve-shape"
    /// A time or duration that was rounded.
    case time
    /// The end of a pattern that is longer than the target accepts.
    case length
    /// A repetition that is reduced to playing once.
    case repetition
    /// Places, devices, channels.
    case place
    /// Information about the file itself.
    case metadata
    /// Any other part of the source, identified by its key.
    case unsupported
  }

  /// The quantity that `size` measures.
  public enum Unit: String, Hashable, Sendable, Encodable {
    /// Intensity or sharpness, 0...1.
    case share
    /// Seconds of time.
    case seconds
    /// Hertz.
    case hertz
    /// The number of items.
    case count
  }

  /// The kind of loss.
  public let kind: Kind
  /// The place of the loss, as a path in the source such as `Pattern[3]` or `m_stiffness`; empty for the whole
  /// source.
  public let place: String
  /// The time in the pattern at which the loss starts, in seconds; nil if the loss does not have a time.
  public let time: Seconds?
  /// The reason, in plain words.
  public let reason: String
  /// The size of the loss, in `unit`; 1 if a size cannot be measured.
  public let size: Double
  /// The quantity that `size` measures.
  public let unit: Unit

  /// One line: the place, the reason and kind, and the size.
  public var description: String { line(of: 1, at: start, amount(or: size)) }

  /// The place and the start of the loss; empty if the loss has neither.
  fileprivate var start: String {
    let when = time.map { "at \($0.brief) s" }
    return [place.isEmpty ? nil : place, when].compactMap(\.self).joined(separator: " ")
  }

  /// The size in words, after a separator, with `up to` if `smallest` is a different size.
  fileprivate func amount(or smallest: Double) -> String {
    let most = size == smallest ? "" : "up to "
    return switch unit {
    case .share: size < 0.000_5 ? ", by less than 0.001" : ", by \(most)\(size.brief)"
    case .seconds:
      ", \(most)" + (size < 0.1 ? "\((size * 1_000).brief) ms" : "\(size.brief) s")
    case .hertz: ", \(most)\(size.brief) Hz"
    case .count: size == 1 ? "" : ", \(most)\(size.brief)"
    }
  }

  /// The line for `count` such losses, whose first places are `places`.
  fileprivate func line(of count: Int, at places: String, _ amount: String) -> String {
    let head = count == 1 ? places : "\(count) times" + (places.isEmpty ? "" : " (\(places))")
    return "\(head.isEmpty ? "" : "\(head): ")\(reason) [\(kind.rawValue)\(amount)]"
  }
}

/// The losses of a conversion, in the order in which they were found.
public struct ConversionLosses: Hashable, Sendable {
  /// The maximum number of losses that are listed; all are counted.
  ///
  /// Our choice.
  public static let maximumListed = 1_000

  /// The first `maximumListed` losses.
  public private(set) var listed: [ConversionLoss] = []
  /// The number of losses, listed or not.
  public private(set) var count = 0

  /// Creates an empty collection of losses.
  public init() {}

  /// Whether the conversion is exact.
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

  /// Adds a loss for a transient.
  mutating func add(
    _ kind: ConversionLoss.Kind, of transient: VibrationTransient, _ size: Double,
    _ unit: ConversionLoss.Unit = .share, because reason: @autoclosure () -> String
  ) {
    add(kind, transient.place, at: transient.time, size, unit, because: reason())
  }

  /// Adds a loss for each metadata key of `pattern`, except the keys that the format keeps.
  mutating func addMetadata(
    of pattern: HapticPattern, except kept: Set<String> = [],
    because reason: String = "the format cannot hold this"
  ) {
    for key in pattern.metadata.keys.sorted() where !kept.contains(key) {
      add(.metadata, "Metadata.\(key)", because: reason)
    }
  }

  /// Adds a loss for each metadata key of `pattern`, except a `Description` that is a string, which the format keeps.
  mutating func addMetadataBesideDescription(of pattern: HapticPattern) {
    var kept: Set<String> = []
    if case .text = pattern.metadata["Description"] { kept = ["Description"] }
    addMetadata(of: pattern, except: kept)
  }

  /// The listed losses as lines, in the order in which they were found.
  ///
  /// Losses with the same kind and reason share a line, which gives their number, the places of the first three, and
  /// the largest size.
  public var lines: [String] {
    var groups: [[ConversionLoss]] = []
    var indices: [[String]: Int] = [:]
    for loss in listed {
      let key = [loss.kind.rawValue, loss.unit.rawValue, loss.reason]
      if let index = indices[key] {
        groups[index].append(loss)
      } else {
        indices[key] = groups.count
        groups.append([loss])
      }
    }
    return groups.compactMap { group in
      guard let largest = group.max(by: { $0.size < $1.size }) else { return nil }
      let starts = group.prefix(3).map(\.start).filter { !$0.isEmpty }
      let places = (starts + (group.count > 3 && !starts.isEmpty ? ["..."] : []))
        .joined(separator: ", ")
      let smallest = group.map(\.size).min() ?? largest.size
      return largest.line(of: group.count, at: places, largest.amount(or: smallest))
    }
  }

  /// Appends the losses of another conversion step.
  public mutating func append(_ other: ConversionLosses) {
    count += other.count
    listed += other.listed.prefix(Self.maximumListed - listed.count)
  }
}

/// The largest of several differences, reported as a single loss.
struct LargestDifference {
  private(set) var size = 0.0
  private var time: Seconds = 0

  /// Records a difference of `size` at `time`.
  mutating func add(_ size: Double, at time: Seconds) {
    if size > self.size { (self.size, self.time) = (size, time) }
  }

  /// Adds a loss if the largest difference exceeds `limit`; smaller differences are rounding.
  func report(
    _ kind: ConversionLoss.Kind, _ unit: ConversionLoss.Unit, beyond limit: Double = 1e-9,
    to losses: inout ConversionLosses, at place: @autoclosure () -> String = "",
    because reason: @autoclosure () -> String
  ) {
    if size > limit { losses.add(kind, place(), at: time, size, unit, because: reason()) }
  }
}

/// Rounds times to whole milliseconds, and records the largest error.
struct MillisecondRounding {
  private var worst = LargestDifference()

  /// Returns `time` in whole milliseconds.
  mutating func milliseconds(_ time: Seconds) -> Int {
    let rounded = (time * 1_000).rounded()
    note(rounded / 1_000, for: time)
    return Int(rounded)
  }

  /// Records that `written` stands for `time`.
  mutating func note(_ written: Seconds, for time: Seconds) {
    worst.add(abs(written - time), at: time)
  }

  /// Adds a loss if a time is off by more than a microsecond.
  func report(
    to losses: inout ConversionLosses, because reason: String = "times are whole milliseconds"
  ) {
    worst.report(
      .time, .seconds, beyond: 1e-6, to: &losses,
      because: "\(reason); this is the largest error")
  }
}
