internal import CALSA
internal import CSampleRate
internal import CSndFile
// Importers of this module also get the channel maps and sample formats of the mix.
@_exported public import PacedOutput
internal import Realtime
internal import TextFormats

/// The system libraries that this module uses.
///
/// Each library is loaded when it is first needed.
public enum AudioLibraries {
  /// The versions of the libraries, as the libraries print them: a number for ALSA, a name and a number for the others.
  ///
  /// For a library that is not installed, the text is `not installed`.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public static var versions: (alsa: String, soundFiles: String, resampling: String) {
    let none = "not installed"
    return (
      alsaLibrary.isThere ? unsafe libraryText(alsa.snd_asoundlib_version()) : none,
      sndfileLibrary.isThere ? unsafe libraryText(sndfile.sf_version_string()) : none,
      samplerateLibrary.isThere ? unsafe libraryText(samplerate.src_get_version()) : none
    )
  }
}

/// libasound.
///
/// Every entry point of this module checks that libasound is installed before calling it.
let alsaLibrary = unsafe SystemLibrary(
  "libasound.so.2", package: "libasound2 (libasound2t64 since Debian 13 and Ubuntu 24.04)",
  find: calsa_find)

/// The functions of libasound.
var alsa: calsa_functions { alsaLibrary.functions }

/// libsndfile.
///
/// Checked before a file is opened.
let sndfileLibrary = unsafe SystemLibrary(
  "libsndfile.so.1", package: "libsndfile1", find: csndfile_find)

/// The functions of libsndfile.
var sndfile: csndfile_functions { sndfileLibrary.functions }

/// libsamplerate.
///
/// Checked before resampling.
let samplerateLibrary = unsafe SystemLibrary(
  "libsamplerate.so.0", package: "libsamplerate0", find: csamplerate_find)

/// The functions of libsamplerate.
var samplerate: csamplerate_functions { samplerateLibrary.functions }

/// A copy of the C string that a library function has returned; empty for nil.
func libraryText(_ string: UnsafePointer<CChar>?) -> String {
  // SAFETY: a string from these libraries ends with a zero, and is copied before their next call.
  unsafe string.map { unsafe String(cString: $0) } ?? ""
}

extension SystemLibrary {
  /// Makes sure that the library is installed.
  ///
  /// - Throws: `OutputError` `.libraryMissing` about `subject`, naming the package to install.
  func require(for subject: String) throws(OutputError) {
    do throws(MissingLibrary) {
      try require()
    } catch {
      throw OutputError(.libraryMissing, subject: subject, detail: "\(error).")
    }
  }
}
