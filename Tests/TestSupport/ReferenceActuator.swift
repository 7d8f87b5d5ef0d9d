import Foundation
import HapticEngine

/// The actuator filter of a profile, as a difference equation in direct form.
///
/// "with `w = 2*pi*f0/fs`, `a = sin(w)/(2Q)`: `b = [a, 0, -a]`, `a = [1+a, -2cos(w), 1-a]`, all
/// divided by `1+a`."
struct ReferenceActuator {
  private let b: [Double]
  private let a: [Double]

  init(_ actuator: Profile.Actuator, sampleRate: Double) {
    let w = 2 * Double.pi * actuator.resonanceHertz / sampleRate
    let alpha = sin(w) / (2 * actuator.q)
    b = [alpha / (1 + alpha), 0, -alpha / (1 + alpha)]
    a = [1, -2 * cos(w) / (1 + alpha), (1 - alpha) / (1 + alpha)]
  }

  /// Returns `x` played through the actuator, which starts at rest:
  /// `y(n) = b0 x(n) + b1 x(n-1) + b2 x(n-2) - a1 y(n-1) - a2 y(n-2)`.
  func output(of x: [Double]) -> [Double] {
    var y: [Double] = []
    y.reserveCapacity(x.count)
    for n in x.indices {
      let x1 = n >= 1 ? x[n - 1] : 0
      let x2 = n >= 2 ? x[n - 2] : 0
      let y1 = n >= 1 ? y[n - 1] : 0
      let y2 = n >= 2 ? y[n - 2] : 0
      y.append(b[0] * x[n] + b[1] * x1 + b[2] * x2 - a[1] * y1 - a[2] * y2)
    }
    return y
  }
}
