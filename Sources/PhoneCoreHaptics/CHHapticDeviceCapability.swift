internal import AudioSession
internal import AudioSessionTesting
public import Foundation
internal import HapticEngine

/// The features of the haptic hardware.
///
/// - Thread: any.
public protocol CHHapticDeviceCapability {
  /// Whether the hardware plays haptics.
  var supportsHaptics: Bool { get }
  /// Whether the hardware plays the sounds of patterns.
  var supportsAudio: Bool { get }

  /// Returns the range and the default of an event parameter for a type of event.
  ///
  /// - Throws: `CHHapticError` with `notSupported` if events of this type do not respond to the parameter.
  func attributes(
    forEventParameter inParameter: CHHapticEvent.ParameterID,
    eventType type: CHHapticEvent.EventType
  ) throws -> any CHHapticParameterAttributes

  /// Returns the range and the default of a control.
  ///
  /// - Throws: `CHHapticError` with `invalidParameterType` for an unknown control.
  func attributes(
    forDynamicParameter inParameter: CHHapticDynamicParameter.ID
  ) throws -> any CHHapticParameterAttributes
}

/// The range and the default of a parameter.
///
/// - Thread: any.
public protocol CHHapticParameterAttributes: NSObjectProtocol {
  /// The lowest value.
  var minValue: Float { get }
  /// The highest value.
  var maxValue: Float { get }
  /// The default.
  var defaultValue: Float { get }
}

/// The capabilities of the current phone.
struct DeviceCapability: CHHapticDeviceCapability {
  let supportsHaptics: Bool
  /// Our choice: like `supportsHaptics`, because an engine cannot be created on hardware without haptics.
  var supportsAudio: Bool { supportsHaptics }

  init(_ phone: AudioSession.Phone) {
    supportsHaptics = phone.state.device.supportsHaptics && phone.missing(.engine) == nil
  }

  func attributes(
    forEventParameter inParameter: CHHapticEvent.ParameterID,
    eventType type: CHHapticEvent.EventType
  ) throws -> any CHHapticParameterAttributes {
    guard let id = EventParameter.ID(rawValue: inParameter.rawValue) else {
      throw CHHapticError(
        .invalidParameterType, "the event parameter \(inParameter.rawValue) is not known")
    }
    guard let kind = EngineEventType(rawValue: type.rawValue) else {
      throw CHHapticError(.invalidEventType, "the event type \(type.rawValue) is not known")
    }
    guard let attributes = Capabilities().attributes(of: id, for: kind) else {
      throw CHHapticError(
        .notSupported, "\(type.rawValue) events do not respond to \(inParameter.rawValue)")
    }
    return ParameterAttributes(attributes)
  }

  func attributes(
    forDynamicParameter inParameter: CHHapticDynamicParameter.ID
  ) throws -> any CHHapticParameterAttributes {
    guard let id = DynamicParameter.ID(rawValue: inParameter.rawValue) else {
      throw CHHapticError(
        .invalidParameterType, "the dynamic parameter \(inParameter.rawValue) is not known")
    }
    return ParameterAttributes(Capabilities().attributes(of: id))
  }
}

/// The attributes of a parameter of the engine.
private final class ParameterAttributes: NSObject, CHHapticParameterAttributes {
  let minValue: Float
  let maxValue: Float
  let defaultValue: Float

  init(_ attributes: Capabilities.Attributes) {
    minValue = Float(attributes.minimum)
    maxValue = Float(attributes.maximum)
    defaultValue = Float(attributes.defaultValue)
    super.init()
  }
}
