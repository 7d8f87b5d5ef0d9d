private import CALSA
private import CSampleRate
private import CSndFile

/// The libraries of the system that this module stands on.
public enum AudioLibraries {
  /// Their versions, as they say them: of ALSA a number, of the others with the name.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public static var versions: (alsa: String, soundFiles: String, resampling: String) {
    // SAFETY: all three return constant C strings.
    unsafe (
      String(cString: snd_asoundlib_version()), String(cString: sf_version_string()),
      String(cString: src_get_version())
    )
  }
}
