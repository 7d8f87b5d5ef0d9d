public import HapticEngine
internal import TextFormats

/// One thing that a conversion could not carry over, or could carry over only nearly.
public struct ConversionLoss: Hashable, Sendable, Encodable, CustomStringConvertible {
  /// What is lost.
  public enum Kind: String, Hashable, Sendable, Encodable, CaseIterable {
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
    /// A transient, which the target plays otherwise.
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
  public enum Unit: String, Hashable, Sendable, Encodable {
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
  /// The time in the pattern at which the loss begins, in seconds; nil where it has no time.
  public let time: Seconds?
  /// Why, in plain words.
  public let reason: String
  /// The size of the loss, in `unit`; 1 where there is nothing to measure.
  public let size: Double
  /// What `size` counts.
  public let unit: Unit

  /// One line: where, what and why, how large.
  public var description: String { line(of: 1, at: start, amount(or: size)) }

  /// Where it is and when it begins; empty if it has neither.
  fileprivate var start: String {
    let when = time.map { "at \($0.brief) s" }
    return [place.isEmpty ? nil : place, when].compactMap(\.self).joined(separator: " ")
  }

  /// The size in words, with the separator before it; as `up to` where `smallest` is another size.
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

  /// The line of `count` such losses, of which `places` are the first.
  fileprivate func line(of count: Int, at places: String, _ amount: String) -> String {
    let head = count == 1 ? places : "\(count) times" + (places.isEmpty ? "" : " (\(places))")
    return "\(head.isEmpty ? "" : "\(head): ")\(reason) [\(kind.rawValue)\(amount)]"
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

  /// Adds a loss of a transient.
  mutating func add(
    _ kind: ConversionLoss.Kind, of transient: VibrationTransient, _ size: Double,
    _ unit: ConversionLoss.Unit = .share, because reason: @autoclosure () -> String
  ) {
    add(kind, transient.place, at: transient.time, size, unit, because: reason())
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

  /// Adds the metadata of `pattern` but for a `Description` that is a text, which the format keeps.
  mutating func addMetadataBesideDescription(of pattern: HapticPattern) {
    var kept: Set<String> = []
    if case .text = pattern.metadata["Description"] { kept = ["Description"] }
    addMetadata(of: pattern, except: kept)
  }

  /// The listed losses in lines, in order of finding: losses of one kind and reason share a line, which says
  /// how many there are, where the first three begin, and how large the largest is.
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

  /// Adds the losses of a further step.
  public mutating func append(_ other: ConversionLosses) {
    count += other.count
    listed += other.listed.prefix(Self.maximumListed - listed.count)
  }
}

/// The largest of several differences, which is reported as one loss.
struct LargestDifference {
  private(set) var size = 0.0
  private var time: Seconds = 0

  /// Takes note of a difference of `size` at `time`.
  mutating func add(_ size: Double, at time: Seconds) {
    if size > self.size { (self.size, self.time) = (size, time) }
  }

  /// Adds a loss if the largest difference is beyond `limit`, which is rounding.
  func report(
    _ kind: ConversionLoss.Kind, _ unit: ConversionLoss.Unit, beyond limit: Double = 1e-9,
    to losses: inout ConversionLosses, at place: @autoclosure () -> String = "",
    because reason: @autoclosure () -> String
  ) {
    if size > limit { losses.add(kind, place(), at: time, size, unit, because: reason()) }
  }
}

/// Rounds times to whole milliseconds, and keeps in mind which is farthest off.
struct MillisecondRounding {
  private var worst = LargestDifference()

  /// The time in milliseconds.
  mutating func milliseconds(_ time: Seconds) -> Int {
    let rounded = (time * 1_000).rounded()
    note(rounded / 1_000, for: time)
    return Int(rounded)
  }

  /// Takes note that `written` stands for `time`.
  mutating func note(_ written: Seconds, for time: Seconds) {
    worst.add(abs(written - time), at: time)
  }

  /// Adds a loss if a time is off by more than a microsecond.
  func report(
    to losses: inout ConversionLosses, because reason: String = "times are whole milliseconds"
  ) {
    worst.report(
      .time, .seconds, beyond: 1e-6, to: &losses,
      because: "\(reason); this is the one that is farthest off")
  }
}
