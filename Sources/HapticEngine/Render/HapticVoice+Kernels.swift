internal import CKernels

extension HapticVoice {
  /// How many frames a vector holds; vectors are counted from the span's start.
  private static var lanes: Frame { @_noAllocation @_noLocks get { Frame(CKERNELS_LANES) } }

  /// Adds the frames `position ..< until` to `output`, whose first sample is the frame `position`;
  /// `until` is in the span.
  @_noAllocation @_noLocks
  mutating func emit(into output: VoiceOutput, until: Frame) {
    // SAFETY: the caller has `until - position` samples in the buffer.
    let lane = (position - spanStart) % Self.lanes
    unsafe ckernels_haptic_add(&kernel, output.left, lane, until - position)
    position = until
  }

  /// Moves on to `until` without adding anything, for a voice that is not heard.
  @_noAllocation @_noLocks
  mutating func skip(until: Frame) {
    let vectors = (until - spanStart) / Self.lanes - (position - spanStart) / Self.lanes
    if vectors > 0 { unsafe ckernels_haptic_skip(&kernel, vectors) }
    position = until
  }
}
