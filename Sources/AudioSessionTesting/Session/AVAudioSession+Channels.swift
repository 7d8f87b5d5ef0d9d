internal import AudioSession
internal import PhoneRuntime

/// Where a channel is; a number of Core Audio's.
public typealias AudioChannelLabel = UInt32

/// A channel of a port.
///
/// Apple's cannot be made by an app's tests; neither can this one. Equal if the port and the number are.
public final class AVAudioSessionChannelDescription: Hashable, Sendable {
  /// What the user is shown.
  public let channelName: String
  /// The number of the channel among those of the port.
  ///
  /// Source: its page: "The index of this channel in its owning port's array of channels".
  public let channelNumber: Int
  /// The identifier of the port.
  public let owningPortUID: String
  /// Where the channel is.
  ///
  /// Source: `CoreAudioBaseTypes.h` for the numbers: left 1, right 2, mono 42. That phones say so is our choice.
  public let channelLabel: AudioChannelLabel

  fileprivate init(_ number: Int, of count: Int, _ port: AVAudioSessionPortDescription) {
    channelName = count == 1 ? port.portName : "\(port.portName) \(number + 1)"
    channelNumber = number
    owningPortUID = port.uid
    channelLabel = count == 1 ? 42 : AudioChannelLabel(number + 1)
  }

  /// Equal if the port and the number are.
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
  /// The channels of the port; nil for one that a test made.
  ///
  /// One for input and for hands-free Bluetooth, else two: see `HardwareFormat`.
  public var channels: [AVAudioSessionChannelDescription]? {
    guard isSessions, let port = AudioSession.Port(rawValue: portType.rawValue) else { return nil }
    let route =
      isInput ? Route(inputs: PortSet([port])) : Route(outputs: PortSet([port]))
    let format = route.hardwareFormat
    let count = isInput ? format.inputChannels : format.outputChannels
    return (0..<count).map { AVAudioSessionChannelDescription($0, of: count, self) }
  }

  /// Whether the port processes the voice of calls itself.
  ///
  /// Source: `AVAudioSessionRoute.h`: "ports of type AVAudioSessionPortBluetoothHFP and
  /// AVAudioSessionPortCarAudio often have hardware voice processing". That here they always do, and others never, is our
  /// choice.
  public var hasHardwareVoiceCallProcessing: Bool {
    portType == .bluetoothHFP || portType == .carAudio
  }
}

/// What an app says of its content, and how its user holds the phone: stored, and without effect on a simulated phone.
extension AVAudioSession {
  /// Asks for one of the data sources of the output in use, which has none; nil resets it.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `badParam` for any.
  public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw sessionError(.badParam) }
  }

  /// Whether the app plays content of many channels (15).
  public var supportsMultichannelContent: Bool { hardware.supportsMultichannelContent }

  /// Sets whether the app plays content of many channels (15).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` while the media services are down.
  public func setSupportsMultichannelContent(_ inValue: Bool) throws {
    try request(.multichannelContent(inValue))
  }

  /// How the user holds the phone while recording in stereo.
  public typealias StereoOrientation = AudioSession.StereoOrientation

  /// How the user is said to hold the phone (14).
  public var preferredInputOrientation: StereoOrientation { hardware.inputOrientation }

  /// Says how the user holds the phone (14).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` while the media services are down.
  public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
    try request(.inputOrientation(orientation))
  }

  /// How the user holds the phone, as far as it matters (14): `none`, because no microphone of a simulated phone
  /// records in stereo.
  ///
  /// Source: header: "valid for the built-in mic input data source when a stereo polar pattern is selected".
  public var inputOrientation: StereoOrientation { .none }
}
