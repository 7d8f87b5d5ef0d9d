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
      Use the names with `haptic play --device`, which also accepts any other name in ALSA's \
      configuration. Only devices that can be opened are listed.

      Examples:
        haptic devices
        haptic play heartbeat --device plughw:1
      """)

  @Flag(help: "Also list devices that cannot be opened, with the reason.")
  var all = false

  @Flag(help: "Print a JSON object with devices and cards.")
  var json = false

  fileprivate struct Answer: Encodable {
    struct Device: Encodable {
      let name: String
      let description: String
      let opens: Bool
      /// The reason that the device cannot be opened, permanently or at the moment; nil if it can be opened.
      let problem: String?
    }

    struct Card: Encodable {
      let number: Int
      let identifier: String
      let name: String
      let usb: String?
      /// The command that plays on the card's actuators.
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
          let description = device.description.split(separator: "\n").joined(separator: ", ")
          return [device.name, description + (device.problem.map { " [\($0)]" } ?? "")]
        }))
    for card in cards {
      if let command = card.playCommand {
        StandardError.print(
          "card \(card.number) is a DualSense (\(card.name)); its actuators: \(command)")
      }
    }
    if cards.isEmpty { StandardError.print("No sound card was found.") }
  }
}

extension DevicesCommand.Answer.Device {
  /// Creates the JSON for `found`.
  ///
  /// A device that another program is using is treated as a device that opens.
  fileprivate init(_ found: SoundDevices.Found) {
    problem =
      switch found.availability {
      case .opens: nil
      case .isBusy: "in use by another program"
      case .fails(let reason): "cannot be opened: \(reason)"
      case .doesNotAnswer: "does not respond"
      }
    name = found.device.name
    description = found.device.description
    opens = found.opens
  }
}

/// The sound devices that exist on this machine.
///
/// ALSA's configuration also announces devices that do not exist.
enum SoundDevices {
  /// An announced device, and the result of opening it.
  struct Found: Sendable {
    let device: ALSADevices.Device
    let availability: ALSADevices.Availability

    /// Whether the device opens, now or once another program has closed it.
    var opens: Bool { availability == .opens || availability == .isBusy }
  }

  /// Tries to open every device whose name begins with `prefix`, several in parallel.
  ///
  /// - Parameters:
  ///   - prefix: the beginning of the names.
  ///   - milliseconds: the maximum time to wait for each device.
  /// - Returns: the devices in the order of the configuration.
  /// - Throws: `OutputError` if libasound or its configuration cannot be read.
  static func found(
    named prefix: String = "", waitingMilliseconds milliseconds: Int
  ) throws(OutputError) -> [Found] {
    try withoutErrorOutput { () throws(OutputError) in
      let devices = try ALSADevices.list().filter { $0.name.hasPrefix(prefix) }
      let found = Guarded<[Int: Found]>([:])
      // Devices that do not respond must not delay the other devices.
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

  /// Runs `body` with standard error discarded.
  ///
  /// The libraries of plugins, such as JACK's, print there if they cannot connect.
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
  /// The command that plays on the card's actuators; nil if the card is not known to have any.
  var playCommand: String? {
    actuators.map { actuators in
      let channels = actuators.channels.map(String.init).joined(separator: ",")
      return "haptic play heartbeat --device \(actuators.device) --channels \(channels)"
    }
  }
}
