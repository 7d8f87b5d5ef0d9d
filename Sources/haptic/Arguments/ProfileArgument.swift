import ArgumentParser
import HapticEngine
import TextFormats

/// PROFILE on the command line: the name of a built-in profile, or a JSON file.
struct ProfileArgument: ExpressibleByArgument, Hashable, Sendable {
  /// The argument as written.
  let text: String

  init(argument: String) { text = argument }

  /// Shell completion: the built-in profiles and files.
  static let completion = CompletionKind.custom { _, _, prefix in
    (Profile.builtIn.map(\.name) + PatternCompletion.files(for: prefix, ending: ".json"))
      .filter { $0.hasPrefix(prefix) }
  }

  /// The help text.
  static let help: ArgumentHelp = """
    The profile that turns intensity and sharpness into a signal: a name from `haptic profiles`, a \
    JSON file, or - for standard input.
    """

  /// Returns the profile, or the default without an argument.
  static func load(_ argument: ProfileArgument?) throws(Failure) -> Profile {
    try argument?.load() ?? .wideband
  }

  /// Finds or reads the profile.
  ///
  /// - Throws: `Failure` if no profile has this name, or the file is not a profile.
  func load() throws(Failure) -> Profile {
    if let profile = Profile.builtIn.first(where: { $0.name == text }) { return profile }
    guard
      text == "-" || text.hasSuffix(".json") || text.contains("/")
        || SystemCall.mode(at: text) != nil
    else {
      throw unknown
    }
    do throws(ProfileFileError) {
      return try Profile.read(path: text)
    } catch {
      switch error {
      case .unreadable(let error):
        throw FileKind.failure(text, expected: .profile)
          ?? Failure(error.exitStatus, error.description.printable)
      case .invalid(let problems):
        if let failure = FileKind.failure(text, expected: .profile) { throw failure }
        StandardError.print(problems, of: text)
        throw Failure(.invalidInput)
      }
    }
  }

  private var unknown: Failure {
    let names = Profile.builtIn.map(\.name)
    let nearest = ArgumentMeanings.question(for: text, among: names).map { "; \($0)" } ?? ""
    return Failure(
      .noInput,
      """
      \(text.printable): no profile or file has this name\(nearest)
      The profiles are \(names.joined(separator: ", ")); a file ends in .json.
      """)
  }
}

extension Profile {
  /// The frequency below which the loudspeakers of laptops and phones have little output, in hertz.
  ///
  /// Our choice: the corner frequency of the speaker that the profile `audible` was made for. Below
  /// this frequency, the speaker's response falls by 12 dB per octave.
  private static let smallSpeakerHertz = 300.0

  /// The highest frequency that the profile plays at its full level, in hertz.
  ///
  /// An actuator passes half of its bandwidth above its resonance.
  private var upperHertz: Double {
    guard let actuator else { return highHertz }
    return min(highHertz, actuator.resonanceHertz * (1 + 0.5 / actuator.q))
  }

  /// A note for listeners without a transducer; nil if small loudspeakers play part of the
  /// profile's frequencies.
  var loudspeakerNote: String? {
    guard upperHertz <= Self.smallSpeakerHertz else { return nil }
    return
      "note: the profile \(name) lies below \(Self.smallSpeakerHertz.brief) Hz, where small loudspeakers "
      + "have little output; --profile \(Profile.audible.name) is made for such loudspeakers"
  }
}
