internal import Realtime
internal import Synchronization

/// The largest magnitudes on an engine's buses; full scale is 1.
public struct BusLevels: Hashable, Sendable {
  /// The peak of the haptic bus.
  public var haptic: Float
  /// The peak of the left channel of the audio bus.
  public var audioLeft: Float
  /// The peak of the right channel of the audio bus.
  public var audioRight: Float

  /// Creates levels with these magnitudes; omitted magnitudes are 0.
  public init(haptic: Float = 0, audioLeft: Float = 0, audioRight: Float = 0) {
    self.haptic = haptic
    self.audioLeft = audioLeft
    self.audioRight = audioRight
  }
}

/// Measures the largest magnitudes of the buses: the render side raises the levels, and the control side reads and
/// resets them.
package struct LevelMeters: ~Copyable, Sendable {
  private let isEnabled = Atomic<Bool>(false)
  /// The bits of magnitudes, which sort in the same order as the magnitudes.
  private let haptic = Atomic<UInt32>(0)
  private let audioLeft = Atomic<UInt32>(0)
  private let audioRight = Atomic<UInt32>(0)

  /// Creates meters that are disabled.
  package init() {}

  /// Starts or stops measuring, from the next block on.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package func enable(_ isEnabled: Bool) { self.isEnabled.store(isEnabled, ordering: .relaxed) }

  /// Whether blocks are measured.
  ///
  /// - Thread: any.        Realtime-safe: yes.
  package var isOn: Bool {
    @_noAllocation @_noLocks get { isEnabled.load(ordering: .relaxed) }
  }

  /// Raises the levels to these magnitudes.
  ///
  /// - Thread: render.        Realtime-safe: yes.
  @_noAllocation @_noLocks
  package func raise(haptic: Float, audioLeft: Float, audioRight: Float) {
    _ = self.haptic.max(haptic.bitPattern, ordering: .relaxed)
    _ = self.audioLeft.max(audioLeft.bitPattern, ordering: .relaxed)
    _ = self.audioRight.max(audioRight.bitPattern, ordering: .relaxed)
  }

  /// Raises the levels to those of `block`, whose voices have added to `buses`.
  @_noAllocation @_noLocks
  func measure(_ block: BusBlock, _ buses: BlockBuses) {
    if !isEnabled.load(ordering: .relaxed) { return }
    let count = block.frameCount
    if buses.hapticFrames > 0 {
      _ = unsafe haptic.max(
        SampleMeasure(block.haptic, count: count).peak.bitPattern, ordering: .relaxed)
    }
    if buses.audioFrames == 0 { return }
    _ = unsafe audioLeft.max(
      SampleMeasure(block.audioLeft, count: count).peak.bitPattern, ordering: .relaxed)
    _ = unsafe audioRight.max(
      SampleMeasure(block.audioRight, count: count).peak.bitPattern, ordering: .relaxed)
  }

  /// Returns the peaks since the last call to this method, and resets them.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package func take() -> BusLevels {
    BusLevels(
      haptic: Float(bitPattern: haptic.exchange(0, ordering: .relaxed)),
      audioLeft: Float(bitPattern: audioLeft.exchange(0, ordering: .relaxed)),
      audioRight: Float(bitPattern: audioRight.exchange(0, ordering: .relaxed)))
  }
}
