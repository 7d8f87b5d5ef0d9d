/// A request about a scenario or a live phone.
struct PhoneRequest: Decodable, Sendable {
  /// What is requested.
  enum Work: String, Decodable, Sendable {
    /// The verbs of the language, and the actions of live phones.
    case tables
    /// The state of a scenario file, and then every change of the state.
    case open
    /// Another scenario of a file with several.
    case number
    /// Another text of the whole file.
    case text
    /// A new step at a time.
    case insert
    /// Another text of a step.
    case replace
    /// The removal of a step.
    case remove
    /// Another value of a property of an app, which may not have it yet.
    case set
    /// The removal of a property of an app.
    case clear
    /// A new step that expects a fact as it is at a time.
    case expect
    case undo, redo
    /// The facts at a time, and the explanation of an app.
    case moment
    /// A live phone: that of a scenario, or the default one without a file.
    case live
    /// An action on the live phone.
    case press
    /// The app whose facts and explanation are shown, and a sign that the page still hears the live phone.
    case hear
    /// The end of the live phone, which is saved as a scenario.
    case save
    /// The end of the live phone without saving.
    case stop
  }

  let work: Work
  var file = ""
  var revision = 0
  var number = 0
  var step = 0
  var time = 0.0
  var text = ""
  /// The index of an app; nil for none.
  var app: Int?
  /// The name of an app or `device`, and of a fact about it.
  var subject = ""
  var fact = ""
  /// The name of a property of an app.
  var property = ""

  private enum Key: String, CodingKey {
    case work, file, revision, number, step, time, text, app, subject, fact,
      property
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func value<Value: Decodable>(_ key: Key, or usual: Value) throws -> Value {
      try values.decodeIfPresent(Value.self, forKey: key) ?? usual
    }
    work = try values.decode(Work.self, forKey: .work)
    file = try value(.file, or: "")
    revision = try value(.revision, or: 0)
    number = try value(.number, or: 0)
    step = try value(.step, or: 0)
    time = try value(.time, or: 0)
    text = try value(.text, or: "")
    app = try values.decodeIfPresent(Int.self, forKey: .app)
    subject = try value(.subject, or: "")
    fact = try value(.fact, or: "")
    property = try value(.property, or: "")
  }
}
