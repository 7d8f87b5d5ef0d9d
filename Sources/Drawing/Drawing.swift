/// A picture over time, as a value: panels of lanes, one below the other, with a common time axis.
///
/// Positions are seconds on that axis and values of a lane. The back end converts them to columns or
/// points: a terminal, or a `Page` that becomes SVG or PNG.
public struct Drawing: Hashable, Sendable {
  /// A group of lanes with a title.
  public struct Panel: Hashable, Sendable {
    /// The title of the panel.
    public var title: String
    /// Remarks below the title; each starts on a new line.
    public var notes: [String]
    /// The lanes from top to bottom.
    public var lanes: [Lane]

    /// Creates a panel of `lanes`.
    public init(title: String, notes: [String] = [], lanes: [Lane]) {
      self.title = title
      self.notes = notes
      self.lanes = lanes
    }
  }

  /// A horizontal stripe with its own value axis.
  public struct Lane: Hashable, Sendable {
    /// The name next to the lane; a few letters.
    public var name: String
    /// Remarks below the name, if they fit, such as the unit of the values; a few words each.
    public var notes: [String]
    /// The values from the lower to the upper edge.
    public var range: ClosedRange<Double>
    /// The labeled values next to the lane.
    public var ticks: [Tick]
    /// The height of the lane, in lines of text; clamped to 0...10_000.
    public var rows: Int { didSet { rows = Self.clamped(rows) } }
    /// The marks to draw; later marks cover earlier ones.
    public var marks: [Mark]

    /// Creates a lane that is `rows` lines of text high.
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

  /// A labeled value next to a lane.
  public struct Tick: Hashable, Sendable {
    /// The value, in the lane's range.
    public var value: Double
    /// The label.
    public var text: String

    /// Creates a tick with `text` at `value`.
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

    /// Creates a point with `value` at `time` seconds.
    public init(_ time: Double, _ value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// The lowest and the highest value from a time until the time of the next extent.
  public struct Extent: Hashable, Sendable {
    /// Seconds.
    public var time: Double
    /// The lowest value.
    public var low: Double
    /// The highest value.
    public var high: Double

    /// Creates an extent from `low` to `high` that begins at `time` seconds.
    public init(_ time: Double, _ low: Double, _ high: Double) {
      self.time = time
      self.low = low
      self.high = high
    }
  }

  /// A grid of strengths over time and value that covers the whole lane.
  public struct Raster: Hashable, Sendable {
    /// The start time of the first column, in seconds.
    public var start: Double
    /// The duration of a column in seconds, at least 1e-6.
    ///
    /// A number that is not finite or not greater than 0 becomes 1.
    public var columnSeconds: Double { didSet { columnSeconds = Drawing.length(columnSeconds) } }
    /// The number of cells in a column, from the lower edge of the lane to the upper; at least 0.
    public var rows: Int { didSet { rows = max(0, rows) } }
    /// The strengths, from 0 (nothing) to 255 (strongest): column by column, and in each column from the lowest cell to
    /// the highest.
    public var levels: [UInt8]

    /// Creates columns of `rows` cells each, the first of which begins at `start` seconds.
    public init(start: Double = 0, columnSeconds: Double, rows: Int, levels: [UInt8]) {
      self.start = start
      self.columnSeconds = Drawing.length(columnSeconds)
      self.rows = max(0, rows)
      self.levels = levels
    }

    /// The number of whole columns.
    public var columns: Int { rows > 0 ? levels.count / rows : 0 }

    /// The strongest cell within `columns` and `rows`, 0...1.
    ///
    /// Cells outside the raster count as 0.
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

  /// A mark in a lane.
  public enum Mark: Hashable, Sendable {
    /// The area between a line and the lower edge.
    case area([Point], Tone)
    /// The area between the lowest and the highest values, which are constant from each extent to the next; nothing is
    /// drawn from the last extent on.
    case band([Extent], Tone)
    /// A line from point to point.
    case line([Point], Tone)
    /// Something that has a time but no duration: a stem from the lower edge to a point.
    case stem(Point, Tone)
    /// A single point.
    case dot(Point, Tone)
    /// A bar from one time to another, a row high, around a value.
    case bar(from: Double, to: Double, value: Double, Tone)
    /// A named value, drawn across the whole lane.
    case level(Double, String)
    /// A grid of strengths.
    case raster(Raster)
    /// A text that begins at a point.
    case text(Point, String)
    /// A period of time with a role and a word, which may be empty.
    case block(from: Double, to: Double, Role, String)
    /// A letter for something that happened at a time. If several signs share a time, the first is the most important.
    case sign(Double, Character, Tone)
    /// The present position, a line through the whole lane.
    case position(Double)
  }

  /// An entry of the legend: a tone and its meaning.
  public struct Key: Hashable, Sendable {
    /// The tone.
    public var tone: Tone
    /// The meaning of the key.
    public var text: String
    /// The letter that the key explains; nil if it explains a tone.
    public var sign: Character?

    /// Creates an entry with `text` for `tone`, or for the letter `sign`.
    public init(_ tone: Tone, _ text: String, sign: Character? = nil) {
      self.tone = tone
      self.text = text
      self.sign = sign
    }
  }

  /// The appearance of a period of time.
  ///
  /// If several roles share a column, the last of them in this order is shown.
  public enum Role: Int, Hashable, Sendable, CaseIterable {
    /// Something is present, but hardly noticeable.
    case faint
    /// Taking input.
    case input
    /// Ready for input, but receiving nothing.
    case blockedInput
    /// Fully present.
    case full
    /// Present, but lowered by something else.
    case reduced
    /// In its place.
    case found
    /// Looking for its place.
    case searching
    /// Interrupted by something else.
    case broken
    /// The cause of events in other lanes.
    case cause
  }

  /// The meaning of a mark, from which each back end derives its color.
  public enum Tone: Hashable, Sendable {
    /// Haptic, with its sharpness: from 0 (round) to 1 (crisp).
    case sharpness(Double)
    /// Sound.
    case audio
    /// A strength, from 0 (nothing) to 1 (strongest).
    case strength(Double)
    /// A control.
    case control
    /// The signal as a whole.
    case signal
    /// A measurement of the signal.
    case measure
    /// A difference between two things, in either direction.
    case difference
    /// The appearance of a period of time.
    case role(Role)
  }

  /// The title of the whole drawing.
  public var title: String
  /// An alternative text, in sentences, for people who cannot see the drawing.
  public var description: String
  /// The time at the left edge, in seconds.
  ///
  /// Marks outside the drawn range appear at its edges.
  public var start: Double
  /// The time from the left edge to the right edge, in seconds: 1e-6...1e12.
  ///
  /// A number that is not finite or not greater than 0 becomes 1.
  public var seconds: Double { didSet { seconds = Self.length(seconds) } }
  /// The panels from top to bottom.
  public var panels: [Panel]
  /// The legend, below everything.
  public var keys: [Key]

  /// Creates a drawing of `panels` over `seconds` from `start` on.
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

  /// Returns `seconds` limited to durations that can be drawn.
  ///
  /// Our choice: the quotient of two such durations is a whole number of columns, and the axis has a label for each.
  private static func length(_ seconds: Double) -> Double {
    seconds > 0 && seconds.isFinite ? min(max(seconds, 1e-6), 1e12) : 1
  }

  /// Returns the times that are labeled on the axis if there is room for `count` labels: multiples of 1, 2 or 5 times a
  /// power of ten.
  public func timeTicks(_ count: Int) -> [Double] {
    Self.timeTicks(count, from: start, of: seconds)
  }

  /// Returns the times that are labeled on an axis of `seconds` that begins at `start`, if there is room for `count`
  /// labels.
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
