public import Foundation
public import PhoneUIKit

/// The picture of a media item, which is not shown here.
///
/// - Thread: any. The handler is called by `image(at:)`.
open class MPMediaItemArtwork: NSObject {
  private let handler: (CGSize) -> UIImage

  /// The size of the picture, at the origin.
  public let bounds: CGRect

  /// Creates the picture of an item.
  ///
  /// - Parameters:
  ///   - boundsSize: the largest size of the picture.
  ///   - requestHandler: returns the picture in a size.
  public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> UIImage) {
    bounds = CGRect(origin: .zero, size: boundsSize)
    handler = requestHandler
    super.init()
  }

  /// Creates the picture of an item from an image.
  public convenience init(image: UIImage) {
    self.init(boundsSize: image.size) { _ in image }
  }

  /// Returns the picture in a size.
  open func image(at size: CGSize) -> UIImage? { handler(size) }
}
