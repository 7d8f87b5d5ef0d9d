/// The source of a remote command.
///
/// Apps are not notified of the source. Source: Human Interface Guidelines, "Playing audio": Control Center,
/// headphone controls, accessories.
public enum RemoteSource: String, Hashable, Sendable, CaseIterable {
  /// Control Center, which is always available.
  case controlCenter
  /// The lock screen.
  case lockScreen
  /// The buttons of headphones.
  case headset
  /// The buttons of a car.
  case car
  /// The remote of an AirPlay device.
  case airPlay
  /// Siri, when the user asks for the command while Siri is shown.
  ///
  /// Source: Audio Session Programming Guide, "Responding to Interruptions": an app keeps track of commands that Siri
  /// issues while the app is interrupted.
  case siri

  /// Whether the source is currently available.
  func isThere(on device: DeviceState) -> Bool {
    switch self {
    case .controlCenter: true
    case .lockScreen: device.isLocked
    case .headset: device.connected.ports.intersects(Self.headsets)
    case .car: device.connected.ports.contains(.carAudio)
    case .airPlay: device.connected.ports.contains(.airPlay)
    case .siri: device.siri != .off
    }
  }

  /// The ports of headsets that may have buttons.
  ///
  /// The list is our choice.
  private static let headsets: PortSet = [
    .headphones, .headsetMic, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE, .usbAudio,
  ]

  /// The item that is missing if the source is not available, in words.
  var missing: String {
    switch self {
    case .controlCenter: "Control Center"
    case .lockScreen: "lock screen while the phone is unlocked"
    case .headset: "headset connected"
    case .car: "car connected"
    case .airPlay: "AirPlay device connected"
    case .siri: "Siri on the screen"
    }
  }

  /// The source in words.
  package var words: String {
    switch self {
    case .controlCenter: "Control Center"
    case .lockScreen: "the lock screen"
    case .headset: "a headset"
    case .car: "a car"
    case .airPlay: "an AirPlay device"
    case .siri: "Siri"
    }
  }
}

/// One row of the table that decides which app may answer a remote command.
///
/// Source: Human Interface Guidelines, "Playing audio": respond to audio controls only while playing, in a clear audio
/// context, or connected to a Bluetooth or AirPlay device.
public struct RemoteRow: Hashable, Sendable {
  /// Whether the app's output is running.
  public var isPlaying: Bool
  /// Whether the app is in an audio context: it is the Now Playing app, or its input is running.
  public var isInAudioContext: Bool
  /// Whether the app is in the foreground and handles remote commands while the output is AirPlay.
  public var isOnAirPlay: Bool
  /// Whether the app may answer the command.
  public var mayAnswer: Bool

  /// The eight rows, indexed by the three conditions as bits.
  ///
  /// Playing is the highest bit.
  public static let rows: [RemoteRow] = (0..<8).map { bits in
    RemoteRow(
      isPlaying: bits & 4 != 0, isInAudioContext: bits & 2 != 0, isOnAirPlay: bits & 1 != 0,
      mayAnswer: bits != 0)
  }

  /// The index of the row with these conditions.
  static func place(isPlaying: Bool, isInAudioContext: Bool, isOnAirPlay: Bool) -> Int {
    (isPlaying ? 4 : 0) + (isInAudioContext ? 2 : 0) + (isOnAirPlay ? 1 : 0)
  }

  /// The conditions, in words.
  package var words: String {
    let words = [
      isPlaying ? "plays" : nil, isInAudioContext ? "in an audio context" : nil,
      isOnAirPlay ? "in the foreground, with AirPlay" : nil,
    ].compactMap(\.self)
    return words.isEmpty ? "none of these" : words.joined(separator: ", ")
  }

  /// The evidence for the row.
  public var evidence: Evidence {
    Evidence(
      .guidelines("Playing audio: playing, in an audio context, or connected to AirPlay"))
  }
}

extension Phone {
  /// Returns whether the app may currently answer a remote command.
  public func mayAnswerRemoteCommands(_ app: AppID) -> Bool {
    let isOnAirPlay =
      currentRoute.outputs.contains(.airPlay) && state[app].lifecycle == .foreground
      && isNowPlayingCandidate(app)
    let place = RemoteRow.place(
      isPlaying: isPlaying(app),
      isInAudioContext: state.device.nowPlaying == app || isRecording(app),
      isOnAirPlay: isOnAirPlay)
    return rules.tables.remote[place].mayAnswer
  }
}
