private import CRealtime

/// The single point that every block passes through.
///
/// While `body` runs, denormal numbers are flushed and the real-time sanitizer watches.
///
/// Outputs must call a source's `render` only through this type.
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
