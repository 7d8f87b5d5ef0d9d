public import Dispatch
public import Foundation

/// An object that receives data of an item.
///
/// - Thread: main.
open class AVPlayerItemOutput: NSObject {}

/// An object that receives the metadata of an item, of which local files have none.
///
/// - Thread: main.
open class AVPlayerItemMetadataOutput: AVPlayerItemOutput {
  /// The object that is told.
  open private(set) weak var delegate: (any AVPlayerItemMetadataOutputPushDelegate)?
  /// The queue on which the delegate is told.
  open private(set) var delegateQueue: DispatchQueue?
  /// How many seconds before its time the metadata is delivered.
  open var advanceIntervalForDelegateInvocation: TimeInterval = 0

  /// Creates an object for metadata with these identifiers, or for all.
  public init(identifiers: [String]? = nil) { super.init() }

  /// Sets the object that is told, and the queue.
  open func setDelegate(
    _ delegate: (any AVPlayerItemMetadataOutputPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) {
    (self.delegate, self.delegateQueue) = (delegate, delegateQueue)
  }
}

/// An object that is told of data of an item.
///
/// - Thread: that of the queue.
public protocol AVPlayerItemOutputPushDelegate: NSObjectProtocol {
  /// Receives that the item was played in another order.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

/// An object that is told of metadata.
///
/// - Thread: that of the queue.
public protocol AVPlayerItemMetadataOutputPushDelegate: AVPlayerItemOutputPushDelegate {
  /// Receives metadata.
  ///
  /// - Parameters:
  ///   - output: the object that received the metadata.
  ///   - groups: the metadata.
  ///   - track: the track; nil for metadata of the asset.
  func metadataOutput(
    _ output: AVPlayerItemMetadataOutput,
    didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?)
}

/// The methods that Apple declares as optional.
extension AVPlayerItemOutputPushDelegate {
  /// Does nothing.
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// The methods that Apple declares as optional.
extension AVPlayerItemMetadataOutputPushDelegate {
  /// Does nothing.
  public func metadataOutput(
    _ output: AVPlayerItemMetadataOutput,
    didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup], from track: AVPlayerItemTrack?
  ) {}
}

/// A track of an item, none of which exist here.
///
/// - Thread: main.
open class AVPlayerItemTrack: NSObject {
  /// Whether the track is played.
  open var isEnabled = true
}
