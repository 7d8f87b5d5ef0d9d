import HapticEngine
import Testing

/// The options of the benchmark program that scripts rely on.
struct BenchTests {
  @Test func `phone blocks can be rendered for instruction counts`() throws {
    let outcome = try Program.runBench("W4", "--blocks", "500")
    #expect(outcome.status == 0 && outcome.text.isEmpty)
  }

  @Test func `only the environment selects portable samples`() throws {
    func kernels(_ environment: [String: String]) throws -> String {
      try Program.runBench("--kernels", adding: environment).text
    }
    #expect(try kernels(["HAPTIC_PORTABLE": "1"]) == "portable\n")
    let widest = Arithmetic.all.last.map { "\($0)\n" }
    for value in ["", "0"] { #expect(try kernels(["HAPTIC_PORTABLE": value]) == widest) }
    #expect(try kernels([:]) == widest)
  }
}
