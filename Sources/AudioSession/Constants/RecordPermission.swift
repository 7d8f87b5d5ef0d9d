/// Whether the user lets the app record.
///
/// Source: `AVAudioApplication.recordPermission`.
public enum RecordPermission: UInt, Hashable, Sendable, CaseIterable {
  /// Not yet asked: `undt`.
  case undetermined = 1_970_168_948
  /// No: `deny`.
  case denied = 1_684_369_017
  /// Yes: `grnt`.
  case granted = 1_735_552_628

  /// The name in Swift, such as `granted`.
  public var name: String { "\(self)" }
}

/// Whether the user lets the app put sound into a call.
///
/// Source: `AVAudioApplication.microphoneInjectionPermission` (18.2).
public enum MicrophoneInjectionPermission: UInt, Hashable, Sendable, CaseIterable {
  /// The service is off: `srds`.
  case serviceDisabled = 1_936_876_659
  /// Not yet asked: `undt`.
  case undetermined = 1_970_168_948
  /// No: `deny`.
  case denied = 1_684_369_017
  /// Yes: `grnt`.
  case granted = 1_735_552_628
}
