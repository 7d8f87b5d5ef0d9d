internal import AudioSession
public import Foundation
internal import PhoneRuntime

/// The position of a channel, a number defined by Core Audio.
public typealias AudioChannelLabel = UInt32

/// A channel of a port.
///
/// As with Apple's type, an app's tests cannot create a description. Two channels are equal if the port and the number
/// are equal.
public final class AVAudioSessionChannelDescription: NSObject, Sendable {
  /// The name that the user sees.
  public let channelName: String
  /// The number of the channel among the port's channels.
  ///
  /// Source: the property's page: "The index of this channel in its owning port's array of channels".
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
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioSessionChannelDescription else { return false }
    return owningPortUID == other.owningPortUID && channelNumber == other.channelNumber
  }

  /// The hash of port and number.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(owningPortUID)
    hasher.combine(channelNumber)
    return hasher.finalize()
  }
}

extension AVAudioSessionPortDescription {
  /// The channels of the port; nil for a port that a test created.
  ///
  /// Inputs and hands-free Bluetooth have one channel, and other ports have two; see `HardwareFormat`.
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

/// Settings for an app's content and for the phone's orientation. A simulated phone stores these values, but they have
/// no effect.
extension AVAudioSession {
  /// Requests a data source of the output in use; nil resets the request.
  ///
  /// No simulated output has a data source.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`: `badParam` for any data source.
  public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
    if dataSource != nil { throw sessionError(.badParam) }
  }

  /// Whether the app plays multichannel content (iOS 15 or later).
  public var supportsMultichannelContent: Bool { hardware.supportsMultichannelContent }

  /// Sets whether the app plays multichannel content (iOS 15 or later).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` while the media services are down.
  public func setSupportsMultichannelContent(_ inValue: Bool) throws {
    try request(.multichannelContent(inValue))
  }

  /// How the user holds the phone while recording in stereo.
  public typealias StereoOrientation = AudioSession.StereoOrientation

  /// The preferred orientation while recording in stereo (iOS 14 or later).
  public var preferredInputOrientation: StereoOrientation { hardware.inputOrientation }

  /// Sets the preferred orientation while recording in stereo (iOS 14 or later).
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` while the media services are down.
  public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
    try request(.inputOrientation(orientation))
  }

  /// The orientation of the input (iOS 14 or later).
  ///
  /// It is `none`, because no microphone of a simulated phone records in stereo.
  ///
  /// Source: header: "valid for the built-in mic input data source when a stereo polar pattern is selected".
  public var inputOrientation: StereoOrientation { .none }
}
