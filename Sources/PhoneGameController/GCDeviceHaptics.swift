public import Foundation
public import PhoneCoreHaptics
internal import Realtime

/// The actuators of a game controller.
///
/// - Thread: any.
open class GCDeviceHaptics: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  private let device: ControllerDevice

  init(_ device: ControllerDevice) { self.device = device }

  /// The places of the controller's actuators.
  ///
  /// Source: pages of `all` and `default`: "Controllers must support this location".
  open var supportedLocalities: Set<GCHapticsLocality> { device.localities }

  /// Creates an engine that plays on the actuators of a place.
  ///
  /// The engine stops with the reason `gameControllerDisconnect` when the controller is disconnected.
  ///
  /// - Parameter locality: the place.
  /// - Returns: the engine; nil if the controller does not have such actuators, or is disconnected.
  open func createEngine(withLocality locality: GCHapticsLocality) -> CHHapticEngine? {
    device.makeEngine(at: locality)
  }
}
