public import AudioSession
public import Foundation
internal import PhoneRuntime

/// The recording side of the app under test of `SimulatedPhone.current`, available from iOS 17.
///
/// - Thread: any.
open class AVAudioApplication: NSObject, @unchecked Sendable {
  // SAFETY (unchecked Sendable): nothing is stored.

  /// The shared instance.
  public static let shared = AVAudioApplication()

  /// Whether the user has allowed the app to record.
  public typealias RecordPermission = AudioSession.RecordPermission

  /// Whether the user has allowed the app to record.
  open var recordPermission: RecordPermission {
    AVAudioSession.sharedInstance().recordPermission
  }

  /// Asks the user for permission to record, unless the user has already decided.
  ///
  /// - Parameter response: called where notifications are posted; see `AVAudioSession`.
  open class func requestRecordPermission(
    completionHandler response: @escaping @Sendable (Bool) -> Void
  ) {
    AVAudioSession.sharedInstance().requestRecordPermission(response)
  }

  /// Asks the user for permission to record, unless the user has already decided, and waits for the decision.
  ///
  /// - Returns: whether the app may record.
  open class func requestRecordPermission() async -> Bool {
    await withCheckedContinuation { continuation in
      requestRecordPermission { continuation.resume(returning: $0) }
    }
  }

  /// Whether the app has muted its input.
  open var isInputMuted: Bool { app.isInputMuted }

  /// Mutes or unmutes the input of the app.
  ///
  /// A muted app records silence.
  ///
  /// - Throws: `RejectedEvent` if the app is not running, or the system version is before iOS 17.
  open func setInputMuted(_ muted: Bool) throws { try app.setInputMuted(muted) }

  /// Posted when the app has muted or unmuted its input.
  public static let inputMuteStateChangeNotification = NSNotification.Name(
    NotificationName.inputMuteStateChange)

  /// True if the input is muted.
  public static let muteStateKey = NotificationKey.inputMuteState

  private var app: SimulatedApp { SimulatedPhone.current.app }
}
