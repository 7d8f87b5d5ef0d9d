import ArgumentParser
import AudioOutput
import Glibc

/// `haptic devices`.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the sound devices that ALSA can play to.",
    discussion: """
      Each name can be given to `haptic play --device`; so can any other name that ALSA's \
      configuration knows. Only what can be opened is listed.

      Examples:
        haptic devices
        haptic play heartbeat --device plughw:1
      """)

  @Flag(help: "Also list what does not open, and why.")
  var all = false

  @Flag(help: "Print an object with devices and cards.")
  var json = false

  private struct Answer: Encodable {
    struct Device: Encodable {
      let name: String
      let description: String
      let opens: Bool
      /// Why it does not, or cannot now.
      let problem: String?
    }

    struct Card: Encodable {
      let number: Int
      let identifier: String
      let name: String
      let usb: String?
      /// What to type to play on its actuators.
      let play: String?
    }

    let devices: [Device]
    let cards: [Card]
  }

  func run() throws {
    do throws(OutputError) { try ALSADevices.requireLibrary() } catch { throw Failure(error) }
    let devices = Self.withoutErrorOutput { ALSADevices.list().map(Self.device) }
      .filter { all || $0.opens }
    let cards = ALSADevices.cards()
    if json {
      return try JSONOutput.write(
        Answer(
          devices: devices,
          cards: cards.map {
            .init(
              number: $0.number, identifier: $0.identifier, name: $0.name, usb: $0.usbIdentifier,
              play: $0.playCommand)
          }))
    }
    try StandardOutput.write(
      TextTable.text(
        devices.map { device in
          let words = device.description.split(separator: "\n").joined(separator: ", ")
          return [device.name, words + (device.problem.map { " [\($0)]" } ?? "")]
        }))
    for card in cards {
      if let command = card.playCommand {
        Words.say("card \(card.number) is a DualSense (\(card.name)); its actuators: \(command)")
      }
    }
    if cards.isEmpty { Words.say("There is no sound card here.") }
  }

  /// Runs `body` while nothing reaches standard error: libraries of plugins, JACK's for one, write
  /// there as they like when there is nothing to connect to.
  private static func withoutErrorOutput<Result>(_ body: () -> Result) -> Result {
    let before = dup(2)
    let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard before >= 0, nowhere >= 0 else { return body() }
    dup2(nowhere, 2)
    defer {
      dup2(before, 2)
      close(before)
      close(nowhere)
    }
    return body()
  }

  /// What `device` is, and whether it opens: ALSA's configuration announces more than is there.
  ///
  /// One that another program has opens at another time, and is listed with those that do.
  private static func device(_ device: ALSADevices.Device) -> Answer.Device {
    let (opens, problem): (Bool, String?) =
      switch ALSADevices.availability(of: device.name) {
      case .opens: (true, nil)
      case .isBusy: (true, "another program has it")
      case .fails(let words): (false, "does not open: \(words)")
      case .doesNotAnswer: (false, "does not answer")
      }
    return Answer.Device(
      name: device.name, description: device.description, opens: opens, problem: problem)
  }
}

extension ALSADevices.Card {
  /// What to type to play on the actuators of the card; nil for one that is not known to have any.
  var playCommand: String? {
    actuators.map { actuators in
      let channels = actuators.channels.map(String.init).joined(separator: ",")
      return "haptic play heartbeat --device \(actuators.device) --channels \(channels)"
    }
  }
}
