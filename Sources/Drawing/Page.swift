/// A drawing after layout: shapes at positions, in points from the upper left corner.
///
/// All positions are determined here, once. `svg` and `png()` only write them out.
public struct Page: Hashable, Sendable {
  /// A position, in points.
  struct Place: Hashable, Sendable {
    var x: Double
    var y: Double
  }

  /// The alignment of a text relative to its position.
  enum Anchor: String, Hashable, Sendable {
    case start, middle, end
  }

  /// A shape to paint.
  enum Shape: Hashable, Sendable {
    case rectangle(x: Double, y: Double, width: Double, height: Double, Color, opacity: Double)
    case polygon([Place], Color, opacity: Double)
    case polyline([Place], Color, width: Double, isDashed: Bool)
    case text(Place, String, Color, size: Double, Anchor, isBold: Bool)
  }

  /// The permitted widths of a page, in points.
  ///
  /// Our choice: from the narrowest width that still shows a line to the width of a screen or a sheet.
  public static let widths: ClosedRange<Int> = 240...8_000

  /// The permitted scales of a page.
  ///
  /// Our choice: at scale 4, the text of a page on a slide is as high as a slide's title usually is.
  public static let scales: ClosedRange<Double> = 1...4

  /// The width in pixels: the width of the layout times the scale.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  let title: String
  let description: String
  let shapes: [Shape]
  /// The background color.
  let ground: Color

  /// Lays out `drawing`.
  ///
  /// - Parameters:
  ///   - drawing: the drawing to lay out.
  ///   - width: the width of the layout in points, clamped to `widths`.
  ///   - theme: the colors.
  ///   - scale: the number of pixels per point, for texts, lines and the page alike; clamped to
  ///     `scales`.
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

  /// The number of pixels in a row of a lane, on a page of this width and scale.
  ///
  /// More values than that cannot be distinguished.
  public static func columns(width: Int = 960, scale: Double = 1) -> Int {
    let (left, right) = PageLayout.sides(width: nearest(width))
    return Int(((right - left) * nearest(scale)).rounded())
  }

  private static func nearest(_ width: Int) -> Int {
    min(max(width, widths.lowerBound), widths.upperBound)
  }

  private static func nearest(_ scale: Double) -> Double {
    // If compared with NaN, `max` returns its first argument.
    min(max(scales.lowerBound, scale), scales.upperBound)
  }
}

extension Page.Shape {
  /// The shape in pixels, with `scale` pixels per point.
  fileprivate func scaled(by scale: Double) -> Page.Shape {
    func scaled(_ place: Page.Place) -> Page.Place {
      .init(x: place.x * scale, y: place.y * scale)
    }
    return switch self {
    case .rectangle(let x, let y, let width, let height, let color, let opacity):
      .rectangle(
        x: x * scale, y: y * scale, width: width * scale, height: height * scale, color,
        opacity: opacity)
    case .polygon(let places, let color, let opacity):
      .polygon(places.map(scaled), color, opacity: opacity)
    case .polyline(let places, let color, let width, let isDashed):
      .polyline(places.map(scaled), color, width: width * scale, isDashed: isDashed)
    case .text(let place, let text, let color, let size, let anchor, let isBold):
      .text(scaled(place), text, color, size: size * scale, anchor, isBold: isBold)
    }
  }
}
