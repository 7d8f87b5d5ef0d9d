import HapticEngine
import PhoneSimulator

/// The scenarios of a file.
struct ScenarioFile {
  /// The name it was given by; `-` is standard input.
  let name: String
  let scenarios: [Scenario]

  /// Reads the file of that name, or standard input for `-`.
  ///
  /// - Throws: `Failure` with a line for every problem, each with its place: status 66 if the file
  ///   cannot be read, 65 if it is no valid scenario.
  init(_ name: String) throws(Failure) {
    self.name = name
    let bytes: [UInt8]
    do throws(PatternFileError) {
      bytes = try PatternFile.bytes(of: name, most: ScenarioReader.largestFile)
    } catch {
      throw Failure(.noInput, error.description)
    }
    do throws(ScenarioErrors) {
      scenarios = try ScenarioReader.read(bytes)
    } catch {
      var lines = error.problems.map { "\(name):\($0)".printable }
      if error.untold > 0 { lines.append("\(name): and \(error.untold) more") }
      throw Failure(.invalidInput, lines.joined(separator: "\n"))
    }
  }
}
