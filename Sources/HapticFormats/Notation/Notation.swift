public import HapticEngine

/// A notation for patterns that is short enough to type in a shell.
///
///     tap 0.8/0.5, rest 100ms, buzz 300ms 0.2..1/0.3 ease-out, 3x(tap 1/0.9 @120bpm)
///
/// Items follow each other. Each item starts where the item before it ends:
///
/// - `tap 0.8/0.5` is a transient with intensity and sharpness, `buzz 300ms 0.5/0.3` a continuous event,
///   `tone 1s 0.5/0.2` a tone with volume and pitch, `sound "hit.wav" 0.5` a sound file. Omitted values are the
///   engine's defaults. Parameters follow by name: `attack`, `decay`, `release`, `sustained`, and `pan` and
///   `brightness` of sounds; `loop` and `no-envelope` of a sound file.
/// - `0.2..1` is a ramp over the event's duration; `ease-in`, `ease-out` or `ease-in-out` makes it
///   nonlinear. A ramp moves a control of the whole pattern, and so affects everything that plays at that time.
/// - `rest 100ms` waits; `at 1.5s tap` plays at an explicit time, counted from the start of its group.
/// - `@120bpm`, or `@120bpm 3/4`, is a tempo. On its own, it applies to all items that follow; after an item, it
///   applies only to that item. With a tempo, a transient is a beat long, lengths may be beats (`2b`, `1/3b`) and
///   bars (`1bar`), and `|` waits for the next bar line.
/// - `( … )` is a group, `3x(…)` or `3x tap` is a repetition, and `a & b` starts `a` and `b` at the same time.
/// - `hit = (tap 1, rest 20ms, tap 0.4)` defines a name, and `hit` plays the items that the name stands for.
/// - `0.2~0.4` is a random number, `50~150ms` a random length and `3~6x` a random count, drawn each time that the
///   item is played; `seed 7` restarts the random numbers. The same text always gives the same pattern.
/// - `@60..120bpm 8x tap` is a tempo that changes at a constant rate during an item, and then keeps its last value.
/// - `input draw 0..1=0.5 "cm" intensity 0:0.2 0.5:1` declares an input that the pattern follows, a `PatternInput`.
/// - `# …` is a comment, to the end of the line.
/// - `set intensity 0.5` sets a control immediately; `curve sharpness 0s 0 500ms 1` moves one from point to point.
///
/// As a grammar:
///
///     voices   = sequence { "&" sequence }
///     sequence = [ item ] { ( "," | "|" ) [ item ] }
///     item     = NAME "=" element | tempo [ item ] | ramp element | element | input
///     element  = bare [ tempo | ramp ]
///     bare     = COUNT [ "~" COUNT ] bare | "(" voices ")" | event | "rest" length | "at" length element
///                | "set" CONTROL number | "curve" CONTROL length number { length number }
///                | "seed" NUMBER | NAME
///     event    = ( "tap" | "buzz" | "tone" | "sound" QUOTATION )
///                [ length ] [ value ] [ "/" value ] { SHAPE | PARAMETER number | FLAG }
///     value    = number [ ".." number ]
///     length   = exact [ "~" exact ]
///     exact    = NUMBER ( "ms" | "s" ) | NUMBER [ "/" NUMBER ] ( "b" | "bar" )
///     tempo    = "@" number "bpm" [ NUMBER "/" NUMBER ]
///     ramp     = "@" number ".." number "bpm" [ NUMBER "/" NUMBER ]
///     number   = NUMBER [ "~" NUMBER ]
///     input    = "input" ( NAME | QUOTATION ) NUMBER ".." NUMBER "=" NUMBER [ QUOTATION ] mapping { mapping }
///     mapping  = ( "intensity" | "sharpness" | "pan" | "time" ) [ "rising" | "falling" ] point { point }
///     point    = NUMBER ":" NUMBER
///
/// Every pattern can be written as a notation, with exact times and values. Reading the notation gives the same
/// pattern, except for details that a notation cannot hold: metadata other than inputs, and parameters that are not
/// named above for a type of event. A notation holds envelopes even if they do not have an effect, such as the envelope
/// of a tap. Each parameter of an event occurs once and in the order above. Lengths in beats, and times that are sums,
/// are rounded to the nanosecond.
public enum Notation {
  /// The seed of random numbers if a notation does not give one.
  ///
  /// Our choice: the seed that people are likely to try first.
  public static let defaultSeed: UInt64 = 1

  /// The maximum depth of nested groups and names.
  ///
  /// Our choice: nobody writes more than ten levels, and the stack of a thread has room for many times this depth.
  public static let maximumDepth = 64

  /// The maximum number of entries that a notation may produce, including repetitions: events and their parameters,
  /// controls, and curve points.
  ///
  /// Our choice: this is enough for an hour of the densest patterns, and takes about a second to read.
  public static let maximumItemCount = 1_000_000

  /// The maximum number of steps that reading a notation may take: entries, rests, tempos, bar lines, names, and
  /// groups with their voices, including repetitions.
  ///
  /// Our choice: each of a million events may have a rest, a group and a control step.
  public static let maximumStepCount = 4 * maximumItemCount
}

extension HapticPattern {
  /// Creates the pattern that `notation` describes; see `Notation`.
  ///
  /// - Throws: `NotationError` with every problem and its place.
  /// - Complexity: O(*n* + *m*), where *n* is the number of characters, and *m* is the number of events, parameters,
  ///   controls and curve points after repeats and names are expanded; *m* is at most `Notation.maximumItemCount`.
  public init(notation: String) throws(NotationError) { self = try Notation.read(notation).pattern }
}

extension Notation {
  /// Returns the pattern that `notation` describes, and for each of its entries the column of the item that produced
  /// it.
  ///
  /// Columns are counted as if the notation were one line. If `isStrict`, a value outside its range is a problem.
  package static func read(
    _ notation: String, isStrict: Bool = false
  ) throws(NotationError) -> (pattern: HapticPattern, columns: [Int]) {
    // A byte order mark is not a visible character and does not count as a column.
    let text = notation.first == "\u{FEFF}" ? String(notation.dropFirst()) : notation
    do throws(NotationError) {
      return try read(line: text, isStrict: isStrict)
    } catch {
      throw error.placed(in: text)
    }
  }

  /// Reads `notation`; the places of problems are columns as if the notation were one line.
  private static func read(
    line notation: String, isStrict: Bool
  ) throws(NotationError) -> (pattern: HapticPattern, columns: [Int]) {
    var parser = NotationParser(notation, isStrict: isStrict)
    let voices = parser.parse()
    if !parser.problems.isEmpty {
      throw NotationError(problems: parser.problems)
    }
    var evaluator = NotationEvaluator(parser.definitions)
    try evaluator.evaluate(voices)
    let (entries, columns) = evaluator.made
    do throws(PatternError) {
      return (try HapticPattern(entries: entries, metadata: parser.metadata), columns)
    } catch {
      throw NotationError(
        problems: error.problems.map { problem in
          .init(column: columns[problem.entry], .invalidPattern(problem.cause.text))
        })
    }
  }
}

extension HapticPattern {
  /// The pattern as a notation, and the parts of the pattern that the notation omits.
  ///
  /// Reading the notation gives the same entries. Repetitions are written once, and events with matching curves are
  /// written as ramps.
  ///
  /// - Complexity: O(n) in the number of entries and points.
  public var notation: (text: String, losses: [NotationLoss]) {
    let writer = NotationWriter(self)
    return (writer.text, writer.losses)
  }
}
