import ArgumentParser
import AudioOutput

/// `haptic devices`.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the sound devices that ALSA can play to.",
    discussion: """
      Each name can be given to `haptic play --device`; so can any other name that ALSA's \
      configuration knows.

      Examples:
        haptic devices
        haptic play heartbeat --device plughw:1
      """)

  @Flag(help: "Print an object with devices and cards.")
  var json = false

  private struct Answer: Encodable {
    struct Device: Encodable {
      let name: String
      let description: String
    }

    struct Card: Encodable {
      let number: Int
      let identifier: String
      let name: String
    }

    let devices: [Device]
    let cards: [Card]
  }

  func run() throws {
    let devices = ALSADevices.list()
    let cards = ALSADevices.cards()
    if json {
      return try JSONOutput.write(
        Answer(
          devices: devices.map { .init(name: $0.name, description: $0.description) },
          cards: cards.map { .init(number: $0.number, identifier: $0.identifier, name: $0.name) }))
    }
    try StandardOutput.write(
      TextTable.text(
        devices.map { device in
          [device.name, device.description.split(separator: "\n").joined(separator: ", ")]
        }))
    if cards.isEmpty { Words.say("There is no sound card here.") }
  }
}
