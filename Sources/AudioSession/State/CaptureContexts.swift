/// Sensors that a haptic would disturb, by shaking the phone.
///
/// Source: Human Interface Guidelines, Haptics: "be sure that haptic feedback does not disrupt
/// experiences involving device features like the camera, gyroscope, or microphone".
public struct CaptureContexts: OptionSet, Hashable, Sendable {
  /// One bit for each sensor.
  public let rawValue: UInt8

  /// The sensors with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Taking a picture or a film.
  public static let camera = CaptureContexts(rawValue: 1)
  /// Listening outside of an audio session.
  public static let microphone = CaptureContexts(rawValue: 2)
  /// Sensing movement.
  public static let gyroscope = CaptureContexts(rawValue: 4)
  /// Waiting for a shake, such as the one that undoes.
  ///
  /// Source: Human Interface Guidelines, "Undo and redo": shaking the device undoes. Our choice: while
  /// an app looks out for it, a haptic shakes the device as well.
  public static let shake = CaptureContexts(rawValue: 8)

  /// What a haptic is multiplied by that is attenuated while a sensor is used, 0...1.
  ///
  /// Our choice: a quarter, 12 dB less, so that a full tap is as weak as the selection tick.
  public static let hapticGain = 0.25

  /// Every sensor with its name.
  public static let named: [(name: String, context: CaptureContexts)] = [
    ("camera", .camera), ("microphone", .microphone), ("gyroscope", .gyroscope),
    ("shake", .shake),
  ]

  /// The names of those that are used.
  public var names: [String] { Self.named.filter { isSuperset(of: $0.context) }.map(\.name) }
}
