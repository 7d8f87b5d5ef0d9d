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

extension Profile {
  private typealias Field<Root> = DocumentField<PlainDocumentReader, Root>

  /// The maximum number of problems that are listed.
  ///
  /// Our choice: a profile has eleven keys.
  private static let maximumProblems = 100

  /// What a file may hold, for schemas.
  package static let shape = DocumentShape(fields)

  private static let fields: [Field<Profile>] = [
    Field("name", .string, "The profile's name; by default the file's.") { $0.name = $1 },
    Field("summary", .string, "What the profile is for, in a few words.") { $0.summary = $1 },
    number("lowHertz", "The frequency of sharpness 0.", isRequired: true) { $0.lowHertz = $1 },
    number("highHertz", "The frequency of sharpness 1, not below lowHertz.", isRequired: true) {
      $0.highHertz = $1
    },
    number(
      "gainContinuous", "Amplitude of a continuous event at intensity 1, linear.", isRequired: true
    ) { $0.gainContinuous = $1 },
    number("gainTransient", "Amplitude of a transient at intensity 1, linear.", isRequired: true) {
      $0.gainTransient = $1
    },
    number("intensityExponent", "Amplitude is intensity to this power; 1 by default.") {
      $0.intensityExponent = $1
    },
    number("gain", "Gain of the whole haptic bus, linear; 1 by default.") { $0.gain = $1 },
    Field(
      "actuator",
      DocumentValue<PlainDocumentReader, Actuator>.map(
        Actuator(resonanceHertz: 0, q: 0),
        [
          number(
            "resonanceHertz", of: "actuator.", "Resonance frequency.", isRequired: true
          ) { $0.resonanceHertz = $1 },
          number("q", of: "actuator.", "Quality factor.", isRequired: true) { $0.q = $1 },
        ]
      ).then(Optional.some).or(nil),
      "The resonance the haptic bus is played through; null for none."
    ) { $0.actuator = $1 },
  ]

  private static func number<Root>(
    _ name: String, of parent: String = "", _ summary: String, isRequired: Bool = false,
    _ set: @escaping @Sendable (inout Root, Double) -> Void
  ) -> Field<Root> {
    Field(name, .number(in: ranges[parent + name]), summary, isRequired: isRequired, set: set)
  }
}
