/// Sensors that a haptic would disturb by shaking the phone.
///
/// Source: Human Interface Guidelines, Haptics: "be sure that haptic feedback does not disrupt
/// experiences involving device features like the camera, gyroscope, or microphone".
public struct CaptureContexts: OptionSet, Hashable, Sendable {
  /// One bit for each sensor.
  public let rawValue: UInt8

  /// The sensors with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Taking a picture or recording a video.
  public static let camera = CaptureContexts(rawValue: 1)
  /// Using the microphone outside of an audio session.
  public static let microphone = CaptureContexts(rawValue: 2)
  /// Measuring movement.
  public static let gyroscope = CaptureContexts(rawValue: 4)
  /// Waiting for a shake gesture, such as shake to undo.
  ///
  /// Source: Human Interface Guidelines, "Undo and redo": shaking the device undoes an action. Our choice: while an app
  /// waits for a shake, a haptic also shakes the device.
  public static let shake = CaptureContexts(rawValue: 8)

  /// The gain of a haptic that is attenuated while a sensor is in use, 0...1.
  ///
  /// Our choice: a quarter (12 dB less), so that a tap at full intensity is as weak as the selection tick.
  public static let hapticGain = 0.25

  /// Every sensor with its name.
  public static let named: [(name: String, context: CaptureContexts)] = [
    ("camera", .camera), ("microphone", .microphone), ("gyroscope", .gyroscope),
    ("shake", .shake),
  ]

  /// The names of the sensors in use.
  public var names: [String] { Self.named.filter { isSuperset(of: $0.context) }.map(\.name) }
}
