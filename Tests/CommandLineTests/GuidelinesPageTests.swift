import Foundation
import Testing

/// The page of the systems in Apple's guidelines: each system has a row, and its command is heard,
/// felt or drawn.
struct GuidelinesPageTests {
  /// A row of the page's tables.
  struct Row: Sendable, CustomTestStringConvertible {
    let system, chinese, command, holders: String

    var testDescription: String { system }

    /// Whether the row has a reason for silence in place of a command.
    var isSilent: Bool { command.hasPrefix("nothing to hear: ") }
  }

  /// Peaks up to this level count as silence: our choice, 40 dB below full scale.
  private static let silence: Float = 0.01

  private static let rows: [Row] = {
    let page = try? String(
      contentsOfFile: "\(Program.package)/Documentation/Guidelines.md", encoding: .utf8)
    return (page ?? "").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| system") }
      .compactMap { line in
        let cells = line.dropFirst(2).dropLast(2).split(separator: " | ").map(String.init)
        guard cells.count == 5 else { return nil }
        return Row(system: cells[0], chinese: cells[1], command: cells[3], holders: cells[4])
      }
  }()

  /// The systems named by the three editions of the guidelines, each by a part of its row's name.
  private static let systems = [
    "Core Haptics", "Transient event", "Continuous event", "Sharpness and intensity",
    "Creating custom patterns", "Feedback generator",
    "Notification feedback: success, warning, failure",
    "Impact feedback: light, medium, heavy", "Impact feedback: soft, rigid", "Selection feedback",
    "Switch, slider, picker", "Confirming a payment",
    "flashlight, laser, slingshot, speed bumps, a jump from a tree, mission failed, level up, collision, "
      + "hit, footsteps, looming danger, a cheque deposited, a car unlocked",
    "System sounds", "`AVAudioSession`", "Solo ambient, ambient, playback, record, play and record",
    "Notifying others on deactivation", "Interruptions", "Ducking", "Ring/Silent switch",
    "System volume, ringer volume, buttons", "The system's volume view",
    "Headphones, speakers, Bluetooth, AirPlay, car, Apple TV", "Remote commands", "Siri",
    "CarPlay, vehicle", "Phone call, FaceTime, video call", "Notifications",
    "Alarm, clock, snooze, timer", "Navigation prompts", "Key clicks", "Live Photos",
    "Video players, picture in picture, TV app", "Augmented reality", "Voice chat of games",
    "Two-way audio of a home camera", "Research tasks that listen", "Camera, gyroscope, microphone",
    "Settings", "Status bar indicators for call, recording, sharing",
    "VoiceOver, captions, Reduce Motion", "3D Touch, peek and pop, context menu",
    "Alerts, refresh controls, steppers, segmented controls, page controls", "Shaking the device",
  ]

  /// A folder with the examples, like a clone of the repository.
  private static func clone() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("Examples"), withDestinationPath: "\(Program.package)/Examples")
    return folder
  }

  @Test func `each of the guidelines' systems has a row, and each row has a Chinese name`() {
    #expect(Self.systems.count == 44)
    for system in Self.systems {
      #expect(Self.rows.contains { $0.system.contains(system) }, "\(system)")
    }
    for row in Self.rows {
      let hanCharacters = row.chinese.unicodeScalars.count { (0x4E00...0x9FFF).contains($0.value) }
      #expect(hanCharacters >= 2, "\(row.system): \(row.chinese)")
    }
  }

  /// Words of the Chinese editions that mislead, or that name a part of a system.
  ///
  /// `Documentation/Guidelines.md` explains them.
  @Test(arguments: [
    "个人环境", "环境", "回放", "混响", "音频对话", "声控", "广播", "重置音频", "系统内置音效", "震动", "振动", "线性马达", "碰撞",
    "开关、滑块、选择器",
    "嘿 Siri", "日历", "稍后提醒", "本地通知", "推送", "配件", "控制中心", "立体声音响", "汽车音源", "字幕", "口述影像", "减弱动态效果",
  ])
  func `a word of the Chinese editions appears in a row`(word: String) {
    #expect(Self.rows.contains { $0.chinese.contains(word) }, "\(word)")
  }

  @Test(arguments: rows.filter { !$0.isSilent })
  func `the command of a row is heard, felt or drawn, without a warning`(row: Row) throws {
    let command = try #require(row.command.wholeMatch(of: /`(haptic [^`]+)`/)?.1)
    let folder = try Self.clone()
    let outcome = try Program.bash(#"PATH="$(dirname "$haptic"):$PATH"; "# + command, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(!outcome.words.contains("warning"), "\(outcome.words)")
    if let file = command.firstMatch(of: /-o (\S+\.wav)$/)?.1 {
      let samples = try Samples.of(String(file), in: folder).joined()
      #expect(samples.contains { $0.magnitude > Self.silence }, "\(file) is silent")
    } else {
      #expect(command.hasPrefix("haptic session chart "))
      #expect(outcome.text.contains("┬0s"))
      #expect(outcome.text.contains { "█▒".contains($0) }, "\(outcome.text)")
    }
  }

  @Test func `rows without a command explain the silence`() {
    let silent = Self.rows.filter(\.isSilent)
    #expect(silent.count == 2)
    for row in silent { #expect(row.command.count > 40, "\(row.system)") }
  }

  @Test func `each of the guidelines' systems is covered by existing tests and scenarios`()
    throws
  {
    let root = URL(filePath: Program.package)
    let files = try ["Tests", "Examples"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        .map { root.appending(path: "\(folder)/\($0)") }
    }
    let suites = try files.filter { $0.lastPathComponent.hasSuffix("Tests.swift") }.flatMap {
      file in
      try String(contentsOf: file, encoding: .utf8).matches(of: /struct (\w+Tests) \{/)
        .map { String($0.1) }
    }
    let scenarios = files.map(\.lastPathComponent).filter { $0.hasSuffix(".yaml") }
    let holders = Set(suites + scenarios)
    #expect(Self.rows.count > Self.systems.count)
    for row in Self.rows {
      let names = row.holders.matches(of: /`([^`]+)`/).map { String($0.1) }
      #expect(!names.isEmpty, "\(row.system)")
      for name in names { #expect(holders.contains(name), "\(row.system): \(name)") }
    }
  }

  @Test func `the examples are installed, and run in their place`() throws {
    let folder = try Self.clone()
    // A build takes minutes, and the manual has a separate test. The script takes existing builds.
    try folder.write("#!/bin/sh\necho \"$haptic\"\n", to: "scripts/release-program")
    try folder.write("#!/bin/sh\n", to: "scripts/manual")
    let outcome = try Program.bash(
      #"""
      set -e
      cp "\#(Program.package)/scripts/install" scripts && chmod +x scripts/*
      ln -s "\#(Program.package)/Patterns" "\#(Program.package)/Documentation" .
      scripts/install "$PWD/out"
      rm Examples Patterns Documentation && cd out/share/haptic
      export HAPTIC_PATTERNS="$PWD/Patterns"
      for part in Guidelines Scenarios; do diff -r -x README.md Examples/$part "\#(Program.package)/Examples/$part"; done
      "$haptic" session run --quiet Examples/Guidelines/*/*.yaml Examples/Scenarios/*.yaml
      """#, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    #expect(!outcome.words.contains("warning"), "\(outcome.words)")
  }
}
