internal import CKernels

extension HapticVoice {
  /// Adds the frames `position ..< until` to `output`, whose first sample is the frame `position`;
  /// `until` is in the span.
  @_noAllocation @_noLocks
  mutating func emit(into output: UnsafeMutablePointer<Float>, until: Frame) {
    // SAFETY: the caller has `until - position` samples at `output`.
    unsafe ckernels_haptic_add(&kernel, output, (position - spanStart) & 15, until - position)
    position = until
  }

  /// Moves on to `until` without adding anything, for a voice that is not heard.
  @_noAllocation @_noLocks
  mutating func skip(until: Frame) {
    let vectors = (until - spanStart) / 16 - (position - spanStart) / 16
    if vectors > 0 { unsafe ckernels_haptic_skip(&kernel, vectors) }
    position = until
  }
}
