public import TextFormats

extension Profile {
  /// The maximum size of profile files, in bytes.
  ///
  /// Our choice: a profile with a long summary has a thousand.
  public static let maximumFileSize = 1 << 20

  /// Reads a profile from the bytes of a JSON file.
  ///
  /// The keys are the names of the properties; `lowHertz`, `highHertz`, `gainContinuous` and
  /// `gainTransient` are required, and unknown keys are errors.
  ///
  /// - Parameters:
  ///   - bytes: the text of the file, UTF-8.
  ///   - file: its name; without folder and extension it is the default for the profile's name.
  /// - Returns: the profile.
  /// - Throws: `ProfileFileError` with every problem and its location.
  public static func read(_ bytes: [UInt8], file: String) throws(ProfileFileError) -> Profile {
    var reader = ProfileReader(bytes)
    let last = file.split(separator: "/").last.map(String.init) ?? file
    let name = last.hasSuffix(".json") ? String(last.dropLast(5)) : last
    return try reader.read(file: file, name: name)
  }

  /// Reads a profile from the JSON file at `path`, or from standard input for `-`.
  ///
  /// - Throws: `ProfileFileError` if there is no file to read, or with every problem in it.
  public static func read(path: String) throws(ProfileFileError) -> Profile {
    let bytes: [UInt8]
    do throws(TextFileError) {
      bytes = try TextFile.bytes(of: path, maximumBytes: maximumFileSize)
    } catch {
      throw .unreadable(error)
    }
    return try read(bytes, file: path)
  }
}

/// An error in reading a profile from a file.
public enum ProfileFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One problem of a file, with its location.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The name of the file, as it was given.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in Unicode scalars.
    public let column: Int
    /// The path of the value in the JSON, such as `actuator.q`; empty for the file as a whole.
    public let path: String
    /// A sentence that describes the problem.
    public let message: String

    /// `FILE:LINE:COLUMN: error: message`.
    public var description: String { text(in: file) }
  }

  /// The file cannot be read.
  case unreadable(TextFileError)
  /// The file is not a valid profile: every problem, in order of location.
  case invalid([Problem])

  /// One line for each problem.
  public var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .invalid(let problems): problems.map(\.description).joined(separator: "\n")
    }
  }
}

extension ProfileFileError.Problem: Diagnostic {
  package var location: SourceLocation { SourceLocation(line: line, column: column) }
}

/// Reads one profile from JSON and finds every problem in it.
struct ProfileReader {
  /// The keys of a profile.
  enum Key: String, CaseIterable {
    case name, summary, lowHertz, highHertz, gainContinuous, gainTransient, intensityExponent
    case actuator, gain
  }

  /// The keys of an actuator.
  enum ActuatorKey: String, CaseIterable {
    case resonanceHertz, q
  }

  private struct Finding {
    let path: String
    let message: String
  }

  private var json: JSONReader
  private var findings = EarliestFirst<Finding>(limit: Self.maximumProblems)
  private var texts: [Key: String] = [:]
  private var numbers: [String: Double] = [:]
  /// The offset of the value of each path.
  private var offsets: [String: Int] = [:]
  /// The paths that unknown keys resemble, so that a misspelt key is not reported as missing too.
  private var misspelt: Set<String> = []

  /// The maximum number of problems that are listed.
  ///
  /// Our choice: a profile has eleven keys.
  static let maximumProblems = 100

  private static let keys = Vocabulary<Key>()
  private static let actuatorKeys = Vocabulary<ActuatorKey>()

  init(_ bytes: [UInt8]) {
    json = JSONReader(bytes, maximumNesting: 16, maximumFaults: Self.maximumProblems)
  }

  /// Reads everything.
  mutating func read(file: String, name: String) throws(ProfileFileError) -> Profile {
    let root = json.beginValue()
    if case .object = root {
      readObject(Self.keys, in: "") { $0.readValue(of: $1) }
      for key in [Key.lowHertz, .highHertz, .gainContinuous, .gainTransient]
      where json.isSound {
        requireValue(of: key.rawValue, at: 0)
      }
    } else {
      if json.isSound { find(at: json.valueStart, "", "a profile must be a JSON object in { }") }
      json.skip(root)
    }
    json.finish()
    if let problem = Profile.Problem(low: numbers["lowHertz"], high: numbers["highHertz"]) {
      find(at: offsets[problem.path] ?? 0, problem.path, problem.message)
    }
    guard findings.count == 0 && json.isSound else { throw .invalid(problems(file)) }
    return makeProfile(name: name)
  }

  private mutating func readObject<Word: RawRepresentable & CaseIterable & Sendable>(
    _ vocabulary: Vocabulary<Word>, in path: String,
    _ readValue: (inout ProfileReader, Word) -> Void
  ) where Word.RawValue == String {
    while let key = json.nextKey() {
      if let item = vocabulary.item(key, in: json.bytes) {
        let whole = path + item.word.rawValue
        if offsets[whole] != nil { find(at: key.start, whole, "duplicate key \(whole)") }
        readValue(&self, item.word)
      } else {
        let written = JSONText.text(key, in: json.bytes, maximumBytes: 64)
        let nearest = vocabulary.nearest(to: written)
        if let nearest { misspelt.insert(path + nearest) }
        let hint = nearest.map { "; \(NearestWord.question($0))" } ?? ""
        find(at: key.start, path + written, "unknown key \(Quoted.words(written))\(hint)")
        json.skip(json.beginValue())
      }
    }
  }

  private mutating func readValue(of key: Key) {
    switch key {
    case .name, .summary: readText(key)
    case .lowHertz, .highHertz, .gainContinuous, .gainTransient, .intensityExponent, .gain:
      readNumber(key.rawValue)
    case .actuator: readActuator()
    }
  }

  private mutating func readText(_ key: Key) {
    let value = json.beginValue()
    offsets[key.rawValue] = json.valueStart
    if case .string(let string) = value {
      texts[key] = JSONText.text(string, in: json.bytes)
    } else {
      refuse(value, key.rawValue, "a string")
    }
  }

  private mutating func readNumber(_ path: String) {
    let value = json.beginValue()
    offsets[path] = json.valueStart
    if case .number(let number) = value {
      numbers[path] = number
      if let problem = Profile.Problem(path, number) {
        find(at: json.valueStart, path, problem.message)
      }
    } else {
      refuse(value, path, "a number")
    }
  }

  private mutating func readActuator() {
    let value = json.beginValue()
    let start = json.valueStart
    offsets[Key.actuator.rawValue] = start
    switch value {
    case .null: break
    case .object:
      readObject(Self.actuatorKeys, in: "actuator.") {
        $0.readNumber("actuator.\($1.rawValue)")
      }
      for key in ActuatorKey.allCases { requireValue(of: "actuator.\(key.rawValue)", at: start) }
    default: refuse(value, Key.actuator.rawValue, "an object or null")
    }
  }

  private mutating func requireValue(of path: String, at offset: Int) {
    guard offsets[path] == nil && !misspelt.contains(path) else { return }
    find(at: offset, path, "missing key \(path)")
  }

  private mutating func refuse(_ value: JSONReader.Value, _ path: String, _ wanted: String) {
    if case .damaged = value { return }
    find(at: json.valueStart, path, "\(path) must be \(wanted), not \(value.noun)")
    json.skip(value)
  }

  /// The profile of what was read.
  private func makeProfile(name: String) -> Profile {
    func number(_ path: String, _ absent: Double) -> Double { numbers[path] ?? absent }
    let actuator = numbers["actuator.q"].map {
      Profile.Actuator(resonanceHertz: number("actuator.resonanceHertz", 0), q: $0)
    }
    return Profile(
      unchecked: texts[.name] ?? name, summary: texts[.summary] ?? "",
      lowHertz: number("lowHertz", 0), highHertz: number("highHertz", 0),
      gainContinuous: number("gainContinuous", 0), gainTransient: number("gainTransient", 0),
      intensityExponent: number("intensityExponent", 1), actuator: actuator,
      gain: number("gain", 1))
  }

  private mutating func find(at offset: Int, _ path: String, _ message: String) {
    findings.add(at: offset) { Finding(path: path, message: message) }
  }

  private func problems(_ file: String) -> [ProfileFileError.Problem] {
    let faults = json.faults.inOrder().map {
      ($0.offset, Finding(path: $0.element.path, message: $0.element.words))
    }
    let all = (faults + findings.inOrder().map { ($0.offset, $0.element) })
      .enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
    var places = SourceLocations(json.bytes)
    return all.map { item in
      let place = places.place(of: item.element.0)
      return ProfileFileError.Problem(
        file: file, line: place.line, column: place.column, path: item.element.1.path,
        message: item.element.1.message)
    }
  }
}
