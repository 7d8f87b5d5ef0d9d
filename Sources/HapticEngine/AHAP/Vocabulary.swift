internal import TextFormats

/// A small set of words for looking up bytes.
///
/// Its memory is never freed, because a vocabulary is a constant of the program. The type does not count references,
/// because reading a file may look up millions of words.
///
/// The type does not require conformances of `Word`, so that the runtime does not have to look them up to create it;
/// that lookup takes longer than reading a small file.
@safe
struct Vocabulary<Word>: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the memory is written in init only.

  struct Item {
    let word: Word
    let index: Int
  }

  /// The bytes of a word.
  @safe
  private struct Spelling {
    let bytes: UnsafePointer<UInt8>
    let count: Int
  }

  private let items: UnsafePointer<Item>
  private let spellings: UnsafePointer<Spelling>
  private let count: Int

  /// A bit for each required word, by its index.
  let required: UInt32

  /// Returns the word that `string` contains, or nil if it is not a word of the vocabulary.
  func item(_ string: JSONString, in bytes: [UInt8]) -> Item? {
    if string.hasEscapes {
      let decoded = JSONText.decoded(bytes, string.lower..<string.upper)
      return item(decoded, 0..<decoded.count)
    }
    return item(bytes, string.lower..<string.upper)
  }

  private func item(_ bytes: [UInt8], _ range: Range<Int>) -> Item? {
    var index = 0
    while index < count {
      // SAFETY: index < count, and a spelling holds as many bytes as its count says.
      let spelling = unsafe spellings[index]
      if spelling.count == range.count {
        var offset = 0
        while offset < spelling.count,
          unsafe spelling.bytes[offset] == bytes[range.lowerBound + offset]
        {
          offset += 1
        }
        if offset == spelling.count { return unsafe items[index] }
      }
      index += 1
    }
    return nil
  }
}

extension Vocabulary
where Word: RawRepresentable & CaseIterable & Sendable, Word.RawValue == String {
  /// Creates a vocabulary of all cases of `Word`, at most 32.
  ///
  /// The words in `required` are required keys.
  init(required: [Word] = []) {
    count = Word.allCases.count
    // SAFETY: all are initialized below and never freed: there is one vocabulary for each kind of
    // word.
    let items = UnsafeMutablePointer<Item>.allocate(capacity: count)
    let spellings = UnsafeMutablePointer<Spelling>.allocate(capacity: count)
    let names = required.map(\.rawValue)
    var bits: UInt32 = 0
    for (index, word) in Word.allCases.enumerated() {
      let utf8 = Array(word.rawValue.utf8)
      // SAFETY: as above.
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: utf8.count)
      unsafe bytes.initialize(from: utf8, count: utf8.count)
      unsafe (items + index).initialize(to: Item(word: word, index: index))
      unsafe (spellings + index).initialize(to: Spelling(bytes: bytes, count: utf8.count))
      if names.contains(word.rawValue) { bits |= 1 << UInt32(index) }
    }
    unsafe self.items = UnsafePointer(items)
    unsafe self.spellings = UnsafePointer(spellings)
    self.required = bits
  }

  /// The words whose bits are set in `bits`.
  func words(of bits: UInt32) -> [String] {
    Word.allCases.enumerated().filter { bits & 1 << UInt32($0.offset) != 0 }.map(\.element.rawValue)
  }

  /// Returns the word nearest to `written`, or nil if none is similar.
  func nearest(to written: String) -> String? {
    NearestWord.find(written, in: Word.allCases.map(\.rawValue), AHAPVocabulary.meanings)
  }
}

/// The keys and values of AHAP files.
///
/// Source: Core Haptics, `CHHapticPattern.Key`.
enum AHAPVocabulary {
  /// Keys of the file.
  enum RootKey: String, CaseIterable {
    case version = "Version"
    case metadata = "Metadata"
    case pattern = "Pattern"
    /// Not a Core Haptics key. Editors use it to find the schema; Core Haptics ignores it.
    case schema = "$schema"
  }

  /// Keys of an entry of the pattern.
  enum EntryKey: String, CaseIterable {
    case event = "Event"
    case parameter = "Parameter"
    case curve = "ParameterCurve"
  }

  /// Keys of an event.
  enum EventKey: String, CaseIterable {
    case type = "EventType"
    case time = "Time"
    case duration = "EventDuration"
    case parameters = "EventParameters"
    case waveformPath = "EventWaveformPath"
    case usesVolumeEnvelope = "EventWaveformUseVolumeEnvelope"
    case loops = "EventWaveformLoopEnabled"
  }

  /// Keys of an event's parameter.
  enum EventParameterKey: String, CaseIterable {
    case id = "ParameterID"
    case value = "ParameterValue"
  }

  /// Keys of a dynamic parameter.
  enum ParameterKey: String, CaseIterable {
    case id = "ParameterID"
    case value = "ParameterValue"
    case time = "Time"
  }

  /// Keys of a parameter curve.
  enum CurveKey: String, CaseIterable {
    case id = "ParameterID"
    case time = "Time"
    case controlPoints = "ParameterCurveControlPoints"
  }

  /// Keys of a control point.
  enum PointKey: String, CaseIterable {
    case time = "Time"
    case value = "ParameterValue"
  }

  static let root = Vocabulary<RootKey>(required: [.pattern])
  static let entry = Vocabulary<EntryKey>()
  static let event = Vocabulary<EventKey>(required: [.type, .time])
  static let eventParameter = Vocabulary<EventParameterKey>(required: [.id, .value])
  static let parameter = Vocabulary<ParameterKey>(required: [.id, .value, .time])
  static let curve = Vocabulary<CurveKey>(required: [.id, .time, .controlPoints])
  static let point = Vocabulary<PointKey>(required: [.time, .value])
  static let eventTypes = Vocabulary<EventType>()
  static let eventParameters = Vocabulary<EventParameter.ID>()
  static let controls = Vocabulary<DynamicParameter.ID>()

  /// Common mistakes that differ too much from the right word to be found by spelling.
  ///
  /// `Duration` and `Value` are in Apple's own article on the format; the other words are our choice.
  static let meanings: [WordMeaning] = [
    WordMeaning(["duration", "length"], "EventDuration"),
    WordMeaning(["value"], "ParameterValue"), WordMeaning(["type"], "EventType"),
    WordMeaning(["parameters", "params"], "EventParameters"),
    WordMeaning(["parameters", "dynamicparameter"], "Parameter"),
    WordMeaning(["id", "parameter"], "ParameterID"),
    WordMeaning(["points", "controlpoints"], "ParameterCurveControlPoints"),
    WordMeaning(["curve"], "ParameterCurve"),
    WordMeaning(["relativetime", "starttime", "eventtime", "timestamp"], "Time"),
    WordMeaning(["path", "waveform"], "EventWaveformPath"),
    WordMeaning(["events"], "Event"), WordMeaning(["events"], "Pattern"),
    WordMeaning(["audio"], "AudioCustom"), WordMeaning(["tap"], "HapticTransient"),
    WordMeaning(["continuous"], "HapticContinuous"), WordMeaning(["intensity"], "HapticIntensity"),
    WordMeaning(["intensity"], "HapticIntensityControl"),
    WordMeaning(["sharpness"], "HapticSharpness"),
    WordMeaning(["sharpness"], "HapticSharpnessControl"),
    WordMeaning(["attacktime"], "HapticAttackTimeControl"),
    WordMeaning(["decaytime"], "HapticDecayTimeControl"),
    WordMeaning(["releasetime"], "HapticReleaseTimeControl"),
    WordMeaning(["volume"], "AudioVolume"), WordMeaning(["volume"], "AudioVolumeControl"),
  ]
}
