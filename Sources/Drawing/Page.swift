/// A drawing laid out: shapes at places, in points from the upper left corner.
///
/// Where everything is, is decided here once; `svg` and `png()` only write it down.
public struct Page: Hashable, Sendable {
  /// A place, in points.
  struct Place: Hashable, Sendable {
    var x: Double
    var y: Double
  }

  /// Where a text is relative to its place.
  enum Anchor: String, Hashable, Sendable {
    case start, middle, end
  }

  /// Something to paint.
  enum Shape: Hashable, Sendable {
    case rectangle(x: Double, y: Double, width: Double, height: Double, Colour, opacity: Double)
    case polygon([Place], Colour, opacity: Double)
    case polyline([Place], Colour, width: Double, isDashed: Bool)
    case text(Place, String, Colour, size: Double, Anchor, isBold: Bool)
  }

  /// The widths that a page may have, in points.
  ///
  /// Our choice: from what still shows a line to what a screen or a sheet holds.
  public static let widths: ClosedRange<Int> = 240...8_000

  /// The scales that a page may have.
  ///
  /// Our choice: at 4 a text is as high on a slide as its title usually is.
  public static let scales: ClosedRange<Double> = 1...4

  /// The width, in pixels: that of the layout times the scale.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  let title: String
  let description: String
  let shapes: [Shape]
  /// The ground that everything is painted on.
  let ground: Colour

  /// Lays out `drawing`.
  ///
  /// - Parameters:
  ///   - drawing: what is laid out.
  ///   - width: of the layout, in points; taken to the nearest of `widths`.
  ///   - theme: its colours.
  ///   - scale: how many pixels a point has, for texts, lines and the page alike; taken to the nearest of `scales`.
  public init(
    _ drawing: Drawing, width: Int = 960, theme: Theme = .dark, scale: Double = 1
  ) {
    let (width, scale) = (Self.nearest(width), Self.nearest(scale))
    var layout = PageLayout(drawing, width: width, theme: theme)
    layout.draw()
    self.width = Int((Double(width) * scale).rounded())
    height = Int((layout.y.rounded(.up) * scale).rounded(.up))
    title = drawing.title
    description = drawing.description
    ground = theme.palette.ground
    shapes = scale == 1 ? layout.shapes : layout.shapes.map { $0.scaled(by: scale) }
  }

  /// The number of pixels in a row of a lane, of a page of this width and scale: more values than that cannot be told
  /// apart.
  public static func columns(width: Int = 960, scale: Double = 1) -> Int {
    let (left, right) = PageLayout.sides(width: nearest(width))
    return Int(((right - left) * nearest(scale)).rounded())
  }

  private static func nearest(_ width: Int) -> Int {
    min(max(width, widths.lowerBound), widths.upperBound)
  }

  private static func nearest(_ scale: Double) -> Double {
    // Of a comparison with NaN `max` returns its first argument.
    min(max(scales.lowerBound, scale), scales.upperBound)
  }
}

extension Page.Shape {
  /// The shape in pixels, of which a point has `scale`.
  fileprivate func scaled(by scale: Double) -> Page.Shape {
    func scaled(_ place: Page.Place) -> Page.Place {
      .init(x: place.x * scale, y: place.y * scale)
    }
    return switch self {
    case .rectangle(let x, let y, let width, let height, let colour, let opacity):
      .rectangle(
        x: x * scale, y: y * scale, width: width * scale, height: height * scale, colour,
        opacity: opacity)
    case .polygon(let places, let colour, let opacity):
      .polygon(places.map(scaled), colour, opacity: opacity)
    case .polyline(let places, let colour, let width, let isDashed):
      .polyline(places.map(scaled), colour, width: width * scale, isDashed: isDashed)
    case .text(let place, let text, let colour, let size, let anchor, let isBold):
      .text(scaled(place), text, colour, size: size * scale, anchor, isBold: isBold)
    }
  }
}
