internal import PacedOutput
internal import Realtime
internal import RealtimeThreads

/// Opens a PCM and negotiates its configuration.
///
/// Errors name the requested values and the values that the device offers.
struct DeviceOpening {
  let configuration: ALSAOutput.Configuration

  /// Opens the PCM.
  func open() throws(OutputError) -> PCM {
    do {
      return try PCM.open(
        name: configuration.pcmName, definitions: configuration.definitions)
    } catch {
      throw failure(error, "cannot be opened")
    }
  }

  /// Configures `pcm` and makes it ready to be filled.
  ///
  /// - Returns: the agreed configuration, and which bus goes to which channel.
  /// - Throws: `OutputError`.
  func configure(
    _ pcm: borrowing PCM
  ) throws(OutputError) -> (setup: ALSAOutput.Setup, map: ChannelMap) {
    var setup = try agree(with: pcm)
    setup.channelPositions = pcm.positions()
    setup.hapticChannels = try hapticChannels(in: setup)
    let map = try channelMap(for: setup)
    if !setup.hapticChannels.isEmpty {
      setup.routingWarning = RoutingWarning.words(
        hapticChannels: setup.hapticChannels, positions: setup.channelPositions,
        destination: pcm.destination())
    }
    do {
      try pcm.setThresholds(for: setup)
      try pcm.prepare()
    } catch {
      throw failure(error, "cannot be prepared")
    }
    return (setup, map)
  }

  /// The channels of `setup` that were requested by number or by position.
  private func hapticChannels(in setup: ALSAOutput.Setup) throws(OutputError) -> [Int] {
    let wanted = configuration.hapticPositions
    if wanted.isEmpty { return configuration.hapticChannels }
    if let channels = ChannelPositions.channels(at: wanted, in: setup.channelPositions) {
      return channels
    }
    throw OutputError(
      .unsupportedConfiguration, subject: configuration.pcmName,
      detail: "No channel has the position \(wanted.joined(separator: ",")): "
        + Self.words(of: [setup.channelPositions]))
  }

  /// A description of the channel maps that a device offers.
  private static func words(of maps: [[String]]) -> String {
    let maps = maps.filter { !$0.isEmpty }
    if maps.isEmpty {
      return "the device does not report channel positions; use channel numbers."
    }
    return "the device has \(maps.map { $0.joined(separator: " ") }.joined(separator: ", or "))."
  }

  private func channelMap(for setup: ALSAOutput.Setup) throws(OutputError) -> ChannelMap {
    if setup.hapticChannels.isEmpty { return .mix(channelCount: setup.channelCount) }
    if let map = ChannelMap.split(
      channelCount: setup.channelCount, hapticChannels: setup.hapticChannels)
    {
      return map
    }
    throw OutputError(
      .unsupportedConfiguration, subject: configuration.pcmName,
      detail: """
        Haptic channel \(setup.hapticChannels.map(String.init)
          .joined(separator: ",")) does not exist: the channels of the device are 1 to \(setup.channelCount).
        """)
  }

  /// The descriptors to wait for while `pcm` plays.
  func poll(_ pcm: borrowing PCM, wake: EventFlag) throws(OutputError) -> DevicePoll {
    do {
      return try DevicePoll.set(for: pcm, wake: wake)
    } catch {
      throw failure(error, "cannot be polled")
    }
  }

  /// The error to report if the device `fails` in the given way with `error`.
  func failure(_ error: ALSAError, _ fails: String) -> OutputError {
    OutputError(
      error.kind, subject: configuration.pcmName,
      detail: "The device \(fails): \(error)\(LibraryMessages.inBrackets).")
  }

  private func agree(with pcm: borrowing PCM) throws(OutputError) -> ALSAOutput.Setup {
    // Queried before the configuration, because afterward only one map is left.
    let maps = configuration.hapticPositions.isEmpty ? [] : pcm.offeredPositions()
    if !configuration.hapticPositions.isEmpty, maps.isEmpty {
      throw OutputError(
        .unsupportedConfiguration, subject: configuration.pcmName,
        detail:
          "No channel has the position \(configuration.hapticPositions.joined(separator: ",")): "
          + Self.words(of: maps))
    }
    // First without resampling, so that the source renders at the hardware's rate. If no configuration is left,
    // resampling is allowed.
    do {
      return try agree(with: try HardwareParameters.all(of: pcm, resampling: false), maps)
    } catch  where error != .invalid {
      throw failure(error, "cannot be configured")
    } catch {}
    do {
      return try agree(with: try HardwareParameters.all(of: pcm, resampling: true), maps)
    } catch  where error != .invalid {
      throw failure(error, "cannot be configured")
    } catch {
      throw refusal(of: pcm, maps)
    }
  }

  /// Narrows `space` in the order of importance to the user: channels, rate, format, sizes.
  private func agree(
    with space: consuming HardwareParameters, _ maps: [[String]]
  ) throws(ALSAError) -> ALSAOutput.Setup {
    try space.setInterleaved()
    let wanted = configuration
    var offered = space.channelCounts(and: wanted.channelCount)
    if !wanted.hapticPositions.isEmpty {
      offered = ChannelPositions.counts(
        offered: offered, with: wanted.hapticPositions, in: maps)
    }
    guard
      let channels = Negotiation.channelCount(
        requested: wanted.channelCount, hapticChannels: wanted.hapticChannels, offered: offered)
    else { throw .invalid }
    try space.set(channelCount: channels)
    guard let near = Negotiation.rate(requested: wanted.sampleRate, offered: try space.rates())
    else { throw .invalid }
    let rate = try space.setRate(near: near)
    guard Negotiation.renderedRates.contains(rate),
      let format = Negotiation.format(offered: space.formats())
    else { throw .invalid }
    try space.set(format: format)
    let period = max(1, Int((wanted.periodSeconds * Double(rate)).rounded()))
    let buffer = max(2 * period, Int((wanted.bufferSeconds * Double(rate)).rounded()))
    try space.setSizes(period: period, buffer: buffer)
    let sizes = try space.install()
    return ALSAOutput.Setup(
      sampleRate: rate, channelCount: channels, format: format, periodFrames: sizes.period,
      bufferFrames: sizes.buffer)
  }

  private func refusal(of pcm: borrowing PCM, _ maps: [[String]]) -> OutputError {
    let wanted = configuration
    if !wanted.hapticPositions.isEmpty,
      !maps.contains(where: { ChannelPositions.channels(at: wanted.hapticPositions, in: $0) != nil }
      )
    {
      return OutputError(
        .unsupportedConfiguration, subject: wanted.pcmName,
        detail: "No channel has the position \(wanted.hapticPositions.joined(separator: ",")): "
          + Self.words(of: maps))
    }
    let channels = wanted.channelCount.map { "\($0) channels" } ?? "1 or 2 channels"
    let haptics =
      wanted.hapticChannels.isEmpty
      ? "" : " with haptics on \(wanted.hapticChannels.map(String.init).joined(separator: ","))"
    let rate = wanted.sampleRate.map { "\($0) Hz" } ?? "48000 Hz or a rate near it"
    return OutputError(
      .unsupportedConfiguration, subject: wanted.pcmName,
      detail: """
        The output requires \(channels)\(haptics), \(rate), FLOAT, S32, S24 or S16 samples, interleaved; \
        the device offers \(offer(of: pcm)). A PCM of type plug can convert between them.
        """)
  }

  private func offer(of pcm: borrowing PCM) -> String {
    do {
      let space = try HardwareParameters.all(of: pcm, resampling: true)
      let counts = space.channelCounts(and: nil)
      let rates = try space.rates()
      let channels =
        counts.isEmpty
        ? "no channel count up to 64"
        : "\(counts.map(String.init).joined(separator: ", ")) channels"
      let range =
        rates.count == 1 ? "\(rates.lowerBound) Hz" : "\(rates.lowerBound)-\(rates.upperBound) Hz"
      return "\(channels), \(range), \(space.formatNames().joined(separator: ", "))"
    } catch {
      return "nothing (\(error))"
    }
  }
}
