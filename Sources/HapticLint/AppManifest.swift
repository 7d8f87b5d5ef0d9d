internal import HapticEngine
package import TextFormats
internal import YAMLText

/// An app's description of its haptics and its sound: a YAML file that lint reads.
///
/// `haptic schema manifest` prints its schema; `Examples/Lint/` has an example.
public struct AppManifest: Sendable {
  /// The kind of app.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case app, game
  }

  /// Whether sound is essential to the app.
  public enum SoundRole: String, Hashable, Sendable, CaseIterable {
    case essential, nonessential
  }

  /// The categories, by the names that scenarios use.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    case ambient, soloAmbient, playback, record, playAndRecord, multiRoute
  }

  /// The cause of a haptic.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    case userAction, gameEvent, systemEvent, timer, idle, appLaunch, animationLoop
  }

  /// The meaning of a haptic.
  public enum Meaning: String, Hashable, Sendable, CaseIterable {
    case result, warning, error, collision, selection, status, approach, decoration, fun, brand
    case none

    /// Whether missing a haptic with this meaning has consequences.
    var matters: Bool { [.result, .warning, .error].contains(self) }
  }

  /// A situation in which a haptic may play.
  public enum Situation: String, Hashable, Sendable, CaseIterable {
    case camera, microphone, gyroscope, voiceOnly
  }

  /// Something that accompanies a haptic.
  public struct Companion: Hashable, Sendable {
    /// The sense that perceives the companion.
    public enum Channel: String, Hashable, Sendable, CaseIterable {
      case visual, audio
    }

    var channel = Channel.visual
    var kind = ""
    /// The companion's start, in seconds after the start of the haptic; negative if the companion begins first.
    var offset = 0.0
    /// The duration in seconds; nil if not given.
    var duration: Double?
    /// The sound file of an audible companion; nil if not given.
    var file: String?
  }

  /// A haptic with its cause and meaning.
  ///
  /// A binding whose pattern is nil is an interaction that does not vibrate.
  public struct Binding: Hashable, Sendable {
    var place = SourceLocation.start
    var id = ""
    var cause: Cause?
    var event = ""
    var control = ""
    var meaning: Meaning?
    var polarity: Polarity?
    var importance: Int?
    var pattern: String?
    /// The time from the cause to the haptic, in seconds.
    var delay = 0.0
    var overrides: [String] = []
    var companions: [Companion] = []
    var situations: [Situation] = []
    var guarded: [Situation] = []
    var ratePerMinute: Double?
    var people: Int?
    var strengths: Int?
    var magnitude: Double?
    var loops = false
    /// Whether something stops the loop; nil if the manifest does not say.
    var stops: Bool?
  }

  /// A sound file of the app.
  public struct Sound: Hashable, Sendable {
    /// The purpose of a sound.
    public enum Use: String, Hashable, Sendable, CaseIterable {
      case alert, effect, media, speech
    }

    var place = SourceLocation.start
    var file = ""
    var use = Use.effect
    var caption: String?
    var hasVisual = false
    /// Whether the manifest declares that a person starts the sound on purpose, so that it is heard even in
    /// silent mode.
    var isExplicit = false
    var cause: Cause?
  }

  /// The file.
  public let file: String
  var place = SourceLocation.start
  /// The places in the file of the keys under `app` and `audio`, by their paths, such as `audio.role`.
  private(set) var places: [String: SourceLocation] = [:]
  var kind = Kind.app
  var hapticsToggle: Bool?
  var role: SoundRole?
  var category: Category?
  var mixes = false
  var needsBackground = false
  var records = false
  var plays = true
  var hasOwnVolumeSlider = false
  var allowsReroute = true
  var rerouteReason: String?
  var voiceChat: (hasToggle: Bool, startsByItself: Bool)?
  var writesSettings: [String] = []
  var remoteCommands: [(name: String, does: String, place: SourceLocation)] = []
  var composites: [(name: String, isSplit: Bool, place: SourceLocation)] = []
  var notices: [(event: String, place: SourceLocation)] = []
  var noticePerTask = false
  /// The haptics, and the interactions without a haptic.
  public internal(set) var bindings: [Binding] = []
  /// The sound files.
  public internal(set) var sounds: [Sound] = []

  /// The patterns that bindings name, in order and without duplicates.
  public var patterns: [String] {
    var seen: Set<String> = []
    return bindings.compactMap(\.pattern).filter { seen.insert($0).inserted }
  }

  /// The sound files without duplicates: the app's sounds, then the sounds that accompany haptics.
  public var soundFiles: [String] {
    var seen: Set<String> = []
    let companions = bindings.flatMap(\.companions).compactMap(\.file)
    return (sounds.map(\.file) + companions).filter { seen.insert($0).inserted }
  }
}

extension AppManifest {
  private typealias Field = DocumentField<ManifestReader, AppManifest>
  private typealias Value = DocumentValue<ManifestReader, String>

  /// The structure of a manifest, for schemas.
  package static let shape = DocumentShape(fields)

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: the content of a YAML file.
  ///   - file: the file's name, for findings.
  /// - Throws: `LintConfiguration.Invalid` with every problem.
  public init(yaml bytes: [UInt8], file: String) throws(LintConfiguration.Invalid) {
    self.init(file: file)
    let root = try ManifestReader.read(bytes, "a manifest", Self.fields, into: &self)
    place = root.place
    guard case .mapping(let sections) = root.content else { return }
    for section in sections {
      places[section.key] = section.place
      guard case .mapping(let entries) = section.value.content else { continue }
      for entry in entries { places["\(section.key).\(entry.key)"] = entry.place }
    }
  }

  private init(file: String) { self.file = file }

  private static let fields: [Field] = [
    Field("app", appFields), Field("audio", audioFields),
    Field(
      "remote", Value.text.named(RemoteCommands.names).or([]),
      "The effect of each remote command: the command's own name, 'ignored', or a description."
    ) { $0.remoteCommands = $1.map { ($0.name, $0.value, $0.place) } },
    Field(
      "bindings",
      DocumentValue.map(Binding(), Binding.fields).checked { _, node, binding in
        var placed = binding
        placed.place = node.place
        return placed
      }.listOrOne.checked { reader, _, bindings in
        var ids: Set<String> = []
        for binding in bindings where !ids.insert(binding.id).inserted {
          reader.report(binding.place, .unknownWord, "the id '\(binding.id)' is used twice")
        }
        return bindings
      }, "The haptics with their causes and meanings, and the interactions without a haptic."
    ) { $0.bindings = $1 },
    Field(
      "sounds",
      DocumentValue.map(Sound(), Sound.fields).checked { _, node, sound in
        var placed = sound
        placed.place = node.place
        return placed
      }.listOrOne, "The sound files of the app."
    ) { $0.sounds = $1 },
    Field(
      "notices",
      Value.text.checked { _, node, event in (event: event, place: node.place) }.listOrOne,
      "The events of which the app notifies people; each event should be listed only once."
    ) { $0.notices = $1 },
  ]

  private static let appFields: [Field] = [
    Field("name", .text, "The name of the app; lint ignores it.") { _, _ in },
    Field("kind", .word, "The kind of app; some limits are higher for games.") { $0.kind = $1 },
    Field("hapticsToggle", .truth, "Whether haptics can be switched off in the app.") {
      $0.hapticsToggle = $1
    },
    Field("writesSettings", Value.text.listOrOne, "The user's settings that the app changes.") {
      $0.writesSettings = $1
    },
    Field(
      "noticePerTask", .truth,
      "Whether the app notifies people of each task that ends in the background."
    ) {
      $0.noticePerTask = $1
    },
    Field(
      "voiceChat",
      .map(
        (hasToggle: false, startsByItself: false),
        [
          DocumentField("toggle", .truth) { $0.hasToggle = $1 },
          DocumentField("startsByItself", .truth) { $0.startsByItself = $1 },
        ]
      ).or((false, false)),
      "Voice chat: whether it can be switched off, and whether it starts automatically."
    ) { $0.voiceChat = $1 },
    Field(
      "composites", DocumentValue<ManifestReader, Bool>.truth.named(),
      "For each asset with picture and sound: whether the app plays only a part of it."
    ) { $0.composites = $1.map { ($0.name, $0.value, $0.place) } },
  ]

  private static let audioFields: [Field] = [
    Field("role", .word, "Whether sound is essential to the app.") { $0.role = $1 },
    Field("category", .word, "The category of the audio session.") { $0.category = $1 },
    Field("mixes", .truth, "Whether the app's sound mixes with the sound of other apps.") {
      $0.mixes = $1
    },
    Field("background", .truth, "Whether the app must be heard in the background.") {
      $0.needsBackground = $1
    },
    Field("records", .truth, "Whether the app records sound.") { $0.records = $1 },
    Field("plays", .truth, "Whether the app plays sound.") { $0.plays = $1 },
    Field(
      "ownVolumeSlider", .truth,
      "Whether the app has a volume slider other than the system's slider."
    ) {
      $0.hasOwnVolumeSlider = $1
    },
    Field("allowsReroute", .truth, "Whether people can choose the audio output.") {
      $0.allowsReroute = $1
    },
    Field("rerouteReason", .text, "The reason why people cannot choose the audio output.") {
      $0.rerouteReason = $1
    },
  ]
}

extension AppManifest.Binding {
  fileprivate typealias Field = DocumentField<ManifestReader, Self>

  fileprivate static let fields: [Field] = [
    Field("id", .name, isRequired: true) { $0.id = $1 },
    Field("cause", .word) { $0.cause = $1 },
    Field("event", .text, "What happens, in words.") { $0.event = $1 },
    Field("control", .text, "The control that a person operates, such as a switch.") {
      $0.control = $1
    },
    Field("meaning", .word) { $0.meaning = $1 },
    Field("polarity", .word) { $0.polarity = $1 },
    Field("importance", .whole(in: 1...3), "The importance, from 1 (least) to 3 (most).") {
      $0.importance = $1
    },
    Field("pattern", .text, "A preset, a file, or the name of a pattern in the library.") {
      $0.pattern = $1
    },
    Field("delay", .number(in: 0...3_600), "The time from the cause to the haptic, in seconds.") {
      $0.delay = $1
    },
    Field(
      "overrides", DocumentValue<ManifestReader, String>.text.listOrOne,
      "The parameters of the preset that the app changes."
    ) { $0.overrides = $1 },
    Field(
      "companions",
      DocumentValue.map(AppManifest.Companion(), AppManifest.Companion.fields).listOrOne
    ) { $0.companions = $1 },
    Field("situations", situations) { $0.situations = $1 },
    Field("guarded", situations) { $0.guarded = $1 },
    Field("ratePerMinute", .number(in: 0...1e6)) { $0.ratePerMinute = $1 },
    Field(
      "tested",
      [
        Field("people", .whole(in: 0...1_000_000)) { $0.people = $1 },
        Field("strengths", .whole(in: 0...1_000_000)) { $0.strengths = $1 },
      ]),
    Field("magnitude", .number(), "How large the event is.") { $0.magnitude = $1 },
    Field("loops", .truth) { $0.loops = $1 }, Field("stops", .truth) { $0.stops = $1 },
  ]

  private static var situations: DocumentValue<ManifestReader, [AppManifest.Situation]> {
    DocumentValue<ManifestReader, AppManifest.Situation>.word.listOrOne
  }
}

extension AppManifest.Companion {
  fileprivate typealias Field = DocumentField<ManifestReader, Self>

  fileprivate static let fields: [Field] = [
    Field("channel", .word) { $0.channel = $1 }, Field("kind", .text) { $0.kind = $1 },
    Field("offset", .number(), "Seconds from the start of the haptic; negative if earlier.") {
      $0.offset = $1
    },
    Field("duration", .number(), "The duration in seconds.") { $0.duration = $1 },
    Field("file", .text, "The sound file of an audible companion.") { $0.file = $1 },
  ]
}

extension AppManifest.Sound {
  fileprivate typealias Field = DocumentField<ManifestReader, Self>

  fileprivate static let fields: [Field] = [
    Field("file", .name, isRequired: true) { $0.file = $1 },
    Field("use", .word) { $0.use = $1 }, Field("caption", .text) { $0.caption = $1 },
    Field("visual", .truth) { $0.hasVisual = $1 },
    Field(
      "explicit", .truth,
      "Whether a person starts the sound on purpose, so that it is heard even in silent mode."
    ) { $0.isExplicit = $1 },
    Field("cause", .word) { $0.cause = $1 },
  ]
}
