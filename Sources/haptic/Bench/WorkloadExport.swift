import HapticEngine

import func Glibc.pow

/// A workload as lines of numbers, for a program in another language that renders the same.
///
/// ```
/// T time intensity sharpness                                          a transient
/// C time duration intensity sharpness attackSeconds releaseSeconds    a continuous event
/// I time value, S time value          a point of the intensity or of the sharpness control
/// ```
/// Times are seconds of the pattern; the controls are straight between the points of one curve and
/// hold after its last, and `IC` and `SC` begin a curve.
enum WorkloadExport {
  /// The lines of `pattern`; only what the workloads are made of.
  static func lines(_ pattern: HapticPattern) -> String {
    pattern.entries.map { entry in
      switch entry {
      case .event(let event): line(event)
      case .parameter: ""
      case .curve(let curve): lines(curve)
      }
    }.joined()
  }

  private static func line(_ event: HapticEvent) -> String {
    let intensity = event.value(of: .hapticIntensity) ?? 1
    let sharpness = event.value(of: .hapticSharpness) ?? 0.5
    guard let duration = event.duration else {
      return "T \(event.time) \(intensity) \(sharpness)\n"
    }
    let attack = seconds(event.value(of: .attackTime) ?? 0, 0.002, 1)
    let release = seconds(event.value(of: .releaseTime) ?? 0, 0.005, 2)
    return "C \(event.time) \(duration) \(intensity) \(sharpness) \(attack) \(release)\n"
  }

  private static func lines(_ curve: ParameterCurve) -> String {
    let letter = curve.id == .hapticIntensityControl ? "I" : "S"
    return curve.controlPoints.enumerated().map { index, point in
      "\(letter)\(index == 0 ? "C" : "") \(curve.time + point.time) \(point.value)\n"
    }.joined()
  }

  /// The envelope times of `Documentation/Signal.md`, 3: `min * (max / min)^p`.
  private static func seconds(_ p: Double, _ shortest: Double, _ longest: Double) -> Double {
    shortest * pow(longest / shortest, p)
  }
}
