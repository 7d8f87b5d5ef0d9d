internal import HapticEngine
internal import TextFormats
internal import YAMLText

/// What an app says about its haptics and its sound: a YAML file that lint reads.
///
/// `haptic schema manifest` is its schema; `Examples/Lint/` has one.
public struct AppManifest: Sendable {
  /// What kind of app it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case app, game
  }

  /// Whether sound is what the app is for.
  public enum SoundRole: String, Hashable, Sendable, CaseIterable {
    case essential, nonessential
  }

  /// Categories, by the names that scenarios use.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    case ambient, soloAmbient, playback, record, playAndRecord, multiRoute
  }

  /// What makes a haptic happen.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    case userAction, gameEvent, systemEvent, timer, idle, appLaunch, animationLoop
  }

  /// What a haptic means.
  public enum Meaning: String, Hashable, Sendable, CaseIterable {
    case result, warning, error, collision, selection, status, approach, decoration, fun, brand
    case none

    /// Whether somebody who misses it misses something.
    var matters: Bool { [.result, .warning, .error].contains(self) }
  }

  /// What is going on while a haptic may happen.
  public enum Situation: String, Hashable, Sendable, CaseIterable {
    case camera, microphone, gyroscope, voiceOnly
  }

  /// What goes with a haptic.
  public struct Companion: Hashable, Sendable {
    /// The senses.
    public enum Channel: String, Hashable, Sendable, CaseIterable {
      case visual, audio
    }

    var channel = Channel.visual
    var kind = ""
    /// Seconds after the haptic; negative for before.
    var offset = 0.0
    /// Seconds; nil if not given.
    var duration: Double?
    /// The sound file, of an audible one; nil if not given.
    var file: String?
  }

  /// A haptic and what it belongs to; or, without a pattern, an interaction that has none.
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
    /// Seconds after the cause.
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
    /// Whether something ends a loop; nil if nothing is said of it.
    var stops: Bool?
  }

  /// A sound file of the app.
  public struct Sound: Hashable, Sendable {
    /// What a sound is for.
    public enum Use: String, Hashable, Sendable, CaseIterable {
      case alert, effect, media, speech
    }

    var place = SourceLocation.start
    var file = ""
    var use = Use.effect
    var caption: String?
    var hasVisual = false
    /// Whether it claims to be heard in silence, as what somebody has started on purpose.
    var isExplicit = false
    var cause: Cause?
  }

  /// The file.
  public let file: String
  var place = SourceLocation.start
  /// Where the keys of `app` and `audio` are, such as `audio.role`.
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
  /// The haptics, and the interactions without one.
  public internal(set) var bindings: [Binding] = []
  /// The sound files.
  public internal(set) var sounds: [Sound] = []

  /// The patterns that bindings name, each once, in order.
  public var patterns: [String] {
    var seen: Set<String> = []
    return bindings.compactMap(\.pattern).filter { seen.insert($0).inserted }
  }

  /// The sound files, each once: the app's sounds, then those that go with a haptic.
  public var soundFiles: [String] {
    var seen: Set<String> = []
    let companions = bindings.flatMap(\.companions).compactMap(\.file)
    return (sounds.map(\.file) + companions).filter { seen.insert($0).inserted }
  }
}

extension AppManifest {
  /// A key of the manifest: how it is read, and what a schema says of it.
  package struct Key: Sendable {
    /// The key.
    package let name: String
    /// What it says; one sentence.
    package let summary: String
    /// What its value may be.
    package let kind: ManifestValue
    let read: @Sendable (inout AppManifest, inout ManifestReader, YAMLNode) -> Void
  }

  /// What a value may be.
  package enum ManifestValue: Sendable {
    case text, boolean, texts
    case word([String])
    case map
  }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: a YAML file.
  ///   - file: its name, for findings.
  /// - Throws: `LintConfiguration.Invalid` with every problem.
  public init(yaml bytes: [UInt8], file: String) throws(LintConfiguration.Invalid) {
    var reader = ManifestReader(bytes)
    var manifest = AppManifest(file: file)
    manifest.place = reader.root.place
    reader.members(
      of: reader.root, keys: ["app", "audio", "remote", "bindings", "sounds", "notices"]
    ) { reader, key, node in
      switch key {
      case "app": manifest.readMembers(of: node, "app", Self.appKeys, &reader)
      case "audio": manifest.readMembers(of: node, "audio", Self.audioKeys, &reader)
      case "remote": manifest.readRemote(node, &reader)
      case "bindings":
        for element in reader.elements(of: node) {
          manifest.bindings.append(Binding(element, &reader))
        }
      case "sounds":
        for element in reader.elements(of: node) {
          manifest.sounds.append(Sound(element, &reader))
        }
      case "notices":
        for element in reader.elements(of: node) {
          if let event = reader.text(element) { manifest.notices.append((event, element.place)) }
        }
      default: preconditionFailure("\(key) is listed and not read")
      }
    }
    var ids: Set<String> = []
    for binding in manifest.bindings {
      if binding.id.isEmpty {
        reader.report(binding.place, "a binding needs an id")
      } else if !ids.insert(binding.id).inserted {
        reader.report(binding.place, "the id '\(binding.id)' is here twice")
      }
    }
    if !reader.problems.isEmpty { throw LintConfiguration.Invalid(problems: reader.problems) }
    self = manifest
  }

  private init(file: String) { self.file = file }

  private mutating func readMembers(
    of node: YAMLNode, _ parent: String, _ keys: [Key], _ reader: inout ManifestReader
  ) {
    places[parent] = reader.keyPlace
    reader.members(of: node, keys: keys.map(\.name)) { reader, name, node in
      places["\(parent).\(name)"] = reader.keyPlace
      keys.first { $0.name == name }?.read(&self, &reader, node)
    }
  }

  private mutating func readRemote(_ node: YAMLNode, _ reader: inout ManifestReader) {
    reader.members(of: node, keys: RemoteCommands.names) { reader, name, node in
      if let does = reader.text(node) { remoteCommands.append((name, does, reader.keyPlace)) }
    }
  }

  /// The keys of `app`.
  package static let appKeys: [Key] = [
    .text("name", "What the app is called; for people.") { _, _ in },
    .word("kind", "A game may be more expressive.", Kind.self) { $0.kind = $1 },
    .boolean("hapticsToggle", "Whether haptics can be switched off in the app.") {
      $0.hapticsToggle = $1
    },
    .texts("writesSettings", "Settings of the user that the app writes.") {
      $0.writesSettings = $1
    },
    .boolean("noticePerTask", "Whether each task that ends in the background is announced.") {
      $0.noticePerTask = $1
    },
    .map("voiceChat", "Voice chat: toggle, startsByItself.") { manifest, reader, node in
      var chat = (hasToggle: false, startsByItself: false)
      reader.members(of: node, keys: ["toggle", "startsByItself"]) { reader, key, node in
        let value = reader.boolean(node) ?? false
        if key == "toggle" { chat.hasToggle = value } else { chat.startsByItself = value }
      }
      manifest.voiceChat = chat
    },
    .map("composites", "Assets of picture and sound: name to whether they are played in parts.") {
      manifest, reader, node in
      guard case .mapping(let entries) = node.content else {
        return reader.report(node.place, "this must be a map, not \(node.kind)")
      }
      for entry in entries {
        let isSplit = reader.boolean(entry.value) ?? false
        manifest.composites.append((entry.key, isSplit, entry.place))
      }
    },
  ]

  /// The keys of `audio`.
  package static let audioKeys: [Key] = [
    .word("role", "Whether sound is what the app is for.", SoundRole.self) { $0.role = $1 },
    .word("category", "The category of the audio session.", Category.self) { $0.category = $1 },
    .boolean("mixes", "Whether it mixes with others.") { $0.mixes = $1 },
    .boolean("background", "Whether it must be heard in the background.") {
      $0.needsBackground = $1
    },
    .boolean("records", "Whether it records.") { $0.records = $1 },
    .boolean("plays", "Whether it plays.") { $0.plays = $1 },
    .boolean("ownVolumeSlider", "Whether it has a volume slider other than the system's.") {
      $0.hasOwnVolumeSlider = $1
    },
    .boolean("allowsReroute", "Whether the output can be chosen.") { $0.allowsReroute = $1 },
    .text("rerouteReason", "Why not.") { $0.rerouteReason = $1 },
  ]
}

extension AppManifest.Key {
  static func text(
    _ name: String, _ summary: String,
    _ set: @escaping @Sendable (inout AppManifest, String) -> Void
  ) -> Self {
    Self(name: name, summary: summary, kind: .text) { manifest, reader, node in
      if let value = reader.text(node) { set(&manifest, value) }
    }
  }

  static func texts(
    _ name: String, _ summary: String,
    _ set: @escaping @Sendable (inout AppManifest, [String]) -> Void
  ) -> Self {
    Self(name: name, summary: summary, kind: .texts) { manifest, reader, node in
      set(&manifest, reader.texts(node))
    }
  }

  static func boolean(
    _ name: String, _ summary: String, _ set: @escaping @Sendable (inout AppManifest, Bool) -> Void
  ) -> Self {
    Self(name: name, summary: summary, kind: .boolean) { manifest, reader, node in
      if let value = reader.boolean(node) { set(&manifest, value) }
    }
  }

  static func word<Word: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: String, _ summary: String, _ type: Word.Type,
    _ set: @escaping @Sendable (inout AppManifest, Word) -> Void
  ) -> Self where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue)
    return Self(name: name, summary: summary, kind: .word(words)) { manifest, reader, node in
      if let value = reader.word(node, Word.self) { set(&manifest, value) }
    }
  }

  static func map(
    _ name: String, _ summary: String,
    _ read: @escaping @Sendable (inout AppManifest, inout ManifestReader, YAMLNode) -> Void
  ) -> Self {
    Self(name: name, summary: summary, kind: .map, read: read)
  }
}

extension AppManifest.Binding {
  /// The keys of a binding.
  package static let keys = [
    "id", "cause", "event", "control", "meaning", "polarity", "importance", "pattern", "delay",
    "overrides", "companions", "situations", "guarded", "ratePerMinute", "tested", "magnitude",
    "loops", "stops",
  ]

  fileprivate init(_ node: YAMLNode, _ reader: inout ManifestReader) {
    self.init()
    place = node.place
    reader.members(of: node, keys: Self.keys) { reader, key, node in
      read(key, node, &reader)
    }
  }

  private mutating func read(_ key: String, _ node: YAMLNode, _ reader: inout ManifestReader) {
    switch key {
    case "id": id = reader.text(node) ?? ""
    case "cause": cause = reader.word(node, AppManifest.Cause.self)
    case "event": event = reader.text(node) ?? ""
    case "control": control = reader.text(node) ?? ""
    case "meaning": meaning = reader.word(node, AppManifest.Meaning.self)
    case "polarity": polarity = reader.word(node, Polarity.self)
    case "importance":
      importance = reader.wholeNumber(node, in: 1...3)
    case "pattern": pattern = reader.text(node)
    case "delay": delay = reader.number(node, in: 0...3_600) ?? 0
    case "overrides": overrides = reader.texts(node)
    case "companions":
      for element in reader.elements(of: node) {
        companions.append(AppManifest.Companion(element, &reader))
      }
    case "situations": situations = Self.situations(node, &reader)
    case "guarded": guarded = Self.situations(node, &reader)
    case "ratePerMinute": ratePerMinute = reader.number(node, in: 0...1e6)
    case "tested":
      reader.members(of: node, keys: ["people", "strengths"]) { reader, key, node in
        let value = reader.wholeNumber(node, in: 0...1_000_000)
        if key == "people" { people = value } else { strengths = value }
      }
    case "magnitude": magnitude = reader.number(node)
    case "loops": loops = reader.boolean(node) ?? false
    case "stops": stops = reader.boolean(node)
    default: preconditionFailure("\(key) is listed and not read")
    }
  }

  private static func situations(
    _ node: YAMLNode, _ reader: inout ManifestReader
  ) -> [AppManifest.Situation] {
    var situations: [AppManifest.Situation] = []
    for element in reader.elements(of: node) {
      if let situation = reader.word(element, AppManifest.Situation.self) {
        situations.append(situation)
      }
    }
    return situations
  }
}

extension AppManifest.Companion {
  static let keys = ["channel", "kind", "offset", "duration", "file"]

  fileprivate init(_ node: YAMLNode, _ reader: inout ManifestReader) {
    self.init()
    reader.members(of: node, keys: Self.keys) { reader, key, node in
      switch key {
      case "channel": channel = reader.word(node, Channel.self) ?? .visual
      case "kind": kind = reader.text(node) ?? ""
      case "offset": offset = reader.number(node) ?? 0
      case "file": file = reader.text(node)
      case "duration": duration = reader.number(node)
      default: preconditionFailure("\(key) is listed and not read")
      }
    }
  }
}

extension AppManifest.Sound {
  static let keys = ["file", "use", "caption", "visual", "explicit", "cause"]

  fileprivate init(_ node: YAMLNode, _ reader: inout ManifestReader) {
    self.init()
    place = node.place
    let problems = reader.problems.count
    reader.members(of: node, keys: Self.keys) { reader, key, node in
      switch key {
      case "file": file = reader.text(node) ?? ""
      case "use": use = reader.word(node, Use.self) ?? .effect
      case "caption": caption = reader.text(node)
      case "visual": hasVisual = reader.boolean(node) ?? false
      case "explicit": isExplicit = reader.boolean(node) ?? false
      case "cause": cause = reader.word(node, AppManifest.Cause.self)
      default: preconditionFailure("\(key) is listed and not read")
      }
    }
    if file.isEmpty, reader.problems.count == problems {
      reader.report(place, "a sound needs a file")
    }
  }
}
