internal import AudioSession
internal import PhoneRuntime

/// The position of a channel, a number defined by Core Audio.
public typealias AudioChannelLabel = UInt32

/// A channel of a port.
///
/// As with Apple's type, an app's tests cannot create one. Two channels are equal if the port and the number are equal.
public final class AVAudioSessionChannelDescription: Hashable, Sendable {
  /// The name that the user sees.
  public let channelName: String
  /// The number of the channel among those of the port.
  ///
  /// Source: its page: "The index of this channel in its owning port's array of channels".
  public let channelNumber: Int
  /// The identifier of the port.
  public let owningPortUID: String
  /// The position of the channel.
  ///
  /// Source: `CoreAudioBaseTypes.h` for the numbers: left 1, right 2, mono 42. Our choice: phones report these.
  public let channelLabel: AudioChannelLabel

  fileprivate init(_ number: Int, of count: Int, _ port: AVAudioSessionPortDescription) {
    channelName = count == 1 ? port.portName : "\(port.portName) \(number + 1)"
    channelNumber = number
    owningPortUID = port.uid
    channelLabel = count == 1 ? 42 : AudioChannelLabel(number + 1)
  }

  /// Returns whether the port and the number are equal.
  public static func == (
    left: AVAudioSessionChannelDescription, right: AVAudioSessionChannelDescription
  ) -> Bool {
    left.owningPortUID == right.owningPortUID && left.channelNumber == right.channelNumber
  }

  /// Hashes port and number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(owningPortUID)
    hasher.combine(channelNumber)
  }
}

extension AVAudioSessionPortDescription {
  /// The channels of the port; nil for a port that a test created.
  ///
  /// Inputs and hands-free Bluetooth have one channel, other ports two; see `HardwareFormat`.
  public var channels: [AVAudioSessionChannelDescription]? {
    guard isSessions, let port = AudioSession.Port(rawValue: portType.rawValue) else { return nil }
    let route =
      isInput ? Route(inputs: PortSet([port])) : Route(outputs: PortSet([port]))
    let format = route.hardwareFormat
    let count = isInput ? format.inputChannels : format.outputChannels
    return (0..<count).map { AVAudioSessionChannelDescription($0, of: count, self) }
  }

  /// Whether the port itself processes the voice of calls.
  ///
  /// Source: `AVAudioSessionRoute.h`: "ports of type AVAudioSessionPortBluetoothHFP and AVAudioSessionPortCarAudio
  /// often have hardware voice processing". Our choice: here these ports always do, and others never do.
  public var hasHardwareVoiceCallProcessing: Bool {
    portType == .bluetoothHFP || portType == .carAudio
  }
}

/// An app's statements about its content, and the orientation of the phone: stored, but without effect on a simulated
/// phone.
extension AVAudioSession {
  /// Requests a data source of the output in use. No output has one; nil resets the request.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `badParam` for any.
  public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw sessionError(.badParam) }
  }

  /// Whether the app plays multichannel content (15).
  public var supportsMultichannelContent: Bool { hardware.supportsMultichannelContent }

  /// Sets whether the app plays multichannel content (15).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` while the media services are down.
  public func setSupportsMultichannelContent(_ inValue: Bool) throws {
    try request(.multichannelContent(inValue))
  }

  /// How the user holds the phone while recording in stereo.
  public typealias StereoOrientation = AudioSession.StereoOrientation

  /// The preferred orientation while recording in stereo (14).
  public var preferredInputOrientation: StereoOrientation { hardware.inputOrientation }

  /// Sets how the user holds the phone (14).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` while the media services are down.
  public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
    try request(.inputOrientation(orientation))
  }

  /// The orientation of the input (14). It is `none`, because no microphone of a simulated phone records in stereo.
  ///
  /// Source: header: "valid for the built-in mic input data source when a stereo polar pattern is selected".
  public var inputOrientation: StereoOrientation { .none }
}
