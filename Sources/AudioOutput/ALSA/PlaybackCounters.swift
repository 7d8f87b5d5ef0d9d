internal import Realtime
private import Synchronization

/// The numbers that an ALSA output's thread reports while it is playing.
///
/// Only that thread writes them; any thread may read them.
///
/// Each number is exact, but different numbers may have been updated one block apart.
final class PlaybackCounters: Sendable {
  private let priority = Atomic<Bool>(false)
  private let underruns = Atomic<Int>(0)
  private let suspends = Atomic<Int>(0)
  private let framesWritten = Atomic<Int64>(0)
  private let delayFrames = Atomic<Int>(0)
  private let mixedFrames = Atomic<Int64>(0)
  private let peakBits = Atomic<UInt32>(0)
  private let clampedSamples = Atomic<Int64>(0)

  func hasRealTimePriority(_ obtained: Bool) { priority.store(obtained, ordering: .relaxed) }

  func underrun() { underruns.add(1, ordering: .relaxed) }

  func suspend() { suspends.add(1, ordering: .relaxed) }

  /// The number of frames that the device has taken.
  var frames: Int64 { framesWritten.load(ordering: .relaxed) }

  func wrote(frames: Int) { framesWritten.add(Int64(frames), ordering: .relaxed) }

  func delay(frames: Int) { delayFrames.store(frames, ordering: .relaxed) }

  func mixed(_ report: MixReport) {
    mixedFrames.store(report.frames, ordering: .relaxed)
    peakBits.store(report.peak.bitPattern, ordering: .relaxed)
    clampedSamples.store(report.clampedSamples, ordering: .relaxed)
  }

  func statistics(of setup: ALSAOutput.Setup) -> OutputStatistics {
    var statistics = OutputStatistics(
      sampleRate: setup.sampleRate, channelCount: setup.channelCount,
      channelPositions: setup.channelPositions, format: setup.format.rawValue,
      periodFrames: setup.periodFrames,
      bufferFrames: setup.bufferFrames)
    statistics.hapticChannels = setup.hapticChannels
    statistics.warnings = setup.routingWarning.map { [$0] } ?? []
    statistics.hasRealTimePriority = priority.load(ordering: .relaxed)
    statistics.framesPulled = framesWritten.load(ordering: .relaxed)
    statistics.delayFrames = delayFrames.load(ordering: .relaxed)
    statistics.underruns = underruns.load(ordering: .relaxed)
    statistics.suspends = suspends.load(ordering: .relaxed)
    statistics.mix.frames = mixedFrames.load(ordering: .relaxed)
    statistics.mix.peak = Float(bitPattern: peakBits.load(ordering: .relaxed))
    statistics.mix.clampedSamples = clampedSamples.load(ordering: .relaxed)
    return statistics
  }
}
