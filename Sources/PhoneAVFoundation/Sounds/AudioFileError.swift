internal import Foundation

/// An error of reading a sound file.
///
/// Source of the codes: `AudioFile.h`.
enum AudioFileError: Int {
  /// `kAudioFileUnspecifiedError`, 'wht?'.
  ///
  /// Source: the code that `AVAudioPlayer` throws for a file that does not exist, for example SwiftySound issue 29.
  case unspecified = 2_003_334_207
  /// `kAudioFileUnsupportedFileTypeError`, 'typ?': the file type is not supported.
  case unsupportedType = 1_954_115_647
  /// `kAudioFileInvalidFileError`, 'dta?': the file is damaged.
  case invalid = 1_685_348_671
  /// `kAudioFileUnsupportedDataFormatError`, 'fmt?': the format is not supported.
  case unsupportedFormat = 1_718_449_215

  /// Returns the error with a description.
  func error(_ description: String) -> NSError {
    NSError(
      domain: NSOSStatusErrorDomain, code: rawValue,
      userInfo: [NSLocalizedDescriptionKey: description])
  }
}
