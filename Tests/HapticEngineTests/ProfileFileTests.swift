import HapticEngine
import Testing

/// Tests of profiles in files.
struct ProfileFileTests {
  private static let good =
    #""lowHertz": 80, "highHertz": 230, "gainContinuous": 0.6, "gainTransient": 0.8"#

  private func problems(_ text: String) -> [String] {
    do throws(ProfileFileError) {
      _ = try Profile.read(Array(text.utf8), file: "p.json")
      return []
    } catch {
      switch error {
      case .invalid(let problems): return problems.map { "\($0.line):\($0.column) \($0.path)" }
      case .unreadable: return ["unreadable"]
      }
    }
  }

  @Test func `a profile has the values of its file`() throws {
    let text = """
      {\(Self.good), "name": "mine", "summary": "s", "intensityExponent": 2, "gain": 3,
        "actuator": {"resonanceHertz": 150, "q": 8},}
      """
    let profile = try Profile(
      name: "mine", summary: "s", lowHertz: 80, highHertz: 230, gainContinuous: 0.6,
      gainTransient: 0.8, intensityExponent: 2,
      actuator: .init(resonanceHertz: 150, q: 8), gain: 3)
    #expect(try Profile.read(Array(text.utf8), file: "p.json") == profile)
  }

  @Test func `omitted keys have defaults, and the default name is that of the file`() throws {
    let profile = try Profile(
      name: "p", lowHertz: 80, highHertz: 230, gainContinuous: 0.6, gainTransient: 0.8)
    #expect(try Profile.read(Array("{\(Self.good)}".utf8), file: "a/p.json") == profile)
  }

  @Test func `every problem is found, with its location`() {
    let text = """
      {
        "lowHertz": 0,
        "highHz": 230,
        "gainContinuous": "0.6",
        "gainTransient": 1, "gainTransient": 99,
        "actuator": {"q": 0}
      }
      """
    #expect(
      problems(text) == [
        "1:1 ", "2:15 lowHertz", "3:3 highHz", "4:21 gainContinuous", "5:23 ", "6:15 actuator",
        "6:21 actuator.q",
      ])
  }

  @Test func `a damaged file still reports its other problems`() {
    let text = """
      {"lowHertz": 80, "hihgHertz": 230, "gainContinuous": 1e999, "gainTransient": "x", "q": 1,,}
      """
    #expect(
      problems(text) == [
        "1:18 hihgHertz", "1:54 gainContinuous", "1:78 gainTransient", "1:83 q", "1:90 ",
      ])
  }

  @Test func `frequencies in the wrong order are reported at the higher one`() {
    let text = #"{"lowHertz": 300, "highHertz": 200, "gainContinuous": 1, "gainTransient": 1}"#
    #expect(problems(text) == ["1:32 highHertz"])
  }

  @Test(arguments: ["", "[]", "{", "null", "{} {}", "{\"actuator\": []}", "\u{FEFF}1"])
  func `a file that is not a profile is rejected`(text: String) {
    #expect(!problems(text).isEmpty)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `values that are not numbers are reported and do not trap`(value: Double) {
    #expect(throws: ProfileError.self) {
      try Profile(
        name: "p", lowHertz: value, highHertz: value, gainContinuous: value, gainTransient: value,
        actuator: .init(resonanceHertz: value, q: value), gain: value)
    }
  }
}
