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
    /// The end of a pattern or event that is longer than the target, or Core Haptics, accepts.
    case length
    /// A repetition that is reduced to playing once.
    case repetition
    /// Body parts, devices or channels that cannot be distinguished.
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
  public var description: String { ConversionLosses.Group(self).description }

  /// The place and the start of the loss; empty if the loss has neither.
  ///
  /// A time of less than a millisecond is in milliseconds, so that it is not rounded to 0.
  fileprivate var start: String {
    let when = time.map { "at " + ($0 > 0 && $0 < 0.001 ? $0.inMilliseconds : "\($0.brief) s") }
    return [place.isEmpty ? nil : place, when].compactMap(\.self).joined(separator: " ")
  }
}

extension Seconds {
  /// The time in milliseconds, with unit.
  fileprivate var inMilliseconds: String {
    self < 0.000_000_5 ? "less than 0.001 ms" : "\((self * 1_000).brief) ms"
  }
}

extension ConversionLosses {
  /// The losses that have the same kind, unit and reason, including those that are not listed.
  public struct Group: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The kind of the losses.
    public let kind: ConversionLoss.Kind
    /// The quantity that the sizes measure.
    public let unit: ConversionLoss.Unit
    /// The reason, in plain words.
    public fileprivate(set) var reason: String
    /// The number of losses.
    public fileprivate(set) var count: Int
    /// The size of the largest loss, in `unit`.
    public fileprivate(set) var largest: Double
    /// The size of the smallest loss, in `unit`.
    public fileprivate(set) var smallest: Double
    /// The places and times of the first three losses, in words; a loss that has neither is omitted.
    public fileprivate(set) var places: [String]

    /// The maximum number of places.
    fileprivate static let maximumPlaces = 3

    fileprivate init(_ loss: ConversionLoss) {
      (kind, unit, reason) = (loss.kind, loss.unit, loss.reason)
      (count, largest, smallest) = (1, loss.size, loss.size)
      places = loss.start.isEmpty ? [] : [loss.start]
    }

    /// Adds the losses of `other`, which come later.
    fileprivate mutating func add(_ other: Group) {
      if !isPlaced { places += other.places.prefix(Self.maximumPlaces - count) }
      count += other.count
      largest = max(largest, other.largest)
      smallest = min(smallest, other.smallest)
    }

    /// If the place of the loss is not needed, adds a loss of `size` and returns true; otherwise, does nothing and
    /// returns false.
    fileprivate mutating func addPlaceless(_ size: Double) -> Bool {
      guard isPlaced else { return false }
      count += 1
      largest = max(largest, size)
      smallest = min(smallest, size)
      return true
    }

    private var isPlaced: Bool { count >= Self.maximumPlaces }

    /// One line: the number and the first places, the reason and kind, and the largest size.
    public var description: String {
      let more = count > Self.maximumPlaces && !places.isEmpty ? ["..."] : []
      let starts = (places + more).joined(separator: ", ")
      let head = count == 1 ? starts : "\(count) times" + (starts.isEmpty ? "" : " (\(starts))")
      return "\(head.isEmpty ? "" : "\(head): ")\(reason) [\(kind.rawValue)\(amount)]"
    }

    /// The largest size in words, after a separator, with `up to` if the sizes differ.
    private var amount: String {
      let most = largest == smallest ? "" : "up to "
      return switch unit {
      case .share: largest < 0.000_5 ? ", by less than 0.001" : ", by \(most)\(largest.brief)"
      case .seconds:
        ", \(most)" + (largest < 0.1 ? largest.inMilliseconds : "\(largest.brief) s")
      case .hertz: ", \(most)\(largest.brief) Hz"
      case .count: largest == 1 ? "" : ", \(most)\(largest.brief)"
      }
    }
  }
}

/// The losses of a conversion, in the order in which they were found.
///
/// `listed` has the first losses one by one. `groups` covers all of them. Both are bounded, because a file may cause
/// millions of losses.
public struct ConversionLosses: Hashable, Sendable {
  /// The maximum number of losses that are listed one by one; all are counted in `groups`.
  ///
  /// Our choice.
  public static let maximumListed = 1_000
  /// The maximum number of groups with separate reasons.
  ///
  /// Our choice. Further losses are in one group for each kind and unit, because a hostile file may cause a different
  /// reason for each loss.
  static let maximumGroups = 1_000
  /// The reason of a group that contains several reasons.
  private static let furtherReasons = "more losses of this kind, for various reasons"

  /// The first `maximumListed` losses.
  public private(set) var listed: [ConversionLoss] = []
  /// All losses, listed or not, in groups of the same kind, unit and reason, in the order of their first losses.
  public private(set) var groups: [Group] = []
  /// The number of losses, listed or not.
  public private(set) var count = 0
  /// The indices of `groups`.
  private var indices: [GroupKey: Int] = [:]

  private struct GroupKey: Hashable {
    var kind: ConversionLoss.Kind
    var unit: ConversionLoss.Unit
    var reason: String
  }

  /// The number of losses that are only counted in `groups`.
  public var unlistedCount: Int { count - listed.count }

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
    let key = GroupKey(kind: kind, unit: unit, reason: reason())
    // After the listed losses, most losses only change the numbers of a group; their places are not put into words.
    if listed.count >= Self.maximumListed, let index = indices[key],
      groups[index].addPlaceless(size)
    {
      return
    }
    let loss = ConversionLoss(
      kind: kind, place: place(), time: time, reason: key.reason, size: size, unit: unit)
    if listed.count < Self.maximumListed { listed.append(loss) }
    group(Group(loss))
  }

  private static func key(of group: Group) -> GroupKey {
    GroupKey(kind: group.kind, unit: group.unit, reason: group.reason)
  }

  /// Adds `new` to the group with the same kind, unit and reason.
  private mutating func group(_ new: Group) {
    var new = new
    if groups.count >= Self.maximumGroups, indices[Self.key(of: new)] == nil {
      new.reason = Self.furtherReasons
    }
    if let index = indices[Self.key(of: new)] { return groups[index].add(new) }
    indices[Self.key(of: new)] = groups.count
    groups.append(new)
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

  /// All losses as lines, in the order in which they were found.
  ///
  /// Losses with the same kind and reason share a line, which gives their number, the places of the first three, and
  /// the largest size. Numbers and sizes include the losses that are not listed one by one.
  public var lines: [String] { groups.map(\.description) }

  /// Appends the losses of another conversion step.
  public mutating func append(_ other: ConversionLosses) {
    count += other.count
    listed += other.listed.prefix(Self.maximumListed - listed.count)
    for group in other.groups { self.group(group) }
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
