/// A color with components in 0...255.
public struct Color: Hashable, Sendable {
  /// The red component, 0...255.
  public let red: Int
  /// The green component, 0...255.
  public let green: Int
  /// The blue component, 0...255.
  public let blue: Int

  /// Creates a color from its components.
  public init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The color at `part`, clamped to 0...1, of a ramp through `stops`; NaN counts as 0.
  static func ramp(_ part: Double, _ stops: [Color]) -> Color {
    let position = min(max(0, part), 1) * Double(stops.count - 1)
    let index = min(Int(position), stops.count - 2)
    return stops[index].mixed(with: stops[index + 1], part: position - Double(index))
  }

  /// Returns the color blended with `other`, which contributes `part`, 0...1.
  func mixed(with other: Color, part: Double) -> Color {
    func mixed(_ one: Int, _ two: Int) -> Int { Int(Double(one) + Double(two - one) * part) }
    return Color(mixed(red, other.red), mixed(green, other.green), mixed(blue, other.blue))
  }

  init(_ red: Int, _ green: Int, _ blue: Int) { self.init(red: red, green: green, blue: blue) }

  /// The color in the notation of SVG and CSS.
  public var hex: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(min(max(part, 0), 255), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }
}
