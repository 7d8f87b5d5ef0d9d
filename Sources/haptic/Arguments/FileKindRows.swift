import HapticEngine
import HapticFormats
import HapticLint
import TextFormats

extension FileKind {
  /// All kinds.
  ///
  /// If several kinds match a file, the first is used.
  static let rows =
    [
      sound, movie, picture, snapshot, trace, pattern, scenario, profile, editLog, manifest,
      lintConfiguration, patternTest,
    ] + formats + [notation, otherSound, otherPicture]

  static let pattern = FileKind(
    "a pattern", format: "ahap", endings: [".ahap"],
    commands: [
      "": "haptic play FILE", "chart": "haptic chart FILE",
      "session chart": "haptic chart FILE", "render": "haptic render FILE -o BASE.wav",
      "session render": "haptic render FILE -o BASE.wav",
      "lint": "haptic lint FILE", "session explain": "haptic inspect FILE",
      "convert": "haptic convert --from ahap FILE OUTPUT",
    ], writer: "haptic new FILE --template tap",
    if: { $0.keys.contains("Pattern") })

  static let scenario = FileKind(
    "a scenario", endings: [".yaml", ".yml"],
    commands: [
      "": "haptic session run FILE", "chart": "haptic session chart FILE",
      "play": "haptic session play FILE", "watch": "haptic session play FILE",
      "listen": "haptic session play FILE",
      "render": "haptic session render FILE -o BASE.wav",
      "lint": "haptic session run --json FILE | haptic lint -",
    ], writer: "haptic session new FILE",
    if: {
      // The lines of a trace also name their scenario.
      $0.keys.contains("scenario") && !$0.keys.isSuperset(of: ["kind", "t"])
        || $0.keys.isSuperset(of: ["apps", "steps"])
        // The steps of a scenario whose other keys are missing or misspelled; other programs also have steps.
        || $0.keys.contains("steps") && $0.hasLine(beginning: ["- expect:", "- { at:", "- at:"])
    })

  static let snapshot = FileKind(
    "a scenario snapshot", endings: [".snapshot"],
    commands: [
      "": "haptic session run --from-snapshot FILE",
      "chart": "haptic session chart --from-snapshot FILE",
      "session chart": "haptic session chart --from-snapshot FILE",
      "render": "haptic session render --from-snapshot FILE -o BASE.wav",
      "session render": "haptic session render --from-snapshot FILE -o BASE.wav",
      "lint": "haptic session run --json --from-snapshot FILE | haptic lint -",
    ],
    if: { $0.has("# haptic snapshot") })

  /// Source: geninfo(1); a tracefile begins with the name of a test or of a source file.
  static let tracefile = FileKind(
    "an lcov tracefile", commands: [:], if: { $0.has("TN:") || $0.has("SF:") })

  static let testReport = FileKind(
    "a report in JUnit XML", commands: [:], if: { $0.isElement("testsuite") })

  /// Source: `LintTraceLine`, the keys that each line has.
  static let trace = FileKind(
    "a scenario trace", endings: [".jsonl"], commands: ["": "haptic lint FILE"],
    writer: "haptic session run SCENARIO --json > FILE",
    if: { $0.has("{") && $0.keys.isSuperset(of: ["kind", "scenario", "t"]) })

  static let patternTest = FileKind(
    "a pattern test",
    commands: [
      "": "haptic test FILE",
      "test": "save it as NAME.test.yaml, next to NAME.ahap or with the key `pattern`",
    ],
    if: { $0.isMap(of: PatternTest.shape.keys) })

  static let manifest = FileKind(
    "an app manifest", endings: [".yaml", ".yml"], commands: ["": "haptic lint FILE"],
    if: { $0.isMap(of: AppManifest.shape.keys) })

  static let lintConfiguration = FileKind(
    "a configuration for `haptic lint`", commands: ["": "haptic lint PATTERN --config FILE"],
    if: { $0.isMap(of: ["accept", "off", "thresholds"]) })

  static let profile = FileKind(
    "a profile",
    commands: [
      "": "haptic play PATTERN --profile FILE", "chart": "haptic chart PATTERN --profile FILE",
      "inspect": "haptic inspect PATTERN --profile FILE",
      "lint": "haptic lint PATTERN --profile FILE",
      "render": "haptic render PATTERN --profile FILE -o OUTPUT",
    ],
    if: { $0.keys.contains("lowHertz") || $0.keys.contains("highHertz") })

  static let editLog = FileKind(
    "an edit log", commands: ["": "haptic edit PATTERN --replay FILE"],
    if: { $0.has("{") && $0.keys.isSuperset(of: ["after", "before", "edit"]) })

  /// Source: RFC 2361 and 9639, the specifications of AIFF, CAF, Ogg, ID3 and Sun's audio format;
  /// MPEG frames begin with eleven bits that are set.
  static let sound = FileKind(
    "a sound", endings: [".wav", ".aif", ".aiff", ".caf", ".flac", ".ogg", ".mp3"],
    commands: [
      "": "haptic listen FILE -o BASE.ahap", "play": "haptic listen FILE --play",
      "session play": "haptic listen FILE --play",
      "watch": "haptic listen FILE --play", "session live": "haptic listen FILE --play",
      "inspect": "haptic listen FILE", "validate": "haptic lint FILE", "test": "haptic lint FILE",
      "lint": "haptic lint FILE",
    ], writer: soundWriter, written: writtenSounds, isReadTwice: true,
    if: { start in
      let (bytes, isShort) = (start.bytes, start.bytes.count < 12)
      return ["RF64", "caff", "fLaC", "OggS", "ID3", ".snd"].contains { start.has($0) }
        || start.has("RIFF") && (isShort || start.has("WAVE", at: 8))
        || start.has("FORM") && (isShort || start.has("AIF", at: 8))
        || bytes.count > 1 && bytes[0] == 0xFF && 0xE0..<0xFE ~= bytes[1]
    })

  private static let soundWriter = "haptic render BASE.ahap -o FILE"
  private static let writtenSounds = [".wav", ".flac", ".ogg"]

  /// Names of sounds that are never written; when such a file is read, its content decides.
  private static let otherSound = FileKind(
    "a sound", endings: [".m4a", ".opus", ".aac", ".au", ".w64", ".wma"], commands: [:],
    writer: soundWriter, written: writtenSounds, if: { _ in false })

  /// Source: ISO/IEC 14496-12, `ftyp`; RFC 8794, the header of Matroska and WebM.
  private static let movie = FileKind(
    "a video, or a sound in a video format", commands: ["": "ffmpeg -i FILE BASE.wav"],
    isReadTwice: true,
    if: { $0.has("ftyp", at: 4) || $0.bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) })

  /// Source: W3C's PNG and SVG, ITU-T T.81 for JPEG, ISO 32000 for PDF.
  static let picture = FileKind(
    "a picture", endings: [".svg", ".png", ".pdf", ".jpg", ".jpeg", ".gif"],
    commands: ["": "haptic chart PATTERN -o FILE", "run": "haptic session chart SCENARIO -o FILE"],
    writer: pictureWriter, written: writtenPictures, isReadTwice: true,
    if: { start in
      start.has("PNG", at: 1) || start.has("%PDF") || start.has("GIF8")
        || start.bytes.starts(with: [0xFF, 0xD8, 0xFF]) || start.isElement("svg")
    })

  private static let pictureWriter = "haptic chart BASE.ahap -o FILE"
  private static let writtenPictures = [".svg", ".png"]

  /// Names of pictures and pages that are never written.
  private static let otherPicture = FileKind(
    "a picture", endings: [".webp", ".html"], commands: [:], writer: pictureWriter,
    written: writtenPictures, if: { _ in false })

  /// The other formats that `haptic convert` reads.
  ///
  /// Formats identified by their keys come first.
  private static let formats =
    [
      ("haptic", "signals"), ("hjif", "perceptions"), ("haps", "m_version"),
      ("haps", "m_vibration"),
      ("android-waveform", "timings"),
    ].map { name, key in format(name) { $0.keys.contains(key) } } + [
      format("android-xml") {
        $0.isElement("vibration-effect") || $0.isElement("vibration-select")
      },
      format("web-vibration") { start in
        start.bytes.first { $0 > 0x20 } == UInt8(ascii: "[")
          && start.bytes.contains { "0123456789".utf8.contains($0) }
          && start.bytes.allSatisfy { $0 <= 0x20 || "[],.0123456789".utf8.contains($0) }
      },
    ]

  private static func format(
    _ name: String, if matches: @escaping @Sendable (FileBeginning) -> Bool
  ) -> FileKind {
    let from = "--from \(name) "
    return FileKind(
      "a pattern in the format \(name)", format: name,
      commands: [
        "": "haptic convert \(from)FILE BASE.ahap", "convert": "haptic convert \(from)FILE OUTPUT",
      ], if: matches)
  }

  static let notation = FileKind(
    "a notation", format: "notation",
    commands: [
      "": "haptic new BASE.ahap --notation @FILE", "play": "haptic play --notation @FILE",
      "chart": "haptic chart --notation @FILE", "lint": "haptic lint --notation @FILE",
      "render": "haptic render --notation @FILE -o BASE.wav",
    ],
    if: { $0.bytes.count < FileBeginning.maximumBytes && isNotation($0.text) })

  /// Whether `text` is a pattern in notation.
  static func isNotation(_ text: String) -> Bool {
    text.contains(where: \.isLetter) && (try? HapticPattern(notation: text)) != nil
  }

  static let folder = FileKind(
    "a folder",
    commands: [
      "": "haptic validate FILE", "play": "haptic play FILE/*.ahap",
      "chart": "haptic chart FILE/*.ahap", "session run": "haptic test FILE",
      "session play": "haptic session run FILE",
      "session chart": #"for f in FILE/*.yaml; do haptic session chart "$f"; done"#,
      "session render": "haptic session run FILE", "session explain": "haptic session run FILE",
      "session live": "haptic session run FILE",
    ], if: { _ in false })
}

extension FileBeginning {
  /// Whether there are keys, and all of them are in `keys`.
  fileprivate func isMap(of keys: [String]) -> Bool {
    !self.keys.isEmpty && self.keys.isSubset(of: keys)
  }

  /// Whether the file is XML with an element of this name near its start.
  fileprivate func isElement(_ name: String) -> Bool {
    bytes.first { $0 > 0x20 } == UInt8(ascii: "<") && text.prefix(4_096).contains("<\(name)")
  }
}
