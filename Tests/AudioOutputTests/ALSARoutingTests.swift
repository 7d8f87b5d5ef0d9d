import Realtime
import Testing

@testable import AudioOutput

/// Haptic channels by position instead of number, and the warnings about their destination.
struct ALSARoutingTests {
  @Test func `haptics go to the named positions, and positions are reported`() throws {
    let device = try FaultDevice(
      "speed 10 patient yes channels 4 positions \"FL FR RL RR\"")
    let output = ALSAOutput(configuration(of: device, ["rr", "RL"]))
    let source = NoiseSource()
    try output.start(pulling: source) { Issue.record("the output stopped: \($0)") }
    #expect(try eventually { source.framesRendered >= 4_800 })
    try output.finish()
    #expect(output.statistics?.channelPositions == ["FL", "FR", "RL", "RR"])
    #expect(output.statistics?.hapticChannels == [4, 3])
    let expected = (0..<source.framesRendered).flatMap {
      let haptic = NoiseSource.haptic($0)
      return [NoiseSource.left($0), NoiseSource.right($0), haptic, haptic]
    }
    #expect(try device.capturedFloats() == expected)
  }

  @Test(
    arguments: [
      ("channels 4 positions \"FL FR RL RR\"", ["FC"], "FL FR RL RR"),
      ("channels 4", ["RL"], "does not report"),
      ("channels 4 positions \"FL FR RL RR\"", ["RL", "nonsense"], "RL,nonsense"),
    ])
  func `an unknown position is rejected with a list of the device's positions`(
    settings: String, places: [String], words: String
  ) throws {
    let output = ALSAOutput(configuration(of: try FaultDevice(settings), places))
    let error = try #require(
      #expect(throws: OutputError.self) { try output.start(pulling: NoiseSource()) { _ in } })
    #expect(error.kind == .unsupportedConfiguration)
    #expect(error.detail.contains(words), "\(error.detail)")
  }

  @Test func `channel numbers cannot be combined with positions`() throws {
    var configuration = configuration(of: try FaultDevice(), ["RL"])
    configuration.hapticChannels = [3]
    let output = ALSAOutput(configuration)
    let error = #expect(throws: OutputError.self) {
      try output.start(pulling: NoiseSource()) { _ in }
    }
    #expect(error?.kind == .unsupportedConfiguration)
  }

  @Test(arguments: [([], false), ([1, 2], false), ([3, 4], true)])
  func `channels that a plugin may mix down cause a warning`(channels: [Int], isWarned: Bool) throws
  {
    let device = try FaultDevice("speed 10 patient yes channels 4")
    let output = ALSAOutput(device.configuration(hapticChannels: channels))
    try output.start(pulling: NoiseSource()) { Issue.record("the output stopped: \($0)") }
    output.stop()
    #expect((output.statistics?.warnings.isEmpty == false) == isWarned)
  }

  @Test func `a card with fewer channels causes a warning with their count`() {
    let words = RoutingWarning.words(
      hapticChannels: [3, 4], positions: [],
      destination: PCM.Destination(
        description: """
          Plug PCM: Route conversion PCM (sformat=S16_LE)
          Its setup is:
            channels     : 4
          Slave: Hardware PCM card 0 'Dummy' device 0 subdevice 0
          Its setup is:
            channels     : 2
          """))
    #expect(words?.contains("2 channels") == true)
    #expect(words?.contains("3,4") == true)
  }

  @Test(
    arguments: [
      (["FL", "FR", "RL", "RR"], nil), (["FL", "FR", "FC", "LFE"], "FC"), ([], nil),
    ] as [([String], String?)])
  func `haptics on the positions of loudspeakers cause a warning`(
    positions: [String], place: String?
  ) {
    let words = RoutingWarning.words(
      hapticChannels: [3, 4], positions: positions,
      destination: PCM.Destination(
        description: "Hardware PCM card 1 'Pad'\nIts setup is:\n  channels     : 4\n"))
    #expect((words != nil) == (place != nil))
    if let place { #expect(words?.contains(place) == true) }
  }

  @Test func `only channel counts whose map has every position are accepted`() {
    let maps = [["FL", "FR"], ["FL", "FR", "RL", "RR"], ["FL", "FR", "RL", "RR", "FC", "LFE"]]
    #expect(
      ChannelPositions.counts(offered: [1, 2, 4, 6, 8], with: ["RL"], in: maps) == [4, 6])
    #expect(ChannelPositions.counts(offered: [2, 4], with: ["LFE"], in: maps).isEmpty)
  }

  private func configuration(
    of device: FaultDevice, _ places: [String]
  ) -> ALSAOutput.Configuration {
    var configuration = device.configuration()
    configuration.hapticPositions = places
    return configuration
  }
}

/// The descriptions of devices and cards in `haptic devices`.
struct ALSAAvailabilityTests {
  @Test func `devices that open are distinguished from those that do not`() {
    #expect(ALSADevices.availability(of: "null") == .opens)
    guard case .fails(let words) = ALSADevices.availability(of: "nosuch") else {
      Issue.record("a missing PCM opens")
      return
    }
    #expect(words.contains("Unknown PCM nosuch"))
  }

  @Test(
    arguments: [
      ("Sony Interactive Entertainment DualSense Wireless Controller", "054c:0ce6", true),
      ("DualSense Edge Wireless Controller", "054c:0df2", true),
      ("Wireless Controller", nil, true),
      ("Wireless Controller", "054c:05c4", false),
      ("HDA Intel PCH", nil, false),
    ] as [(String, String?, Bool)])
  func `a DualSense is recognized by its number or its name`(
    name: String, usb: String?, isKnown: Bool
  ) {
    let card = ALSADevices.Card(
      number: 1, identifier: "Controller", name: name, usbIdentifier: usb)
    #expect(card.actuators?.device == (isKnown ? "hw:Controller" : nil))
  }
}
