internal import TextFormats

extension Page {
  /// The page as an SVG file, with the title and the description as its alternative text.
  ///
  /// Source: W3C, "Scalable Vector Graphics (SVG) 1.1", and WAI-ARIA's role `img`.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public var svg: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="title description" \
      font-family="DejaVu Sans, Verdana, sans-serif">
      <title id="title">\(title.escapedForXML)</title>
      <desc id="description">\(description.escapedForXML)</desc>
      <rect width="\(width)" height="\(height)" fill="\(ground.hex)"/>

      """
    for shape in shapes { text += shape.svg + "\n" }
    return text + "</svg>\n"
  }
}

extension Page.Shape {
  fileprivate var svg: String {
    switch self {
    case .rectangle(let x, let y, let width, let height, let color, let opacity):
      """
      <rect x="\(x.svg)" y="\(y.svg)" width="\(width.svg)" height="\(height.svg)" \
      fill="\(color.hex)"\(Self.opacity(opacity))/>
      """
    case .polygon(let places, let color, let opacity):
      #"<polygon points="\#(places.svg)" fill="\#(color.hex)"\#(Self.opacity(opacity))/>"#
    case .polyline(let places, let color, let width, let isDashed):
      """
      <polyline points="\(places.svg)" fill="none" stroke="\(color.hex)" \
      stroke-width="\(width.svg)" stroke-linejoin="round"\
      \(isDashed ? #" stroke-dasharray="\#((4 * width).svg) \#((3 * width).svg)""# : "")/>
      """
    case .text(let place, let text, let color, let size, let anchor, let isBold):
      """
      <text x="\(place.x.svg)" y="\(place.y.svg)" fill="\(color.hex)" font-size="\(size.svg)" \
      text-anchor="\(anchor.rawValue)"\(isBold ? #" font-weight="bold""# : "")>\
      \(text.escapedForXML)</text>
      """
    }
  }

  private static func opacity(_ opacity: Double) -> String {
    opacity < 1 ? #" fill-opacity="\#(opacity.svg)""# : ""
  }
}

extension Double {
  /// The number with at most two decimals; 0 if it is not finite.
  fileprivate var svg: String { isFinite ? rounded(to: 2) : "0" }
}

extension [Page.Place] {
  fileprivate var svg: String { map { "\($0.x.svg),\($0.y.svg)" }.joined(separator: " ") }
}

extension String {
  /// The text as the content of an element.
  ///
  /// Characters that XML cannot represent become spaces.
  package var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
        text.unicodeScalars.append(scalar)
      default: text += " "
      }
    }
    return text
  }
}
