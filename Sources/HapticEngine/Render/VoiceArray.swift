/// Voices in order of their start, in memory that never grows.
///
/// The order is the order in which voices are summed, and floating-point sums depend on it: removal
/// keeps it. The fields are bare because the render path cannot call a generic method.
@safe
struct VoiceArray<Voice: BitwiseCopyable> {
  /// How many voices fit.
  let capacity: Int
  /// How many there are.
  var count = 0
  /// The voices, of which the first `count` are initialized.
  let storage: UnsafeMutablePointer<Voice>

  init(capacity: Int) {
    self.capacity = Swift.max(capacity, 1)
    unsafe storage = .allocate(capacity: self.capacity)
  }

  /// Frees the memory; the array must not be used afterwards.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() { unsafe storage.deallocate() }
}
