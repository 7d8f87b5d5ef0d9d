internal import AudioSession
internal import TextFormats

/// What happens to the device.
extension ScenarioReader {
  mutating func deviceStep(_ node: YAMLNode) -> ScenarioStep.Content? {
    let plain = ["lock", "unlock", "volumeUp", "volumeDown"]
    let arguing = [
      "silentMode", "volume", "connect", "disconnect", "muteMicrophone", "hapticsEnabled", "remote",
    ]
    guard let (verb, argument) = verb(node, of: "device", among: plain, with: arguing) else {
      return nil
    }
    guard let argument else { return .event(Self.plainEvent(verb)) }
    switch verb {
    case "silentMode": return truth(argument, verb).map { .event(.silentModeSet($0)) }
    case "volume":
      let volumes = volumes(argument)
      return volumes.isEmpty ? nil : .volumes(volumes)
    case "connect":
      return choice(argument, "port", Vocabulary.ports).map { .event(.portConnected($0)) }
    case "disconnect":
      return choice(argument, "port", Vocabulary.ports).map { .event(.portDisconnected($0)) }
    case "muteMicrophone":
      return truth(argument, verb).map { .event($0 ? .microphoneMuted : .microphoneUnmuted) }
    case "hapticsEnabled": return truth(argument, verb).map { .hapticsEnabled($0) }
    default:
      return choice(argument, "remote command", Vocabulary.commands)
        .map { .event(.remoteCommandSent($0)) }
    }
  }

  private static func plainEvent(_ verb: String) -> SessionEvent {
    switch verb {
    case "lock": .locked
    case "unlock": .unlocked
    case "volumeUp": .volumeButtonPressed(.up)
    default: .volumeButtonPressed(.down)
    }
  }
}
