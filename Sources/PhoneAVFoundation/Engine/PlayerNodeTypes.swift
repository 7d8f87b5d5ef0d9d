/// How a buffer is played.
///
/// Source: `AVAudioPlayerNode.h`.
public struct AVAudioPlayerNodeBufferOptions: OptionSet, Sendable {
  /// One bit for each option.
  public let rawValue: UInt

  /// Creates the options whose bits are set.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The buffer repeats until another one interrupts it.
  public static let loops = AVAudioPlayerNodeBufferOptions(rawValue: 1)
  /// The buffer replaces everything that is scheduled.
  public static let interrupts = AVAudioPlayerNodeBufferOptions(rawValue: 2)
  /// The buffer replaces everything that is scheduled, at the end of the present turn.
  public static let interruptsAtLoop = AVAudioPlayerNodeBufferOptions(rawValue: 4)
}

/// When a completion handler is called.
///
/// Source: `AVAudioPlayerNode.h`.
public enum AVAudioPlayerNodeCompletionCallbackType: Int, Sendable {
  /// The player has read the data.
  case dataConsumed = 0
  /// The player has rendered the data.
  case dataRendered = 1
  /// The data was heard, after the delay of the output.
  case dataPlayedBack = 2
}

/// A handler that is called when a player does not need a buffer or file anymore, on a separate thread.
public typealias AVAudioPlayerNodeCompletionHandler =
  @Sendable (
    AVAudioPlayerNodeCompletionCallbackType
  ) -> Void
