import ArgumentParser
import AudioOutput

/// What of the signal goes into a file.
enum BusChoice: String, CaseIterable, ExpressibleByArgument {
  case mix
  case haptic
  case audio

  /// Which bus goes to which channel.
  var map: ChannelMap {
    switch self {
    case .mix: .mix(channelCount: 2)
    case .haptic: ChannelMap(feeds: [.haptic])
    case .audio: ChannelMap(feeds: [.audioLeft, .audioRight])
    }
  }
}
