public import TextFormats

extension Profile {
  /// The maximum size of profile files, in bytes.
  ///
  /// Our choice: a profile with a long summary takes about a thousand bytes.
  public static let maximumFileSize = 1 << 20

  /// Reads a profile from the bytes of a JSON file.
  ///
  /// The keys are the names of the properties. `lowHertz`, `highHertz`, `gainContinuous` and `gainTransient` are
  /// required; unknown keys are errors.
  ///
  /// - Parameters:
  ///   - bytes: the text of the file, UTF-8.
  ///   - file: the name of the file. Without its folder and extension, it is the default for the profile's name.
  /// - Returns: the profile.
  /// - Throws: `ProfileFileError` with every problem and its location.
  public static func read(_ bytes: [UInt8], file: String) throws(ProfileFileError) -> Profile {
    let document = JSONDocument(bytes, maximumNesting: 16, maximumFaults: maximumProblems)
    var reader = PlainDocumentReader(of: document)
    let last = file.split(separator: "/").last.map(String.init) ?? file
    var profile = Profile(
      unchecked: last.hasSuffix(".json") ? String(last.dropLast(5)) : last, summary: "",
      lowHertz: 0, highHertz: 0, gainContinuous: 0, gainTransient: 0)
    reader.read(document.root, "a profile", fields, into: &profile)
    if reader.problemCount == 0, let high = document.root["highHertz"],
      let problem = Problem(low: profile.lowHertz, high: profile.highHertz)
    {
      reader.report(high.place, .outOfRange, problem.message)
    }
    if reader.problemCount == 0 { return profile }
    throw .invalid(
      reader.problems.prefix(maximumProblems).map { problem in
        ProfileFileError.Problem(
          file: file, line: problem.place.line, column: problem.place.column,
          path: document.root.path(to: problem.place)?.joined(separator: ".") ?? "",
          message: problem.message)
      })
  }

  /// Reads a profile from the JSON file at `path`, or from standard input for `-`.
  ///
  /// - Throws: `ProfileFileError` if the file cannot be read, or with every problem in it.
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
    /// The path of the value in the JSON, such as `actuator.q`; empty if the problem concerns the whole file.
    public let path: String
    /// A sentence that describes the problem.
    public let message: String

    /// `FILE:LINE:COLUMN: error: message`.
    public var description: String { text(in: file) }
  }

  /// The file cannot be read.
  case unreadable(TextFileError)
  /// The file is not a valid profile; lists every problem in order of location.
  case invalid([Problem])

  /// One line per problem.
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

extension Profile {
  private typealias Field<Root> = DocumentField<PlainDocumentReader, Root>

  /// The maximum number of problems that are listed.
  ///
  /// Our choice: a profile has only eleven keys.
  private static let maximumProblems = 100

  /// The keys that a file may contain, for schemas.
  package static let shape = DocumentShape(fields)

  private static let fields: [Field<Profile>] = [
    Field("name", .string, "The profile's name; the file's name by default.") { $0.name = $1 },
    Field("summary", .string, "The purpose of the profile, in a few words.") { $0.summary = $1 },
    number("lowHertz", "The frequency of sharpness 0.", isRequired: true) { $0.lowHertz = $1 },
    number("highHertz", "The frequency of sharpness 1, not below lowHertz.", isRequired: true) {
      $0.highHertz = $1
    },
    number(
      "gainContinuous", "The linear amplitude of a continuous event at intensity 1.",
      isRequired: true
    ) { $0.gainContinuous = $1 },
    number("gainTransient", "The linear amplitude of a transient at intensity 1.", isRequired: true)
    {
      $0.gainTransient = $1
    },
    number(
      "intensityExponent", "The amplitude is the intensity raised to this power; 1 by default."
    ) {
      $0.intensityExponent = $1
    },
    number("gain", "The linear gain of the whole haptic bus; 1 by default.") { $0.gain = $1 },
    Field(
      "actuator",
      DocumentValue<PlainDocumentReader, Actuator>.map(
        Actuator(resonanceHertz: 0, q: 0),
        [
          number(
            "resonanceHertz", of: "actuator.", "The resonance frequency.", isRequired: true
          ) { $0.resonanceHertz = $1 },
          number("q", of: "actuator.", "The quality factor.", isRequired: true) { $0.q = $1 },
        ]
      ).then(Optional.some).or(nil),
      "The actuator that the haptic bus is played through; null for none."
    ) { $0.actuator = $1 },
  ]

  private static func number<Root>(
    _ name: String, of parent: String = "", _ summary: String, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Root, Double) -> Void
  ) -> Field<Root> {
    Field(name, .number(in: ranges[parent + name]), summary, isRequired: isRequired, set: set)
  }
}
