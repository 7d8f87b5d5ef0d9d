extension PromptStyle {
  /// The name in Swift, such as `short`.
  public var name: String { "\(self)" }
}

/// The reason for a prompt style.
package enum PromptReason: Hashable, Sendable {
  /// Siri is recording.
  case siriRecords
  /// Another app's input is running.
  case records(AppID)
  /// Siri is shown but not recording.
  case siri
  /// A call is active.
  case call
  /// Nothing prevents normal prompts.
  case nothing
}

extension Phone {
  /// `promptStyle`: returns the style of prompts that the app may play now.
  ///
  /// Source: pages of `AVAudioSession.PromptStyle`: `none` while another session, such as Siri's, uses microphone
  /// input; `short` while Siri is active but not recording, or while a voice call is active. Our choice: a call's
  /// microphone is treated as part of the call, because the page mentions calls only with `short`. Voicemail is not
  /// simulated.
  public func promptStyle(for app: AppID) -> PromptStyle {
    switch promptReason(for: app) {
    case .siriRecords, .records: .none
    case .siri, .call: .short
    case .nothing: .normal
    }
  }

  /// Returns the reason that determines the style.
  package func promptReason(for app: AppID) -> PromptReason {
    let device = state.device
    if device.siri == .recording { return .siriRecords }
    let isHost = { (other: AppID) in hostsActiveCall(other) }
    if let other = state.ids.first(where: { $0 != app && isRecording($0) && !isHost($0) }) {
      return .records(other)
    }
    if device.siri != .off { return .siri }
    return device.calls.call(in: .active) == nil ? .nothing : .call
  }
}
