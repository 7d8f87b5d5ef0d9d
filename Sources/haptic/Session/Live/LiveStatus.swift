import AudioSession
import HapticEngine
import PhoneRuntime
import PhoneSimulator
import TextFormats

extension LiveState {
  /// The status of a phone in one line, the longest first: the facts that the lanes do not show come first.
  static func descriptions(of phone: Phone) -> [String] {
    let device = phone.state.device
    let percent = { (volume: Double) in "\(Int((volume * 100).rounded())) %" }
    let front = phone.apps.filter { phone.state[$0].lifecycle == .foreground }
      .map { phone.name(of: $0) }.joined(separator: ", ")
    let parts = [
      "Output: \(output(of: phone))",
      device.isLocked ? "Locked" : nil,
      "Silent mode: \(device.isSilent ? "on" : "off")",
      "Media volume \(percent(phone.volumes.media))",
      "Remote control: \(phone.nowPlayingApp.map { phone.name(of: $0) } ?? "none")",
      device.isLocked ? nil : "In front: \(front.isEmpty ? "none" : front)",
      "Ringer volume \(percent(phone.volumes.ringer))",
    ].compactMap(\.self)
    let lines = (1...parts.count).reversed().map { parts.prefix($0) }
    return [lines[0].joined(separator: "   ")] + lines.map { $0.joined(separator: "  ") }
  }

  /// Where the phone plays: the name of the device, if it has one, or the kind of output.
  private static func output(of phone: Phone) -> String {
    if let name = phone.currentRoute.outputDevice { return name }
    let outputs = phone.outputs.map(words).joined(separator: " and ")
    return outputs.isEmpty ? "none" : outputs
  }

  /// A port in the words of its user.
  private static func words(for port: Port) -> String {
    switch port {
    case .builtInMic: "Microphone"
    case .headsetMic: "Headset microphone"
    case .lineIn: "Line in"
    case .builtInSpeaker: "Speaker"
    case .builtInReceiver: "Receiver"
    case .headphones: "Headphones"
    case .bluetoothA2DP: "Bluetooth"
    case .bluetoothHFP: "Bluetooth hands-free"
    case .bluetoothLE: "Bluetooth LE"
    case .usbAudio: "USB audio"
    case .carAudio: "Car"
    case .lineOut: "Line out"
    case .HDMI: "HDMI"
    case .airPlay: "AirPlay"
    case .continuityMicrophone: "Camera microphone"
    case .virtual: "Virtual device"
    case .PCI: "PCI card"
    case .fireWire: "FireWire"
    case .displayPort: "DisplayPort"
    case .AVB: "Audio over Ethernet"
    case .thunderbolt: "Thunderbolt"
    case .mediaDeviceExtension: "Media device extension"
    }
  }

  /// The last lines of a trace, times and names in columns.
  ///
  /// Where `haptic session run` counts frames, there are milliseconds here: what is heard has no frames.
  static func trace(_ entries: ArraySlice<TraceEntry>) -> [String] {
    let times = entries.map { PlayText.hundredths($0.time) }
    let timeColumns = times.map(\.count).max() ?? 0
    let nameColumns = min(16, entries.map { $0.actor.columns }.max() ?? 0)
    let text = TraceText(coloured: false)
    return zip(times, entries).map { time, entry in
      let heard = TraceEntry(
        time: entry.time, actor: entry.actor, what: entry.what, text: words(for: entry))
      return "\(time.padded(toColumns: timeColumns, atEnd: false)) s  "
        + text.lineText(heard, nameColumns)
    }
  }

  /// What an entry of a trace says, in milliseconds.
  static func words(for entry: TraceEntry) -> String {
    if case .hapticBegan(let name, let requested, let first) = entry.what {
      return "the haptic \(name) begins \(delay(requested, first))"
    }
    if case .vibrationBegan(let requested, let first) = entry.what {
      return "the vibration begins \(delay(requested, first))"
    }
    return entry.text
  }

  private static func delay(_ requested: Int64, _ first: Int64) -> String {
    let milliseconds = Double(first - requested) / PhoneTime.framesPerSecond * 1_000
    return "\(milliseconds.rounded(to: 1)) ms after it was asked for"
  }
}
