import ArgumentParser
import AudioOutput
import Dispatch
import Glibc
import Realtime

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

  fileprivate struct Answer: Encodable {
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
    try SystemCall.checkThreads()
    let found: [SoundDevices.Found]
    do throws(OutputError) {
      found = try SoundDevices.found(waitingMilliseconds: 1_000)
    } catch {
      throw Failure(error)
    }
    let devices = found.map(Answer.Device.init).filter { all || $0.opens }
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
    if cards.isEmpty { Words.say("No sound card was found.") }
  }
}

extension DevicesCommand.Answer.Device {
  /// What there is to say of `found`.
  ///
  /// One that another program has opens at another time, and is listed with those that do.
  fileprivate init(_ found: SoundDevices.Found) {
    problem =
      switch found.availability {
      case .opens: nil
      case .isBusy: "another program has it"
      case .fails(let words): "does not open: \(words)"
      case .doesNotAnswer: "does not answer"
      }
    name = found.device.name
    description = found.device.description
    opens = found.opens
  }
}

/// The sound devices of this machine: ALSA's configuration announces more than is there.
enum SoundDevices {
  /// A device that is announced, and what came of opening it.
  struct Found: Sendable {
    let device: ALSADevices.Device
    let availability: ALSADevices.Availability

    /// Whether it opens, now or when another program has done with it.
    var opens: Bool { availability == .opens || availability == .isBusy }
  }

  /// Tries to open every device whose name begins with `prefix`, several at once.
  ///
  /// - Parameters:
  ///   - prefix: of the names.
  ///   - milliseconds: how long each is waited for.
  /// - Returns: the devices in the order of the configuration.
  /// - Throws: `OutputError` where there is no configuration to read.
  static func found(
    named prefix: String = "", waitingMilliseconds milliseconds: Int
  ) throws(OutputError) -> [Found] {
    try withoutErrorOutput { () throws(OutputError) in
      let devices = try ALSADevices.list().filter { $0.name.hasPrefix(prefix) }
      let found = Guarded<[Int: Found]>([:])
      // Those that do not answer must not hold up the others.
      let group = DispatchGroup()
      for (index, device) in devices.enumerated() {
        DispatchQueue.global().async(group: group) {
          let availability = ALSADevices.availability(
            of: device.name, waitingMilliseconds: milliseconds)
          found.withLock { $0[index] = Found(device: device, availability: availability) }
        }
      }
      group.wait()
      return found.withLock { found in devices.indices.compactMap { found[$0] } }
    }
  }

  /// Runs `body` while nothing reaches standard error: libraries of plugins, JACK's for one, write
  /// there as they like when there is nothing to connect to.
  private static func withoutErrorOutput<Result>(
    _ body: () throws(OutputError) -> Result
  ) throws(OutputError) -> Result {
    let before = dup(2)
    let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard before >= 0, nowhere >= 0 else { return try body() }
    dup2(nowhere, 2)
    defer {
      dup2(before, 2)
      close(before)
      close(nowhere)
    }
    return try body()
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
