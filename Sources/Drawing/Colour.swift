/// A colour, each part 0...255.
public struct Colour: Hashable, Sendable {
  /// How much red, 0...255.
  public let red: Int
  /// How much green, 0...255.
  public let green: Int
  /// How much blue, 0...255.
  public let blue: Int

  /// A colour of its parts.
  public init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The colour of a sharpness, from blue for round (0) over green to yellow for crisp (1); clamped, and 0
  /// for NaN.
  ///
  /// Our choice: the upper part of matplotlib's viridis, which grows steadily lighter and is
  /// readable for the colour-blind.
  public static func sharpness(_ part: Double) -> Colour {
    ramp(part, [(65, 105, 170), (33, 145, 140), (94, 201, 98), (253, 231, 37)])
  }

  /// The colour of a strength, from dark purple for nothing (0) over red to pale yellow for most (1);
  /// clamped, and 0 for NaN.
  ///
  /// Our choice: matplotlib's inferno, which grows steadily lighter and is readable for the
  /// colour-blind.
  public static func strength(_ part: Double) -> Colour {
    ramp(
      part,
      [(24, 28, 36), (66, 10, 104), (147, 38, 103), (221, 81, 58), (252, 165, 10), (252, 255, 164)])
  }

  /// The colour at `part`, clamped to 0...1, of a ramp through `stops`; NaN counts as 0.
  private static func ramp(_ part: Double, _ stops: [(Double, Double, Double)]) -> Colour {
    let position = min(max(0, part), 1) * Double(stops.count - 1)
    let index = min(Int(position), stops.count - 2)
    let (low, high, rest) = (stops[index], stops[index + 1], position - Double(index))
    return Colour(
      red: Int(low.0 + (high.0 - low.0) * rest), green: Int(low.1 + (high.1 - low.1) * rest),
      blue: Int(low.2 + (high.2 - low.2) * rest))
  }

  /// The colour of sound.
  public static let audio = Colour(red: 190, green: 130, blue: 220)

  /// The colour of `tone` on a dark ground.
  public static func of(_ tone: Drawing.Tone) -> Colour {
    switch tone {
    case .sharpness(let sharpness): .sharpness(sharpness)
    case .audio: .audio
    case .strength(let strength): .strength(strength)
    case .control, .role(.searching): Colour(red: 230, green: 160, blue: 90)
    case .signal, .role(.cause): Colour(red: 150, green: 170, blue: 195)
    case .measure, .role(.found): Colour(red: 240, green: 242, blue: 246)
    case .difference, .role(.broken): Colour(red: 235, green: 110, blue: 110)
    case .role(.full): Colour(red: 94, green: 201, blue: 98)
    case .role(.reduced): Colour(red: 240, green: 190, blue: 80)
    case .role(.faint): Colour(red: 125, green: 134, blue: 148)
    case .role(.input), .role(.blockedInput): Colour(red: 90, green: 170, blue: 225)
    }
  }

  /// The colour on white that stands for this one on a dark ground: greys are turned around, colours
  /// are darkened.
  ///
  /// Our choice: by a quarter, which keeps the lightest readable and the order of lightness.
  var onPaper: Colour {
    let isGrey = max(red, green, blue) - min(red, green, blue) < 32
    return isGrey
      ? Colour(red: 255 - red, green: 255 - green, blue: 255 - blue)
      : Colour(red: red * 3 / 4, green: green * 3 / 4, blue: blue * 3 / 4)
  }

  /// As SVG and CSS write it.
  public var hex: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(min(max(part, 0), 255), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }
}
