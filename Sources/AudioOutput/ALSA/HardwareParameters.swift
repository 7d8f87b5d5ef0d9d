private import CALSA
internal import PacedOutput
internal import Realtime

/// Chooses among the values that a device offers: pure functions of request and offer.
enum Negotiation {
  /// The rates at which an engine renders, in whole frames per second.
  static let renderedRates =
    Int(BlockLimits.sampleRates.lowerBound)...Int(BlockLimits.sampleRates.upperBound)

  /// The rate to request if none is given.
  ///
  /// Source: `Documentation/Signal.md`, 1.
  static let defaultRate = 48_000

  /// Formats from best to worst.
  ///
  /// The best offered format is used.
  ///
  /// Float comes first because a mixing server accepts it without loss. The integers follow by resolution.
  static let formats: [SampleFormat] = [.float32, .int32, .int24, .int24Packed, .int16]

  /// Returns the format to use out of `offered`, or nil if no offered format is suitable.
  static func format(offered: [SampleFormat]) -> SampleFormat? {
    formats.first { offered.contains($0) }
  }

  /// Returns the channel count to use out of `offered`, or nil if no offered count is suitable.
  ///
  /// An explicit count must be offered. Otherwise, the result is the lowest count with at least two channels and all of
  /// `hapticChannels`. If there is no such count, and haptic channels are not requested, the result is the highest
  /// count offered.
  static func channelCount(requested: Int?, hapticChannels: [Int], offered: [Int]) -> Int? {
    let highest = hapticChannels.max() ?? 0
    if let requested {
      return offered.contains(requested) && requested >= highest ? requested : nil
    }
    let enough = offered.filter { $0 >= max(2, highest) }.min()
    return enough ?? (hapticChannels.isEmpty ? offered.max() : nil)
  }

  /// The rate to request near `requested`, or nil if no rate in `offered` can be rendered.
  static func rate(requested: Int?, offered: ClosedRange<Int>) -> Int? {
    guard offered.overlaps(renderedRates) else { return nil }
    let possible = offered.clamped(to: renderedRates)
    return min(max(requested ?? defaultRate, possible.lowerBound), possible.upperBound)
  }
}

/// The configurations that a PCM still offers, narrowed call by call until one is left.
@safe
struct HardwareParameters: ~Copyable {
  private let pcm: OpaquePointer
  private let space: OpaquePointer

  private init(pcm: OpaquePointer, space: OpaquePointer) {
    unsafe self.pcm = pcm
    unsafe self.space = space
  }

  deinit { unsafe alsa.snd_pcm_hw_params_free(space) }

  /// Returns everything that `pcm` offers.
  ///
  /// - Parameters:
  ///   - pcm: the PCM; it must stay open as long as the result lives.
  ///   - resampling: whether libasound may resample. If not, a device behind the `plug` plugin
  ///     offers its own rates.
  /// - Returns: the whole space.
  /// - Throws: `ALSAError`.
  static func all(of pcm: borrowing PCM, resampling: Bool) throws(ALSAError) -> HardwareParameters {
    var space: OpaquePointer?
    try check(unsafe alsa.snd_pcm_hw_params_malloc(&space))
    guard let space = unsafe space else { throw ALSAError.invalid }
    let parameters = unsafe HardwareParameters(pcm: pcm.handle, space: space)
    try check(unsafe alsa.snd_pcm_hw_params_any(pcm.handle, space))
    if !resampling {
      try check(unsafe alsa.snd_pcm_hw_params_set_rate_resample(pcm.handle, space, 0))
    }
    return parameters
  }

  /// Chooses interleaved samples.
  ///
  /// They are passed to the device by writing or, if the device offers nothing else, through shared memory.
  func setInterleaved() throws(ALSAError) {
    if unsafe alsa.snd_pcm_hw_params_set_access(pcm, space, SND_PCM_ACCESS_RW_INTERLEAVED) < 0 {
      try check(
        unsafe alsa.snd_pcm_hw_params_set_access(pcm, space, SND_PCM_ACCESS_MMAP_INTERLEAVED))
    }
  }

  /// The offered channel counts up to 64, and `extra` if it is offered.
  func channelCounts(and extra: Int?) -> [Int] {
    (Array(1...64) + (extra.map { $0 > 64 ? [$0] : [] } ?? [])).filter {
      unsafe alsa.snd_pcm_hw_params_test_channels(pcm, space, UInt32($0)) == 0
    }
  }

  /// Chooses the channel count.
  func set(channelCount: Int) throws(ALSAError) {
    try check(unsafe alsa.snd_pcm_hw_params_set_channels(pcm, space, UInt32(channelCount)))
  }

  /// The range of offered rates.
  func rates() throws(ALSAError) -> ClosedRange<Int> {
    var (low, high): (UInt32, UInt32) = (0, 0)
    try check(unsafe alsa.snd_pcm_hw_params_get_rate_min(space, &low, nil))
    try check(unsafe alsa.snd_pcm_hw_params_get_rate_max(space, &high, nil))
    return Int(low)...Int(max(low, high))
  }

  /// Chooses the offered rate nearest to `rate`, and returns it.
  func setRate(near rate: Int) throws(ALSAError) -> Int {
    var nearest = UInt32(rate)
    try check(unsafe alsa.snd_pcm_hw_params_set_rate_near(pcm, space, &nearest, nil))
    return Int(nearest)
  }

  /// The formats that both the device and this module support.
  func formats() -> [SampleFormat] {
    SampleFormat.allCases.filter {
      unsafe alsa.snd_pcm_hw_params_test_format(pcm, space, $0.alsaFormat) == 0
    }
  }

  /// The names of all offered formats, including those that we do not support.
  func formatNames() -> [String] {
    (0...SND_PCM_FORMAT_LAST.rawValue).compactMap { number in
      let format = snd_pcm_format_t(rawValue: number)
      guard unsafe alsa.snd_pcm_hw_params_test_format(pcm, space, format) == 0,
        let name = unsafe alsa.snd_pcm_format_name(format)
      else { return nil }
      return unsafe String(cString: name)
    }
  }

  /// Chooses the sample format.
  func set(format: SampleFormat) throws(ALSAError) {
    try check(unsafe alsa.snd_pcm_hw_params_set_format(pcm, space, format.alsaFormat))
  }

  /// Chooses the period and the buffer nearest to the given sizes in frames.
  ///
  /// A buffer has at least two periods. If the buffer is smaller than requested, the periods shrink in proportion.
  func setSizes(period: Int, buffer: Int) throws(ALSAError) {
    // With one period per buffer, the device is empty whenever it asks for more. One period is accepted only if a
    // device offers nothing else.
    var two: UInt32 = 2
    _ = unsafe alsa.snd_pcm_hw_params_set_periods_min(pcm, space, &two, nil)
    var largest: snd_pcm_uframes_t = 0
    try check(unsafe alsa.snd_pcm_hw_params_get_buffer_size_max(space, &largest))
    let possible = min(buffer, Int(clamping: largest))
    let share = (Double(period) * Double(possible) / Double(buffer)).rounded()
    var nearest = snd_pcm_uframes_t(max(1, Int(share)))
    try check(unsafe alsa.snd_pcm_hw_params_set_period_size_near(pcm, space, &nearest, nil))
    nearest = snd_pcm_uframes_t(buffer)
    try check(unsafe alsa.snd_pcm_hw_params_set_buffer_size_near(pcm, space, &nearest))
  }

  /// Configures the PCM with the chosen values.
  ///
  /// - Returns: the sizes of the period and the buffer, in frames.
  func install() throws(ALSAError) -> (period: Int, buffer: Int) {
    try check(unsafe alsa.snd_pcm_hw_params(pcm, space))
    var (period, buffer): (snd_pcm_uframes_t, snd_pcm_uframes_t) = (0, 0)
    try check(unsafe alsa.snd_pcm_hw_params_get_period_size(space, &period, nil))
    try check(unsafe alsa.snd_pcm_hw_params_get_buffer_size(space, &buffer))
    return (Int(period), Int(buffer))
  }
}

extension PCM {
  /// Makes the device wake the thread when a block fits, and start playing when its buffer is full.
  func setThresholds(for setup: ALSAOutput.Setup) throws(ALSAError) {
    var parameters: OpaquePointer?
    try check(unsafe alsa.snd_pcm_sw_params_malloc(&parameters))
    defer { unsafe alsa.snd_pcm_sw_params_free(parameters) }
    let block = snd_pcm_uframes_t(setup.blockFrames)
    let full = snd_pcm_uframes_t(setup.bufferFrames) / block * block
    try check(unsafe alsa.snd_pcm_sw_params_current(handle, parameters))
    try check(unsafe alsa.snd_pcm_sw_params_set_avail_min(handle, parameters, block))
    try check(unsafe alsa.snd_pcm_sw_params_set_start_threshold(handle, parameters, full))
    try check(unsafe alsa.snd_pcm_sw_params(handle, parameters))
  }
}

extension SampleFormat {
  /// libasound's number for the format.
  fileprivate var alsaFormat: snd_pcm_format_t {
    switch self {
    case .float32: SND_PCM_FORMAT_FLOAT_LE
    case .int32: SND_PCM_FORMAT_S32_LE
    case .int24: SND_PCM_FORMAT_S24_LE
    case .int24Packed: SND_PCM_FORMAT_S24_3LE
    case .int16: SND_PCM_FORMAT_S16_LE
    }
  }
}
