private import CCairo
internal import TextFormats

/// An error that prevented a page from being painted.
public enum DrawingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Cairo is not installed; the text names the package to install. SVG does not need a library.
  case libraryMissing(String)
  /// The page is taller than a PNG can be; both heights are in pixels.
  case tooTall(height: Int, maximum: Int)
  /// Cairo failed, for example because of insufficient memory.
  case failed(String)

  /// A description of the error.
  public var description: String {
    switch self {
    case .libraryMissing(let reason): "\(reason); an .svg does not need a library"
    case .tooTall(let height, let maximum):
      "the picture would be \(height) pixels tall, but a PNG can be at most \(maximum); draw fewer "
        + "patterns in one picture, use a smaller scale, or write an .svg, which is not limited"
    case .failed(let reason): "painting failed: \(reason)"
    }
  }
}

extension Page {
  /// The tallest page that can be a PNG, in pixels.
  ///
  /// Source: cairo-image-surface.c, `MAX_IMAGE_SIZE`: the coordinates of its rasterizer have 16 bits.
  public static let maximumPNGHeight = 32_767

  /// The page as a PNG file, painted by Cairo.
  ///
  /// - Returns: the bytes of the file.
  /// - Throws: `DrawingError`.
  /// - Thread: any.        Realtime-safe: no.
  public func png() throws(DrawingError) -> [UInt8] {
    guard height <= Self.maximumPNGHeight else {
      throw .tooTall(height: height, maximum: Self.maximumPNGHeight)
    }
    do throws(MissingLibrary) {
      try cairoLibrary.require()
    } catch {
      throw .libraryMissing(error.description)
    }
    let painter = try CairoPainter(width: width, height: height)
    painter.fill(ground)
    for shape in shapes { painter.paint(shape) }
    return try painter.png()
  }
}

/// The Cairo library, which `png()` loads before painting.
private let cairoLibrary = unsafe SystemLibrary(
  "libcairo.so.2", package: "libcairo2", find: ccairo_find)

/// The functions of Cairo.
private var cairo: ccairo_functions { cairoLibrary.functions }

/// A copy of one of Cairo's strings; empty for nil.
private func text(_ string: UnsafePointer<CChar>?) -> String {
  // SAFETY: Cairo's strings end with a zero, and are never freed.
  unsafe string.map { unsafe String(cString: $0) } ?? ""
}

/// A Cairo surface and the context that paints on it.
@safe
private final class CairoPainter {
  private let surface: OpaquePointer?
  private let context: OpaquePointer?
  private let size: (width: Int, height: Int)

  init(width: Int, height: Int) throws(DrawingError) {
    size = (width, height)
    // SAFETY: both are destroyed in deinit. On failure, Cairo returns an object with an error, never
    // nil.
    unsafe surface = cairo.cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(clamping: width), Int32(clamping: height))
    unsafe context = cairo.cairo_create(surface)
    try check(unsafe cairo.cairo_surface_status(surface))
    unsafe cairo.cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
  }

  deinit {
    unsafe cairo.cairo_destroy(context)
    unsafe cairo.cairo_surface_destroy(surface)
  }

  private func check(_ status: cairo_status_t) throws(DrawingError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw .failed(unsafe text(cairo.cairo_status_to_string(status)))
  }

  func fill(_ color: Color) {
    paint(
      .rectangle(
        x: 0, y: 0, width: Double(size.width), height: Double(size.height), color, opacity: 1))
  }

  func paint(_ shape: Page.Shape) {
    switch shape {
    case .rectangle(let x, let y, let width, let height, let color, let opacity):
      use(color, opacity)
      unsafe cairo.cairo_rectangle(context, x, y, width, height)
      unsafe cairo.cairo_fill(context)
    case .polygon(let places, let color, let opacity):
      use(color, opacity)
      trace(places)
      unsafe cairo.cairo_close_path(context)
      unsafe cairo.cairo_fill(context)
    case .polyline(let places, let color, let width, let isDashed):
      use(color, 1)
      unsafe cairo.cairo_set_line_width(context, width)
      let dashes = isDashed ? [4 * width, 3 * width] : []
      // SAFETY: Cairo copies the dashes.
      unsafe dashes.withUnsafeBufferPointer {
        unsafe cairo.cairo_set_dash(context, $0.baseAddress, Int32($0.count), 0)
      }
      trace(places)
      unsafe cairo.cairo_stroke(context)
    case .text(let place, let text, let color, let size, let anchor, let isBold):
      use(color, 1)
      unsafe cairo.cairo_select_font_face(
        context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
        isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
      unsafe cairo.cairo_set_font_size(context, size)
      var extents = cairo_text_extents_t()
      unsafe cairo.cairo_text_extents(context, text, &extents)
      let offset: Double =
        switch anchor {
        case .start: 0
        case .middle: extents.x_advance / 2
        case .end: extents.x_advance
        }
      unsafe cairo.cairo_move_to(context, place.x - offset, place.y)
      unsafe cairo.cairo_show_text(context, text)
    }
  }

  private func use(_ color: Color, _ opacity: Double) {
    unsafe cairo.cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      opacity)
  }

  private func trace(_ places: [Page.Place]) {
    for (index, place) in places.enumerated() {
      if index == 0 {
        unsafe cairo.cairo_move_to(context, place.x, place.y)
      } else {
        unsafe cairo.cairo_line_to(context, place.x, place.y)
      }
    }
  }

  func png() throws(DrawingError) -> [UInt8] {
    try check(unsafe cairo.cairo_status(context))
    var bytes: [UInt8] = []
    // SAFETY: Cairo calls back only during this call, with the pointer passed here.
    let status = unsafe withUnsafeMutablePointer(to: &bytes) { bytes in
      unsafe cairo.cairo_surface_write_to_png_stream(
        surface,
        { bytes, data, count in
          guard let bytes = unsafe bytes, let data = unsafe data else {
            return CAIRO_STATUS_WRITE_ERROR
          }
          // SAFETY: `bytes` is the array below; `data` holds `count` bytes.
          unsafe bytes.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, bytes)
    }
    try check(status)
    return bytes
  }
}
