internal import Realtime
internal import TextFormats

/// The first line of a stream to `haptic-studio`, as JSON: what plays, and the format of the frames.
package struct BrowserHeader: Encodable, Hashable, Sendable {
  /// What plays, for a person.
  package let title: String
  /// Frames per second.
  package let rate: Int
  /// Samples per frame.
  package let channels: Int

  /// Creates the header of a stream called `title`.
  package init(title: String, rate: Int, channels: Int) {
    (self.title, self.rate, self.channels) = (title, rate, channels)
  }

  /// The number of channels that browsers can play.
  ///
  /// Source: Web Audio API, `BaseAudioContext.createBuffer`, which supports at least 32.
  private static let channelCounts = 1...32
  /// The maximum length of the line, in bytes.
  ///
  /// Our choice: longer than any list of names that a person reads.
  static let maximumBytes = 100_000

  /// The number of bytes in a frame: 32-bit floats.
  package var frameBytes: Int { channels * MemoryLayout<Float>.size }

  /// The header as one line of JSON, with its line end.
  package var line: [UInt8] {
    // A text and two whole numbers can always be encoded.
    Array(((try? JSONEncoding.text(self, isOneLine: true)) ?? "{}").utf8) + [UInt8(ascii: "\n")]
  }

  /// Creates the header that `line` contains, with or without its line end; nil if a value is missing or out of range.
  package init?(line: [UInt8]) {
    let tree = JSONTreeBuilder.tree(of: line)
    guard let title = tree["title"]?.text, let rate = tree["rate"]?.number,
      let channels = tree["channels"]?.number, BlockLimits.sampleRates.contains(rate),
      let rate = Int(exactly: rate), let channels = Int(exactly: channels),
      Self.channelCounts.contains(channels)
    else { return nil }
    self.init(title: title, rate: rate, channels: channels)
  }
}

/// A record of the stream after its header.
///
/// In the stream, a record is a byte with its kind, the number of the bytes that follow (4 bytes, little-endian), and
/// these bytes.
package enum BrowserRecord: Hashable, Sendable {
  /// A run begins: the reader may ask for `windowFrames` more frames than it has played, in blocks of `periodFrames`.
  case start(windowFrames: Int, periodFrames: Int)
  /// Interleaved 32-bit floats, little-endian.
  case frames([UInt8])
  /// No more frames follow in this run; those that were sent are played.
  case finish
  /// The run is over; frames that were not played yet are dropped.
  case stop

  /// The number of bytes before the content of a record.
  static let prefixBytes = 5
  /// The maximum size of the content, in bytes.
  ///
  /// Our choice: the largest block of two channels.
  fileprivate static let maximumBytes = 8 * BlockLimits.blockFrames.upperBound

  /// The record as bytes.
  package var bytes: [UInt8] {
    let content: [UInt8] =
      switch self {
      case .start(let window, let period): Self.bytes(window) + Self.bytes(period)
      case .frames(let bytes): bytes
      case .finish, .stop: []
      }
    return [kind] + Self.bytes(content.count) + content
  }

  /// The bytes before `count` bytes of frames.
  static func prefix(ofFrames count: Int) -> [UInt8] {
    [BrowserRecord.frames([]).kind] + bytes(count)
  }

  private var kind: UInt8 {
    switch self {
    case .start: 1
    case .frames: 2
    case .finish: 3
    case .stop: 4
    }
  }

  /// Creates the record of a kind with a content; nil if there is no such record.
  fileprivate init?(kind: UInt8, content: ArraySlice<UInt8>) {
    switch (kind, content.count) {
    case (1, 8):
      self = .start(
        windowFrames: Self.number(content.prefix(4)), periodFrames: Self.number(content.suffix(4)))
    case (2, _): self = .frames(Array(content))
    case (3, 0): self = .finish
    case (4, 0): self = .stop
    default: return nil
    }
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  fileprivate static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// Reads a stream in pieces of any size.
package struct BrowserStreamReader: Sendable {
  /// A stream that is not one of `haptic`.
  package struct Damage: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// The header; nil until it has arrived.
  package private(set) var header: BrowserHeader?
  private var rest: [UInt8] = []

  /// Creates a reader at the beginning of a stream.
  package init() {}

  /// Reads the next bytes of the stream.
  ///
  /// - Returns: the records that they complete.
  /// - Throws: `Damage` if the bytes are neither a header nor a record.
  package mutating func records(in bytes: some Sequence<UInt8>) throws(Damage) -> [BrowserRecord] {
    rest += bytes
    if header == nil {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else {
        if rest.count > BrowserHeader.maximumBytes {
          throw Damage(description: "the first line is too long")
        }
        return []
      }
      header = BrowserHeader(line: Array(rest[..<end]))
      if header == nil {
        throw Damage(description: "the first line is not the header of a sound")
      }
      rest.removeSubrange(...end)
    }
    var records: [BrowserRecord] = []
    var start = 0
    while rest.count - start >= BrowserRecord.prefixBytes {
      let content = start + BrowserRecord.prefixBytes
      let count = BrowserRecord.number(rest[start + 1..<content])
      if count > BrowserRecord.maximumBytes { throw Damage(description: "a record is too long") }
      if rest.count - content < count { break }
      guard
        let record = BrowserRecord(kind: rest[start], content: rest[content..<content + count])
      else { throw Damage(description: "a record is not known") }
      records.append(record)
      start = content + count
    }
    rest.removeFirst(start)
    return records
  }
}

/// A line that `haptic-studio` reports about the page.
package enum BrowserReport: Hashable, Sendable {
  /// Whether a page plays the stream.
  package enum Listener: String, Hashable, Sendable {
    /// No page plays it, or that page was closed.
    case left
    /// A page plays it, but the user has paused the page.
    case paused
    /// A page plays it.
    case listens
  }

  /// The server listens: the link to open, and its port.
  case address(link: String, port: Int)
  /// The page has changed.
  case listener(Listener)
  /// The page has played this number of frames since the start of a run; runs are counted from 1.
  case played(run: Int, frames: Int64)
  /// The page ran out of frames, and has inserted silence.
  case ranDry

  /// The report as a line, without its end.
  package var line: String {
    switch self {
    case .address(let link, let port): "address \(port) \(link)"
    case .listener(let listener): listener.rawValue
    case .played(let run, let frames): "played \(run) \(frames)"
    case .ranDry: "dry"
    }
  }

  /// Creates the report of a line; nil if there is no such report.
  package init?(line: String) {
    let words = line.split(separator: " ").map(String.init)
    if words.count == 1, let listener = Listener(rawValue: words[0]) {
      self = .listener(listener)
      return
    }
    switch (words.first, words.count) {
    case ("address", 3):
      guard let port = UInt16(words[1]) else { return nil }
      self = .address(link: words[2], port: Int(port))
    case ("played", 3):
      guard let run = Int(words[1]), let frames = Int64(words[2]), frames >= 0 else { return nil }
      self = .played(run: run, frames: frames)
    case ("dry", 1): self = .ranDry
    default: return nil
    }
  }
}
