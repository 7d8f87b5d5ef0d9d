internal import Drawing
internal import PhoneSimulator
internal import TextFormats

/// A message about a scenario or a live phone.
struct PhoneAnswer: Encodable, Sendable {
  /// The verbs of the language, the actions of live phones, and the properties of apps.
  var verbs: [VerbRow]?
  var actions: [ActionRow]?
  var properties: [PropertyRow]?
  /// The state of a scenario file.
  var state: PhoneState?
  /// The sound of a scenario.
  var sound: SoundState?
  /// The facts at a time.
  var moment: PhoneMoment?
  /// The step that was inserted.
  var step: Int?
  /// The live phone at present.
  var picture: LivePicture?
  /// What an action on the live phone has done, and whether it failed.
  var effect: String?
  var isProblem: Bool?
  /// The file in which a live phone was saved; null if nothing was saved.
  var file: String?
}

/// A verb of the language of scenarios, as in `VerbForm`.
struct VerbRow: Encodable, Sendable {
  var actor: String?
  var name: String
  var argument: String?
  var examples: [String]
  var summary: String

  static let all = VerbForm.all.map {
    VerbRow(
      actor: $0.actor, name: $0.name, argument: $0.argument, examples: $0.examples,
      summary: $0.summary)
  }
}

/// An action on a live phone, as in `LiveAction`.
struct ActionRow: Encodable, Sendable {
  var id: String
  var key: String
  var words: String
  var summary: String
  var isOfApp: Bool

  static let all = LiveAction.allCases.map {
    ActionRow(
      id: $0.rawValue, key: String($0.key), words: $0.words, summary: $0.summary,
      isOfApp: $0.isOfApp)
  }
}

/// A property that apps of scenarios can have, as in `AppProperty`.
struct PropertyRow: Encodable, Sendable {
  var name: String
  var kind: String
  var choices: [String]
  var form: String

  static let all = AppProperty.all.map {
    PropertyRow(name: $0.name, kind: $0.kind.rawValue, choices: $0.choices, form: $0.form)
  }
}

/// The state of a scenario file as a page shows it, apart from its sound.
struct PhoneState: Encodable, Sendable {
  var file: String
  var revision: Int
  /// The change that would be undone, and the change that would be made again; nil if none is left.
  var undo: String?
  var redo: String?
  /// Why the file on the disk differs from the state; nil if the two are equal.
  var problem: String?
  /// The text of the file; nil for a text that is too long to be edited as a whole.
  var text: String?
  /// The problems of the text, because of which nothing else is known.
  var errors: [TextProblem] = []
  /// The names of the scenarios in the file, and the index of the one that is shown.
  var scenarios: [String] = []
  var number = 0
  var apps: [String] = []
  /// The properties of the apps as the file states them, in the order of `apps`.
  var setups: [AppSetupRow] = []
  var steps: [ScenarioStepRow] = []
  /// The time at which the lanes end, in seconds.
  var seconds = 1.0
  var lanes: [LaneRow] = []
  var keys: [KeyRow] = []
  /// The lanes in sentences.
  var description = ""
  /// The number of facts that were checked.
  var expectations = 0
  var failures: [FailureRow] = []
  /// Warnings, which do not fail the scenario.
  var advice: [FailureRow] = []
}

/// A problem of a text.
struct TextProblem: Encodable, Sendable {
  var line: Int
  var column: Int
  var message: String
}

/// The properties of an app that the file states.
struct AppSetupRow: Encodable, Sendable {
  /// A property with its value in the notation of YAML.
  struct Property: Encodable, Sendable {
    var name: String
    var text: String
  }

  /// The line with the app's name, counted from 1.
  var line: Int
  /// Whether properties can be changed, apart from the text of the file.
  var isEditable: Bool
  var properties: [Property]

  init(_ app: AppText) {
    (line, isEditable) = (app.line, app.isEditable)
    properties = app.properties.map { Property(name: $0.name, text: $0.text) }
  }
}

/// A step of a scenario.
struct ScenarioStepRow: Encodable, Sendable {
  var time: Double
  /// The step on one line; empty for a step in which only time passes.
  var words: String
  /// The text in the file without indentation; nil if the step can only be changed in the text of the file.
  var text: String?
  /// The first line, counted from 1.
  var line: Int
  var isExpectation: Bool
  /// The indices of the step's failures.
  var failures: [Int]
}

/// A failure of a scenario, or a warning.
struct FailureRow: Encodable, Sendable {
  var line: Int
  var column: Int
  var time: Double
  var message: String
  /// The likely cause and its remedy.
  var hint: String?

  init(_ failure: ScenarioFailure) {
    (line, column) = (failure.place.line, failure.place.column)
    (time, message, hint) = (failure.time, failure.message, failure.hint)
  }
}

/// A lane of the chart: what an app or an interruptor does over time.
struct LaneRow: Encodable, Sendable {
  /// A period with a role, by which it is colored, and a word, which can be empty.
  struct Block: Encodable, Sendable {
    var from: Double
    var to: Double
    var role: String
    var word: String
  }

  /// A letter for something that happens at a time, with the name of its tone.
  struct Sign: Encodable, Sendable {
    var time: Double
    var letter: String
    var tone: String
  }

  var name: String
  var blocks: [Block] = []
  var signs: [Sign] = []

  /// The lane `drawn`, up to the time `end`.
  init(_ drawn: Drawing.Lane, until end: Double) {
    name = drawn.name
    for mark in drawn.marks {
      switch mark {
      case .block(let from, let to, let role, let word):
        blocks.append(Block(from: from, to: min(to, end), role: "\(role)", word: word))
      case .sign(let time, let letter, let tone):
        signs.append(Sign(time: time, letter: String(letter), tone: tone.name))
      case .area, .band, .line, .stem, .dot, .bar, .level, .raster, .text, .position: continue
      }
    }
  }
}

/// An entry of the legend.
struct KeyRow: Encodable, Sendable {
  var tone: String
  var text: String
  /// The letter that the entry explains; nil if it explains a color.
  var sign: String?

  init(_ key: Drawing.Key) {
    (tone, text, sign) = (key.tone.name, key.text, key.sign.map { String($0) })
  }
}

extension Drawing.Tone {
  /// The name by which the page chooses a color.
  fileprivate var name: String {
    switch self {
    case .sharpness, .strength: "haptic"
    case .audio: "audio"
    case .control: "control"
    case .signal: "signal"
    case .measure: "measure"
    case .difference: "difference"
    case .role(let role): "\(role)"
    }
  }
}

/// A phone at one time.
struct PhoneMoment: Encodable, Sendable {
  /// An app or the device with its facts.
  struct Subject: Encodable, Sendable {
    var name: String
    var facts: [Fact]
  }

  /// A fact and its value as a scenario writes it.
  struct Fact: Encodable, Sendable {
    var name: String
    var value: String
    var isMain: Bool
  }

  /// A line of the trace.
  struct Line: Encodable, Sendable {
    var time: Double
    var actor: String
    var text: String
  }

  /// A change of the app that was asked about.
  struct Event: Encodable, Sendable {
    var time: Double
    var text: String
  }

  var time: Double
  var subjects: [Subject]
  /// The last lines of the trace.
  var trace: [Line]
  /// The changes that led to the answers below, the earliest first.
  var story: [Event]
  /// The explanation of the app that was asked about, with rules and sources, as `haptic session explain` gives it;
  /// empty without an app.
  var explanation: [String]
}

/// A live phone at present.
struct LivePicture: Encodable, Sendable {
  /// The name of the scenario.
  var title: String
  var time: Double
  /// The duration of the lanes, in seconds.
  var seconds: Double
  var apps: [String]
  var lanes: [LaneRow]
  var keys: [KeyRow]
  /// The actions whose state is present.
  var on: [String]
  /// The number of actions so far.
  var presses: Int
  /// The facts, if they have changed since the last picture.
  var moment: PhoneMoment?
}
