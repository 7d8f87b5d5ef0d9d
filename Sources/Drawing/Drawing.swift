/// A picture over time, as a value: panels of lanes, one below the other, with one axis of time.
///
/// All positions are seconds on that axis and values of a lane; how many columns or points those are is
/// up to what shows it: a terminal, or a `Page` that becomes SVG or PNG.
public struct Drawing: Hashable, Sendable {
  /// The lanes of one thing, with its name above.
  public struct Panel: Hashable, Sendable {
    /// The title of the panel.
    public var title: String
    /// What is said of the panel below its title, each note from the beginning of a line.
    public var notes: [String]
    /// What is in it, from top to bottom.
    public var lanes: [Lane]

    /// A panel of `lanes`.
    public init(title: String, notes: [String] = [], lanes: [Lane]) {
      self.title = title
      self.notes = notes
      self.lanes = lanes
    }
  }

  /// A stripe with an axis of its own.
  public struct Lane: Hashable, Sendable {
    /// The name beside it; a few letters.
    public var name: String
    /// What is said of it below the name where there is room, such as the unit of its values; a few words each.
    public var notes: [String]
    /// The values from its lower to its upper edge.
    public var range: ClosedRange<Double>
    /// The values beside it, each with its text.
    public var ticks: [Tick]
    /// The height of the lane, in lines of text; clamped to 0...10_000.
    public var rows: Int { didSet { rows = Self.clamped(rows) } }
    /// What is drawn, the later over the earlier.
    public var marks: [Mark]

    /// A lane of `rows` lines of text.
    public init(
      name: String, notes: [String] = [], range: ClosedRange<Double>, ticks: [Tick], rows: Int,
      marks: [Mark]
    ) {
      self.name = name
      self.notes = notes
      self.range = range
      self.ticks = ticks
      self.rows = Self.clamped(rows)
      self.marks = marks
    }

    /// Our choice: far beyond any screen or sheet.
    private static func clamped(_ rows: Int) -> Int { min(max(rows, 0), 10_000) }
  }

  /// A value beside a lane.
  public struct Tick: Hashable, Sendable {
    /// The value, in the lane's range.
    public var value: Double
    /// What is written there.
    public var text: String

    /// `text` at `value`.
    public init(_ value: Double, _ text: String) {
      self.value = value
      self.text = text
    }
  }

  /// A time and a value.
  public struct Point: Hashable, Sendable {
    /// Seconds.
    public var time: Double
    /// The value, in the unit of its lane.
    public var value: Double

    /// `value` at `time` seconds.
    public init(_ time: Double, _ value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// The least and the greatest value from a time until that of the next extent.
  public struct Extent: Hashable, Sendable {
    /// Seconds.
    public var time: Double
    /// The least value.
    public var low: Double
    /// The greatest value.
    public var high: Double

    /// From `low` to `high`, from `time` seconds on.
    public init(_ time: Double, _ low: Double, _ high: Double) {
      self.time = time
      self.low = low
      self.high = high
    }
  }

  /// How strong something is at each time and value: a grid over the whole lane.
  public struct Raster: Hashable, Sendable {
    /// The time at which the first column begins, in seconds.
    public var start: Double
    /// The seconds that a column stands for, at least 1e-6.
    ///
    /// A number that is not finite or not more than 0 becomes 1.
    public var columnSeconds: Double { didSet { columnSeconds = Drawing.length(columnSeconds) } }
    /// How many cells a column has, from the lower edge of the lane to the upper; at least 0.
    public var rows: Int { didSet { rows = max(0, rows) } }
    /// The strengths, 0 nothing...255 most, column by column, each from the lowest cell up.
    public var levels: [UInt8]

    /// Columns of `rows` cells each, the first of which begins at `start` seconds.
    public init(start: Double = 0, columnSeconds: Double, rows: Int, levels: [UInt8]) {
      self.start = start
      self.columnSeconds = Drawing.length(columnSeconds)
      self.rows = max(0, rows)
      self.levels = levels
    }

    /// How many whole columns there are.
    public var columns: Int { rows > 0 ? levels.count / rows : 0 }

    /// The strongest cell of those in `columns` and `rows`, 0...1; what lies outside is nothing.
    public func strongest(columns: Range<Int>, rows: Range<Int>) -> Double {
      var strongest: UInt8 = 0
      for column in columns.clamped(to: 0..<self.columns) {
        for row in rows.clamped(to: 0..<self.rows) {
          strongest = max(strongest, levels[column * self.rows + row])
        }
      }
      return Double(strongest) / 255
    }
  }

  /// Something in a lane.
  public enum Mark: Hashable, Sendable {
    /// What is below a line, down to the lower edge.
    case area([Point], Tone)
    /// What is between the least and the greatest values, level for each; nothing from the last extent on.
    case band([Extent], Tone)
    /// A line from point to point.
    case line([Point], Tone)
    /// Something that has a time and no length: a stem from the lower edge to a point.
    case stem(Point, Tone)
    /// A point by itself.
    case dot(Point, Tone)
    /// A bar from one time to another, a row high, around a value.
    case bar(from: Double, to: Double, value: Double, Tone)
    /// A value that matters, across the whole lane, and its name.
    case level(Double, String)
    /// A grid of strengths.
    case raster(Raster)
    /// A text that begins at a point.
    case text(Point, String)
    /// A stretch of time with a role, and a word for it, which may be empty.
    case block(from: Double, to: Double, Role, String)
    /// A letter for something that happened at a time; of several at one time the first matters most.
    case sign(Double, Character, Tone)
    /// The present position, a line through the whole lane.
    case position(Double)
  }

  /// A tone and what it stands for.
  public struct Key: Hashable, Sendable {
    /// The tone.
    public var tone: Tone
    /// The meaning of the key.
    public var text: String
    /// The letter, if the key explains a sign.
    public var sign: Character?

    /// `text` for `tone`, or for the letter `sign`.
    public init(_ tone: Tone, _ text: String, sign: Character? = nil) {
      self.tone = tone
      self.text = text
      self.sign = sign
    }
  }

  /// The look of a stretch of time.
  ///
  /// If several roles share a column, the last of them in this order is shown.
  public enum Role: Int, Hashable, Sendable, CaseIterable {
    /// Present, but hardly noticed.
    case faint
    /// Taking something in.
    case input
    /// Ready to take something in, but receiving nothing.
    case blockedInput
    /// Present in full.
    case full
    /// Present, but lowered by something else.
    case reduced
    /// In its place.
    case found
    /// Looking for its place.
    case searching
    /// Broken off by something else.
    case broken
    /// The cause of what happens in other lanes.
    case cause
  }

  /// What something is, from which each back end takes its colour.
  public enum Tone: Hashable, Sendable {
    /// Haptic, with its sharpness: 0 round...1 crisp.
    case sharpness(Double)
    /// Sound.
    case audio
    /// How strong something is: 0 nothing...1 most.
    case strength(Double)
    /// A control.
    case control
    /// The signal as a whole.
    case signal
    /// What was measured of it.
    case measure
    /// What one has more, or less, than the other.
    case difference
    /// The look of a stretch of time.
    case role(Role)
  }

  /// The name of the whole.
  public var title: String
  /// What there is to see, in sentences, for people who do not see it.
  public var description: String
  /// The time at the left edge, in seconds; marks outside of what is drawn are at its edges.
  public var start: Double
  /// The time from the left edge to the right edge, in seconds: 1e-6...1e12.
  ///
  /// A number that is not finite or not more than 0 becomes 1.
  public var seconds: Double { didSet { seconds = Self.length(seconds) } }
  /// From top to bottom.
  public var panels: [Panel]
  /// The legend, below everything.
  public var keys: [Key]

  /// A drawing of `panels` over `seconds` from `start` on.
  public init(
    title: String, description: String, start: Double = 0, seconds: Double, panels: [Panel],
    keys: [Key] = []
  ) {
    self.title = title
    self.start = start
    self.keys = keys
    self.description = description
    self.seconds = Self.length(seconds)
    self.panels = panels
  }

  /// A length of time that can be drawn.
  ///
  /// Our choice: the quotient of two of them is a whole number of columns, and the axis has a text for each.
  private static func length(_ seconds: Double) -> Double {
    seconds > 0 && seconds.isFinite ? min(max(seconds, 1e-6), 1e12) : 1
  }

  /// The times for which the axis has a text, when there is room for `count` of them: multiples of 1, 2
  /// or 5 times a power of ten.
  public func timeTicks(_ count: Int) -> [Double] {
    Self.timeTicks(count, from: start, of: seconds)
  }

  /// The same for an axis of `seconds` that begins at `start`.
  package static func timeTicks(_ count: Int, from start: Double, of seconds: Double) -> [Double] {
    var step = 1e-6
    var factors = [2.0, 2.5, 2].makeIterator()
    while seconds / step > Double(max(1, count)) {
      if let factor = factors.next() {
        step *= factor
      } else {
        factors = [2.0, 2.5, 2].makeIterator()
      }
    }
    let first = Int((start / step - 1e-9).rounded(.up))
    let last = Int(((start + seconds) / step + 1e-9).rounded(.down))
    return (first..<max(first, last + 1)).map { Double($0) * step }
  }
}
