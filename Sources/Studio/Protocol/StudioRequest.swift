/// A message from the page to the server.
///
/// Each message has an `id`, which the answer repeats.
struct StudioRequest: Decodable, Sendable {
  /// The request.
  enum Action: Sendable {
    /// The values that a new page needs: profiles, and the file to open.
    case welcome
    /// The files of the opened folder.
    case list
    /// The state of a file, and then every change of the state.
    case open(file: String)
    /// A change of a file at a revision.
    case edit(file: String, revision: Int, Edit)
    case undo(file: String)
    case redo(file: String)
    /// Corrects what lint can correct, or only the findings of the rule with an identifier.
    case fix(file: String, revision: Int, rule: String?)
    /// A new pattern, made from a notation.
    case new(file: String, notation: String)
    /// The text of a pattern file with the entries at some indices.
    case copy(file: String, rows: [Int])
    /// A file in another format, and the losses.
    case export(file: String, format: String)
    /// A pattern from a sound, which replaces the content of a file or creates it.
    case listen(file: String, sound: String, SoundImport.Settings)
    /// Another profile for the sound of a file.
    case profile(file: String, profile: String)
    /// The sound of a loop from one time to another, in seconds.
    case loop(file: String, from: Double, to: Double)
    /// How the folder is shown from now on.
    case layout(StudioLayout)
    /// A question about versions.
    case compare(ComparisonRequest)
    /// A request about the files and presets as a whole.
    case library(LibraryRequest)
    /// The notation of the entries at some indices.
    case notation(file: String, rows: [Int])
    /// The course of a file for the motors of a game controller.
    case rumble(file: String)
    /// A request about a scenario or a live phone.
    case phone(PhoneRequest)
    /// A request about a device of this machine that plays patterns.
    case device(DeviceRequest)

    /// Whether later requests are answered while this one is: it changes nothing, and may take long.
    var isSlowQuestion: Bool {
      switch self {
      case .compare, .export, .rumble, .device: true
      case .library(let request): request.isQuestion
      case .welcome, .list, .open, .edit, .undo, .redo, .fix, .new, .copy, .listen, .profile,
        .loop, .layout, .notation, .phone:
        false
      }
    }
  }

  /// The edits of a change.
  struct Edit: Decodable, Sendable {
    /// The words of each operation of `haptic edit`.
    var edits: [[String]]
    /// The pattern that `overlay` and `append` add: a notation, or the text of a pattern file.
    var pattern: String?
    /// The seconds by which that pattern is shifted.
    var shift: Double?
    /// The displayed name of the change.
    var label: String
    /// Whether the change is undone together with the preceding change.
    var joins: Bool?
    /// Whether the first entry of that pattern is a curve that a pen has drawn, of which points are removed.
    var isDrawn: Bool?
  }

  let id: Int
  let action: Action

  private enum Key: String, CodingKey {
    case id, action, file, revision, notation, profile, format, sound, rows, from, to, layout, rule
  }

  private enum Name: String, Decodable {
    case welcome, list, open, edit, undo, redo, fix, new, profile, export, listen, copy, loop,
      layout
    case compare, library, notation, rumble, phone, device
  }

  // lint: table
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    id = try values.decode(Int.self, forKey: .id)
    let name = try values.decode(Name.self, forKey: .action)
    func text(_ key: Key) throws -> String { try values.decode(String.self, forKey: key) }
    let file = try values.decodeIfPresent(String.self, forKey: .file) ?? ""
    switch name {
    case .welcome: action = .welcome
    case .list: action = .list
    case .open: action = .open(file: file)
    case .edit:
      action = .edit(
        file: file, revision: try values.decode(Int.self, forKey: .revision),
        try Edit(from: decoder))
    case .undo: action = .undo(file: file)
    case .redo: action = .redo(file: file)
    case .fix:
      action = .fix(
        file: file, revision: try values.decode(Int.self, forKey: .revision),
        rule: try values.decodeIfPresent(String.self, forKey: .rule))
    case .new: action = .new(file: file, notation: try text(.notation))
    case .copy: action = .copy(file: file, rows: try values.decode([Int].self, forKey: .rows))
    case .listen:
      action = .listen(
        file: file, sound: try text(.sound), try SoundImport.Settings(from: decoder))
    case .export: action = .export(file: file, format: try text(.format))
    case .profile: action = .profile(file: file, profile: try text(.profile))
    case .loop:
      action = .loop(
        file: file, from: try values.decode(Double.self, forKey: .from),
        to: try values.decode(Double.self, forKey: .to))
    case .layout:
      action = .layout(try values.decode(StudioLayout.self, forKey: .layout))
    case .compare: action = .compare(try ComparisonRequest(from: decoder))
    case .library: action = .library(try LibraryRequest(from: decoder))
    case .notation:
      action = .notation(file: file, rows: try values.decode([Int].self, forKey: .rows))
    case .rumble: action = .rumble(file: file)
    case .phone: action = .phone(try PhoneRequest(from: decoder))
    case .device: action = .device(try DeviceRequest(from: decoder))
    }
  }
}
