internal import AudioSessionTesting
public import Foundation
internal import Realtime

/// A device that controls games.
///
/// - Thread: any.
public protocol GCDevice: NSObjectProtocol {
  /// The queue on which handlers of inputs are called.
  var handlerQueue: DispatchQueue { get set }
  /// The name that the manufacturer or the user has given to the device.
  var vendorName: String? { get }
  /// The kind of device, such as `GCProductCategoryDualSense`.
  var productCategory: String { get }
}

/// A game controller that is connected to the current phone.
///
/// `SimulatedPhone.connectController` connects one.
///
/// - Thread: any.
open class GCController: NSObject, GCDevice, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the state is behind a lock, and the other properties are immutable.

  private struct State: Sendable {
    var playerIndex = GCControllerPlayerIndex.indexUnset
    var handlerQueue = DispatchQueue.main
  }

  /// The name that the manufacturer or the user has given to the controller.
  public let vendorName: String?
  /// The kind of controller, such as `GCProductCategoryDualSense`.
  public let productCategory: String
  /// The actuators; nil for a controller without any.
  public let haptics: GCDeviceHaptics?
  /// The light; nil for a controller without one.
  public let light: GCDeviceLight?
  /// The battery; always nil here.
  open var battery: GCDeviceBattery? { nil }
  /// Whether the controller is attached to the phone; always false here.
  open var isAttachedToDevice: Bool { false }

  let device: ControllerDevice
  private let state = Guarded(State())

  init(_ device: ControllerDevice, _ name: String, _ category: String) {
    self.device = device
    vendorName = name
    productCategory = category
    haptics = device.localities.isEmpty ? nil : GCDeviceHaptics(device)
    light = category == GCProductCategoryDualSense ? GCDeviceLight() : nil
  }

  /// The number of the player who uses the controller; unset by default.
  open var playerIndex: GCControllerPlayerIndex {
    get { state.withLock { $0.playerIndex } }
    set { state.withLock { $0.playerIndex = newValue } }
  }

  /// The queue on which handlers of inputs are called, which is not used here.
  open var handlerQueue: DispatchQueue {
    get { state.withLock { $0.handlerQueue } }
    set { state.withLock { $0.handlerQueue = newValue } }
  }

  /// Returns the controllers that are connected to the current phone, in the order in which they were connected.
  open class func controllers() -> [GCController] { SimulatedPhone.current.controllers }

  /// The controller that was connected last.
  open class var current: GCController? { controllers().last }

  /// Searches for wireless controllers, of which none is found.
  ///
  /// - Parameter completionHandler: called later on the main queue.
  open class func startWirelessControllerDiscovery(
    completionHandler: (@Sendable () -> Void)? = nil
  ) {
    if let completionHandler { DispatchQueue.main.async { completionHandler() } }
  }

  /// Stops searching for wireless controllers.
  open class func stopWirelessControllerDiscovery() {}
}

/// The number of the player who uses a controller.
public enum GCControllerPlayerIndex: Int, Hashable, Sendable {
  /// No player.
  case indexUnset = -1
  /// The first player.
  case index1 = 0
  /// The second player.
  case index2 = 1
  /// The third player.
  case index3 = 2
  /// The fourth player.
  case index4 = 3
}

/// The light of a controller.
///
/// - Thread: any.
open class GCDeviceLight: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the color is behind a lock.

  private let present = Guarded(GCColor(red: 0, green: 0, blue: 0))

  override init() {}

  /// The color that the app has set; black by default.
  open var color: GCColor {
    get { present.withLock { $0 } }
    set { present.withLock { $0 = newValue } }
  }
}

/// A color of a controller's light.
open class GCColor: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): the stored properties are immutable and sendable.

  /// The share of red, 0...1.
  public let red: Float
  /// The share of green, 0...1.
  public let green: Float
  /// The share of blue, 0...1.
  public let blue: Float

  /// Creates a color.
  public init(red: Float, green: Float, blue: Float) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }
}

/// The battery of a controller, which is not simulated.
open class GCDeviceBattery: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): nothing is stored.

  /// Whether a battery is charged.
  public enum State: Int, Hashable, Sendable {
    /// The state is not known.
    case unknown = -1
    /// The battery is in use.
    case discharging = 0
    /// The battery is being charged.
    case charging = 1
    /// The battery is charged.
    case full = 2
  }

  /// The charge, 0...1.
  open var batteryLevel: Float { 0 }
  /// Whether the battery is charged.
  open var batteryState: State { .unknown }

  override init() {}
}

/// A controller of Sony's PlayStation 5.
public let GCProductCategoryDualSense = "DualSense"
/// A controller of Sony's PlayStation 4.
public let GCProductCategoryDualShock4 = "DualShock 4"
/// A controller of Microsoft's Xbox.
public let GCProductCategoryXboxOne = "Xbox One"
/// A controller that follows Apple's specification.
public let GCProductCategoryMFi = "MFi"

extension NSNotification.Name {
  /// A controller was connected; the object is the controller.
  public static let GCControllerDidConnect = NSNotification.Name(
    "GCControllerDidConnectNotification")
  /// A controller was disconnected; the object is the controller.
  public static let GCControllerDidDisconnect = NSNotification.Name(
    "GCControllerDidDisconnectNotification")
  /// A controller has become the current controller; the object is the controller.
  public static let GCControllerDidBecomeCurrent = NSNotification.Name(
    "GCControllerDidBecomeCurrentNotification")
  /// A controller has stopped being the current controller; the object is the controller.
  public static let GCControllerDidStopBeingCurrent = NSNotification.Name(
    "GCControllerDidStopBeingCurrentNotification")
}
