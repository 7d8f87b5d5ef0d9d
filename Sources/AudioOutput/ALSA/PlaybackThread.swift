internal import Realtime

/// What the thread of an ALSA output does, from opening the device to telling that it has stopped.
struct PlaybackThread: Sendable {
  let configuration: ALSAOutput.Configuration
  let session: PlaybackSession
  let source: any BlockSource
  let onStop: @Sendable (OutputError) -> Void

  func main() {
    let failure = LibraryMessages.capture { play() }
    let wasWanted = session.command == .play
    session.end(with: failure)
    if let failure, wasWanted { onStop(failure) }
  }

  /// Plays until the owner has had enough, or returns what stopped the device.
  ///
  /// When this returns, the device is closed.
  private func play() -> OutputError? {
    let opening = DeviceOpening(configuration: configuration)
    do {
      let pcm = try opening.open()
      let setup = try opening.configure(pcm)
      let map = try channelMap(for: setup)
      let poll = try opening.poll(pcm, wake: session.wake)
      var loop = PlaybackLoop(
        pcm: pcm, devicePoll: poll, setup: setup, map: map, opening: opening, session: session,
        source: source)
      session.answer(.success(setup))
      _ = session.go.wait(milliseconds: -1)
      if configuration.priority == .realTime {
        session.counters.hasRealTimePriority(RealtimeThread.raiseCurrent())
      }
      defer { RealtimeThread.lowerCurrent() }
      try loop.run()
      return nil
    } catch {
      // While the owner still waits for the answer, it is the one to hear of this.
      if !session.opened.wait(milliseconds: 0) {
        session.answer(.failure(error))
        return nil
      }
      return error
    }
  }

  private func channelMap(for setup: ALSAOutput.Setup) throws(OutputError) -> ChannelMap {
    if configuration.hapticChannels.isEmpty { return .mix(channelCount: setup.channelCount) }
    if let map = ChannelMap.split(
      channelCount: setup.channelCount, hapticChannels: configuration.hapticChannels)
    {
      return map
    }
    throw OutputError(
      .unsupportedConfiguration, subject: configuration.pcmName,
      detail: """
        There is no haptic channel \(configuration.hapticChannels.map(String.init)
          .joined(separator: ",")): the channels of the device are 1 to \(setup.channelCount).
        """)
  }
}
