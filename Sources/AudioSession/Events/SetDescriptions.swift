// Descriptions of the sets that events and effects carry, for timelines and failed assertions.

extension PortSet: CustomStringConvertible {
  /// The ports in words, such as `[speaker, headphones]`.
  public var description: String { listed(ports.map(\.shortName)) }
}

extension CategoryOptions: CustomStringConvertible {
  /// The names of the options, such as `[mixWithOthers]`.
  public var description: String { listed(names) }
}

extension InterruptionOptions: CustomStringConvertible {
  /// `[shouldResume]`, or `[]`.
  public var description: String { listed(contains(.shouldResume) ? ["shouldResume"] : []) }
}

extension SetActiveOptions: CustomStringConvertible {
  /// `[notifyOthersOnDeactivation]`, or `[]`.
  public var description: String {
    listed(contains(.notifyOthersOnDeactivation) ? ["notifyOthersOnDeactivation"] : [])
  }
}

extension RemoteCommands: CustomStringConvertible {
  /// The names of the commands, such as `[play, pause]`.
  public var description: String { listed(commands.map(\.name)) }
}

extension CallActions: CustomStringConvertible {
  /// The actions, such as `[answerCall, endCall]`.
  public var description: String { listed(actions.map(\.rawValue)) }
}

extension CaptureContexts: CustomStringConvertible {
  /// The names of the sensors, such as `[camera]`.
  public var description: String { listed(names) }
}

extension FrontPresentation: CustomStringConvertible {
  /// The names of the options, such as `[banner, sound]`.
  public var description: String { listed(names) }
}

extension AccessibilitySettings: CustomStringConvertible {
  /// The names of the settings that are on, such as `[voiceOver]`.
  public var description: String { listed(names) }
}

extension UserSettings: CustomStringConvertible {
  /// The names of the settings that are on, such as `[haptics]`.
  public var description: String {
    listed(Self.named.filter { isSuperset(of: $0.setting) }.map(\.name))
  }
}

private func listed(_ names: [String]) -> String { "[\(names.joined(separator: ", "))]" }
