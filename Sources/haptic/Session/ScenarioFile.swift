import HapticEngine
import PhoneSimulator
import TextFormats

/// The scenarios of a file.
struct ScenarioFile {
  /// The name it was given by; `-` is standard input.
  let name: String
  let scenarios: [Scenario]

  /// Reads the file of that name, or standard input for `-`, and prints every problem that it has,
  /// each with its place.
  ///
  /// - Throws: `Failure` of status 66 if the file cannot be read, of 65 if it is no valid scenario.
  init(_ name: String) throws(Failure) {
    self.name = name
    let bytes: [UInt8]
    do throws(TextFileError) {
      bytes = try TextFile.bytes(of: name, maximumBytes: ScenarioReader.largestFile)
    } catch {
      throw Failure(error.exitStatus, error.description.printable)
    }
    do throws(ScenarioErrors) {
      scenarios = try ScenarioReader.read(bytes)
    } catch {
      for problem in error.problems { Words.say("\(name):\(problem)".printable) }
      if error.untold > 0 { Words.say("\(name.printable): \(error.untold) more problems") }
      throw Failure(.invalidInput)
    }
  }
}
