/// Apple's names of the audio session, where Apple's own are not: on Linux.
///
/// Code that is written for Apple's platforms reads the same here:
///
///     #if canImport(AVFAudio)
///       import AVFAudio
///     #else
///       import AudioSessionTesting
///     #endif
///
/// It is a namespace and not a session: there is no shared instance, since the session of a test is
/// that of a simulated app. Code under test is given an `AudioSessionProtocol`.
///
/// Declared is what a simulated phone has and posts, with Apple's raw values. What it does not have,
/// such as spatial audio, is not declared either: code that waits for it does not compile, instead
/// of waiting in vain.
///
/// Source: the headers and reference pages of `AVAudioSession`.
public enum AVAudioSession {}
