extension PromptStyle {
  /// The name in Swift, such as `short`.
  public var name: String { "\(self)" }
}

/// Why a prompt should be of that style.
package enum PromptReason: Hashable, Sendable {
  /// Siri records.
  case siriRecords
  /// Another app's input runs.
  case records(AppID)
  /// Siri is there and does not record.
  case siri
  /// A call is active.
  case call
  /// Nothing speaks against it.
  case nothing
}

extension Phone {
  /// `promptStyle`: what prompts the app may play now.
  ///
  /// Source: pages of `AVAudioSession.PromptStyle`: `none` while another session uses microphone input,
  /// such as Siri's; `short` while Siri is active and does not record, or a voice call is active. The
  /// microphone of a call counts as its call: our choice, as the page names calls with `short` only.
  /// Voicemail is not simulated.
  public func promptStyle(for app: AppID) -> PromptStyle {
    switch promptReason(for: app) {
    case .siriRecords, .records: .none
    case .siri, .call: .short
    case .nothing: .normal
    }
  }

  /// What decides about the style.
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
