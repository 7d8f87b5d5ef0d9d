public import AudioSession
public import Foundation
internal import PhoneRuntime

/// The recording side of the app under test of `SimulatedPhone.current`, available from 17.
///
/// - Thread: any.
public final class AVAudioApplication: Sendable {
  /// The shared instance.
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

  /// Mutes or unmutes the input of the app. A muted app records silence.
  ///
  /// - Throws: `RejectedEvent` if the app is not running, or before 17.
  public func setInputMuted(_ muted: Bool) throws { try app.setInputMuted(muted) }

  /// Posted when the app has muted or unmuted its input.
  public static let inputMuteStateChangeNotification = NSNotification.Name(
    NotificationName.inputMuteStateChange)

  /// True if the input is muted.
  public static let muteStateKey = NotificationKey.inputMuteState

  private var app: SimulatedApp { SimulatedPhone.current.app }
}
