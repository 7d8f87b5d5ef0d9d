import Foundation
import HapticPerception
import Testing

/// The model's constants compared with the published tables, in their units.
@Suite struct DetectionThresholdTests {
  /// Source: the table of AOSP's `BasicToPwleSegmentAdapter`, as accelerations in milli-g.
  @Test(arguments: [(40.0, 23.0), (100, 25), (150, 27), (200, 29), (250, 36), (400, 102)])
  func `the weakest vibration has the published acceleration`(hertz: Double, milliG: Double) {
    let acceleration = pow(10, DetectionThreshold.decibels(atHertz: hertz) / 20) * 1_000
    #expect(abs(acceleration - milliG) < 0.6)
  }

  /// Source: the Pacinian channel, Verrillo 1963; Gescheider and Verrillo.
  @Test func `the skin is most sensitive to displacement near 300 Hz`() {
    func micrometres(_ hertz: Double) -> Double {
      let metresPerSecondSquared =
        9.80665 * pow(10, DetectionThreshold.decibels(atHertz: hertz) / 20)
      return metresPerSecondSquared / pow(2 * .pi * hertz, 2) * 1e6
    }
    let best = stride(from: 20.0, through: 400, by: 5).min { micrometres($0) < micrometres($1) }
    #expect((250...320).contains(best ?? 0))
    #expect(abs(micrometres(100) - 0.63) < 0.02)
    #expect(abs(micrometres(250) - 0.14) < 0.01)
  }

  @Test func `the threshold is monotone above 200 Hz and does not jump`() {
    var last = DetectionThreshold.decibels(atHertz: 200)
    for hertz in stride(from: 201.0, through: 1_000, by: 1) {
      let next = DetectionThreshold.decibels(atHertz: hertz)
      #expect(next >= last && next - last < 0.2)
      last = next
    }
  }

  @Test(arguments: [0, -1, .nan, .infinity])
  func `an invalid frequency is never felt`(hertz: Double) {
    #expect(DetectionThreshold.decibels(atHertz: hertz) == .infinity)
  }

  /// Source: `log(230 / 80) / log(1.18)`, six to seven steps from 80 to 230 Hz.
  @Test func `the default profile holds six to seven distinguishable frequencies`() {
    #expect(abs(DifferenceLimen.limens(betweenHertz: 80, and: 230) - 6.38) < 0.01)
    #expect(DifferenceLimen.limens(betweenHertz: 150, and: 150) == 0)
  }
}
