internal import Realtime

/// The assignment of buses to the channels of an output.
public struct ChannelMap: Hashable, Sendable {
  /// The signal of one output channel.
  public enum Feed: String, Hashable, Sendable, CaseIterable {
    /// The haptic bus plus the left channel of the audio bus.
    case mixLeft
    /// The haptic bus plus the right channel of the audio bus.
    case mixRight
    /// The haptic bus plus the mean of both channels of the audio bus.
    case mixMono
    /// The haptic bus alone.
    case haptic
    /// The left channel of the audio bus alone.
    case audioLeft
    /// The right channel of the audio bus alone.
    case audioRight
    /// The mean of both channels of the audio bus.
    case audioMono
    /// No bus.
    case silence

    /// The factors applied to the buses before they are added.
    var weights: BusWeights {
      switch self {
      case .mixLeft: BusWeights(haptic: 1, left: 1, right: 0)
      case .mixRight: BusWeights(haptic: 1, left: 0, right: 1)
      case .mixMono: BusWeights(haptic: 1, left: 0.5, right: 0.5)
      case .haptic: BusWeights(haptic: 1, left: 0, right: 0)
      case .audioLeft: BusWeights(haptic: 0, left: 1, right: 0)
      case .audioRight: BusWeights(haptic: 0, left: 0, right: 1)
      case .audioMono: BusWeights(haptic: 0, left: 0.5, right: 0.5)
      case .silence: BusWeights(haptic: 0, left: 0, right: 0)
      }
    }
  }

  /// The feed of each channel, first channel first; at least one.
  public let feeds: [Feed]

  /// The number of channels of the output.
  public var channelCount: Int { feeds.count }

  /// Creates a map with one channel for each of `feeds`.
  ///
  /// - Precondition: `feeds` is not empty.
  public init(feeds: [Feed]) {
    precondition(!feeds.isEmpty, "an output has at least one channel")
    self.feeds = feeds
  }

  /// The default mix: the haptic bus is added to both channels of the audio bus.
  ///
  /// A single channel carries (left + right) / 2 plus haptic. Channels after the second are silent.
  ///
  /// - Parameter channelCount: 1 or more.
  /// - Returns: a map of `channelCount` channels.
  /// - Precondition: `channelCount` is 1 or more.
  public static func mix(channelCount: Int) -> ChannelMap {
    precondition(channelCount > 0, "an output has at least one channel")
    if channelCount == 1 { return ChannelMap(feeds: [.mixMono]) }
    return ChannelMap(
      feeds: [.mixLeft, .mixRight] + Array(repeating: .silence, count: channelCount - 2))
  }

  /// The haptic bus alone on the given channels, and the audio bus on those of channels 1 and 2 that do not carry
  /// haptics.
  ///
  /// For a device whose channels 3 and 4 drive actuators, such as a DualSense, pass `[3, 4]`. If only one of channels 1
  /// and 2 is free, it carries the mean of both channels of the audio bus, so that no sound is lost.
  ///
  /// - Parameters:
  ///   - channelCount: the number of channels of the output.
  ///   - hapticChannels: channel numbers, counted from 1.
  /// - Returns: the map, or nil if `hapticChannels` is empty or contains a channel outside
  ///   1...`channelCount`.
  public static func split(channelCount: Int, hapticChannels: [Int]) -> ChannelMap? {
    guard channelCount > 0, !hapticChannels.isEmpty,
      hapticChannels.allSatisfy({ (1...channelCount).contains($0) })
    else { return nil }
    var feeds = [Feed](repeating: .silence, count: channelCount)
    for channel in hapticChannels { feeds[channel - 1] = .haptic }
    let free = [0, 1].filter { $0 < channelCount && feeds[$0] == .silence }
    if free.count == 2 {
      feeds[0] = .audioLeft
      feeds[1] = .audioRight
    } else if let only = free.first {
      feeds[only] = .audioMono
    }
    return ChannelMap(feeds: feeds)
  }
}

/// The factors applied to each bus on its way into one channel.
struct BusWeights: Hashable, Sendable {
  var haptic: Float
  var left: Float
  var right: Float

  /// Returns the weights, with 0 for the buses that are not in `signal`.
  @_noAllocation @_noLocks
  func of(_ signal: BusSet) -> BusWeights {
    let hearsAudio = signal.contains(.audio)
    return BusWeights(
      haptic: signal.contains(.haptic) ? haptic : 0, left: hearsAudio ? left : 0,
      right: hearsAudio ? right : 0)
  }

  @_noAllocation @_noLocks
  init(haptic: Float, left: Float, right: Float) {
    self.haptic = haptic
    self.left = left
    self.right = right
  }

  func scaled(by gain: Float) -> BusWeights {
    BusWeights(haptic: haptic * gain, left: left * gain, right: right * gain)
  }
}
