public import AudioSession
public import Foundation
internal import PhoneRuntime

/// The recording side of the app under test of `SimulatedPhone.current`, as 17 has it.
///
/// - Thread: any.
public final class AVAudioApplication: Sendable {
  /// The one there is.
  public static let shared = AVAudioApplication()

  private init() {}

  /// Whether the user lets the app record.
  public typealias RecordPermission = AudioSession.RecordPermission

  /// Whether the user lets the app record.
  public var recordPermission: RecordPermission {
    AVAudioSession.sharedInstance().recordPermission
  }

  /// Asks the user, unless the user has decided before.
  ///
  /// - Parameter response: called where notifications are posted; see `AVAudioSession`.
  public static func requestRecordPermission(
    completionHandler response: @escaping @Sendable (Bool) -> Void
  ) {
    AVAudioSession.sharedInstance().requestRecordPermission(response)
  }

  /// Asks the user, unless the user has decided before, and waits for the decision.
  ///
  /// - Returns: whether the app may record.
  public static func requestRecordPermission() async -> Bool {
    await withCheckedContinuation { continuation in
      requestRecordPermission { continuation.resume(returning: $0) }
    }
  }

  /// Whether the app has muted its input.
  public var isInputMuted: Bool { app.isInputMuted }

  /// Mutes the input of the app, or no more: what it records is silence then.
  ///
  /// - Throws: `RejectedEvent` if the app is not running, or before 17.
  public func setInputMuted(_ muted: Bool) throws { try app.setInputMuted(muted) }

  /// The app has muted its input, or no more.
  public static let inputMuteStateChangeNotification = NSNotification.Name(
    NotificationName.inputMuteStateChange)

  /// True if the input is muted.
  public static let muteStateKey = NotificationKey.inputMuteState

  private var app: SimulatedApp { SimulatedPhone.current.app }
}
