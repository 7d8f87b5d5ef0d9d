import Drawing

/// Braille dots, two by four in each character.
struct DotGrid {
  private let columns: Int
  private let rows: Int
  private var dots: [UInt8] = []
  private var tones: [Drawing.Tone?] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Adds the line through `places`, or a single dot.
  mutating func add(_ places: [(x: Int, y: Int)], _ tone: Drawing.Tone) {
    guard var last = places.first else { return }
    set(last.x, last.y, tone)
    for next in places.dropFirst() {
      let steps = max(abs(next.x - last.x), abs(next.y - last.y), 1)
      for step in 0...steps {
        set(
          last.x + (next.x - last.x) * step / steps, last.y + (next.y - last.y) * step / steps,
          tone)
      }
      last = next
    }
  }

  /// Adds the dots between two places in one column, and repeats them in the following columns before `end`.
  mutating func add(
    from top: (x: Int, y: Int), to bottom: (x: Int, y: Int), until end: Int, _ tone: Drawing.Tone
  ) {
    for x in top.x...max(top.x, end - 1) {
      for y in top.y...bottom.y { set(x, y, tone) }
    }
  }

  /// The bit of each dot, column by column.
  ///
  /// Source: Unicode, Braille Patterns.
  private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  private mutating func set(_ x: Int, _ y: Int, _ tone: Drawing.Tone) {
    if dots.isEmpty {
      dots = Array(repeating: 0, count: columns * rows)
      tones = Array(repeating: nil, count: columns * rows)
    }
    // A dot at the right edge belongs to the last column.
    let x = min(x, 2 * columns - 1)
    let cell = y / 4 * columns + x / 2
    dots[cell] |= Self.bits[x % 2][y % 4]
    tones[cell] = tone
  }

  /// The characters with dots.
  var characters: [(row: Int, column: Int, bits: UInt8, tone: Drawing.Tone)] {
    dots.indices.compactMap { cell in
      tones[cell].map { (cell / columns, cell % columns, dots[cell], $0) }
    }
  }
}
