private import CRealtime

/// The choke point every block passes through: denormal numbers are flushed and the real-time
/// sanitizer watches, for the length of `body`.
///
/// Outputs call a source's `render` through this and in no other way.
public enum RealtimeScope {
  /// Runs `body` as real-time code.
  ///
  /// - Thread: render.        Realtime-safe: yes, if `body` is.
  public static func run(_ body: () -> Void) {
    let control = crealtime_flush_denormals()
    crealtime_enter()
    body()
    crealtime_exit()
    crealtime_restore_denormals(control)
  }
}
