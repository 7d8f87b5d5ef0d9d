extension PromptStyle {
  /// The name in Swift, such as `short`.
  public var name: String { "\(self)" }
}

/// The reason for a prompt style.
package enum PromptReason: Hashable, Sendable {
  /// Siri records.
  case siriRecords
  /// Another app's input runs.
  case records(AppID)
  /// Siri is shown and does not record.
  case siri
  /// A call is active.
  case call
  /// No reason against normal prompts.
  case nothing
}

extension Phone {
  /// `promptStyle`: the prompts that the app may play now.
  ///
  /// Source: pages of `AVAudioSession.PromptStyle`: `none` while another session uses microphone input, such as Siri's;
  /// `short` while Siri is active and does not record, or a voice call is active. Our choice: the microphone of a call
  /// counts as part of the call, because the page mentions calls only with `short`. Voicemail is not simulated.
  public func promptStyle(for app: AppID) -> PromptStyle {
    switch promptReason(for: app) {
    case .siriRecords, .records: .none
    case .siri, .call: .short
    case .nothing: .normal
    }
  }

  /// The reason that determines the style.
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
