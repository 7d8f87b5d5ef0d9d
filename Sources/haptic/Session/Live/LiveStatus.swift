import AudioSession
import HapticEngine
import PhoneSimulator
import TextFormats

extension LiveState {
  /// Returns versions of the phone's status line, longest first.
  ///
  /// Each begins with the facts that the lanes do not show.
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
      device.isLocked ? nil : "Foreground: \(front.isEmpty ? "none" : front)",
      "Ringer volume \(percent(phone.volumes.ringer))",
    ].compactMap(\.self)
    let lines = (1...parts.count).reversed().map { parts.prefix($0) }
    return [lines[0].joined(separator: "   ")] + lines.map { $0.joined(separator: "  ") }
  }

  /// Returns the name of the output device, or the kind of output if the device does not have a name.
  private static func output(of phone: Phone) -> String {
    if let name = phone.currentRoute.outputDevice { return name }
    let outputs = phone.outputs.map(words).joined(separator: " and ")
    return outputs.isEmpty ? "none" : outputs
  }

  /// Returns the everyday name of a port.
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

  /// Returns the last lines of a trace, with times and names in columns.
  static func trace(_ entries: ArraySlice<TraceEntry>) -> [String] {
    let times = entries.map { PlayText.hundredths($0.time) }
    let timeColumns = times.map(\.count).max() ?? 0
    let nameColumns = min(16, entries.map { $0.actor.columns }.max() ?? 0)
    let text = TraceText(colored: false)
    return zip(times, entries).map { time, entry in
      "\(time.padded(toColumns: timeColumns, atEnd: false)) s  " + text.lineText(entry, nameColumns)
    }
  }
}
