public import Foundation

/// An image as an opaque value: a test can pass it on and compare it, but nothing is decoded or drawn.
///
/// - Thread: any.
open class UIImage: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  /// The size of the image.
  ///
  /// Our choice: always zero, because images are not decoded.
  open var size: CGSize { .zero }

  /// The number of pixels of a point.
  ///
  /// Our choice: always 1.
  open var scale: CGFloat { 1 }

  /// Creates an image without content.
  public override init() {}

  /// Creates an image of an app.
  ///
  /// Our choice: always succeeds, because asset catalogs do not exist on Linux.
  public convenience init?(named name: String) { self.init() }

  /// Creates an image of the system.
  ///
  /// Our choice: always succeeds.
  public convenience init?(systemName name: String) { self.init() }

  /// Creates an image from the bytes of a file.
  ///
  /// Our choice: fails only without bytes.
  public convenience init?(data: Data) {
    if data.isEmpty { return nil }
    self.init()
  }

  /// Creates an image from a file; nil if the file does not exist.
  public convenience init?(contentsOfFile path: String) {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    self.init()
  }
}
