import AudioSessionAnalysis
import TestSupport
import Testing

@testable import AudioSession

/// Checks that a rule reads every column.
///
/// The cells of each column are changed one by one until a phone behaves differently.
@Suite struct TableColumnTests {
  /// A column of a table, with all tables that differ from the standard in one of its cells.
  struct Column: Sendable, CustomTestStringConvertible {
    var row: String
    var name: String
    var others: @Sendable () -> [PolicyTables]
    var testDescription: String { "\(row).\(name)" }

    init<Row, Value: Equatable>(
      _ name: String, _ rows: any WritableKeyPath<PolicyTables, [Row]> & Sendable,
      _ column: any WritableKeyPath<Row, Value> & Sendable,
      _ others: @escaping @Sendable (Value) -> [Value]
    ) {
      self.row = "\(Row.self)"
      self.name = name
      self.others = {
        PolicyTables.standard[keyPath: rows].indices.flatMap { place in
          let value = PolicyTables.standard[keyPath: rows][place][keyPath: column]
          return others(value).filter { $0 != value }.map {
            var tables = PolicyTables.standard
            tables[keyPath: rows][place][keyPath: column] = $0
            return tables
          }
        }
      }
    }

    init<Row>(
      _ name: String, _ rows: any WritableKeyPath<PolicyTables, [Row]> & Sendable,
      _ column: any WritableKeyPath<Row, Bool> & Sendable
    ) {
      self.init(name, rows, column) { [!$0] }
    }
  }

  /// The columns that the rules read.
  static let columns: [Column] =
    [
      Column("isSilencedBySwitch", \.categories, \.isSilencedBySwitch),
      Column("mixesByNature", \.categories, \.mixesByNature),
      Column("hasInput", \.categories, \.hasInput),
      Column("hasOutput", \.categories, \.hasOutput),
      Column("runsInBackground", \.categories, \.runsInBackground),
      Column("silencesOthers", \.categories, \.silencesOthers),
    ] + [
      Column("source", \.interruptors, \.source) { _ in [.timer] },
      Column("priority", \.interruptors, \.priority) { _ in [0, 9] },
      Column("victims", \.interruptors, \.victims) { _ in Victims.allCases },
      Column("nests", \.interruptors, \.nests),
      Column("reason", \.interruptors, \.reason) { _ in [.builtInMicMuted] },
    ] + [
      Column("isSilencedBySwitch", \.sounds, \.isSilencedBySwitch),
      Column("isMutedByRecording", \.sounds, \.isMutedByRecording),
      Column("needsForeground", \.sounds, \.needsForeground),
      Column("needsInputView", \.sounds, \.needsInputView),
      Column("setting", \.sounds, \.setting) { _ in [nil, .keyboardClicks] },
      Column("isVibration", \.sounds, \.isVibration),
    ] + [
      Column("isInput", \.ports, \.isInput),
      Column("isOutput", \.ports, \.isOutput),
      Column("eligibility", \.ports, \.eligibility) { _ in PortEligibility.allCases },
      Column("isMultiRouteInput", \.ports, \.isMultiRouteInput),
      Column("isMultiRouteOutput", \.ports, \.isMultiRouteOutput),
    ] + [
      Column("mayAnswer", \.remote, \.mayAnswer)
    ] + [
      Column("since", \.legality, \.since) { _ in [SystemRelease(27)] },
      Column("cells", \.legality, \.cells) { [$0.map { _ in .refused(.badParam) }] },
    ] + [
      Column("deactivateWithRunningIO", \.profiles, \.deactivateWithRunningIO) { _ in
        [.refused, .doneWithError, .done]
      },
      Column("suspensionDeactivates", \.profiles, \.suspensionDeactivates),
      Column("reportsSuspension", \.profiles, \.reportsSuspension),
      Column("tellsReason", \.profiles, \.tellsReason),
      Column("routeLossInterrupts", \.profiles, \.routeLossInterrupts),
      Column("muteInterrupts", \.profiles, \.muteInterrupts),
      Column("hasOutputMute", \.profiles, \.hasOutputMute),
      Column("hasLifecycleNotifications", \.profiles, \.hasLifecycleNotifications),
    ]

  /// The columns that are only printed in tables, with their sources.
  static let texts: [Column] = [
    Column("end", \.interruptors, \.end) { _ in ["never"] },
    Column("evidence", \.legality, \.evidence) { cells in
      let other = Evidence(Citation(.event, "other"))
      return [
        cells.map { LegalityEvidence(legality: other, number: $0.number) },
        cells.map { LegalityEvidence(legality: $0.legality, number: other) },
      ]
    },
  ]

  /// The properties that identify a row.
  static let keys = [
    "CategoryRow.category", "InterruptorRow.interruptor", "SoundRule.sound", "PortRow.port",
    "LegalityRow.subject", "BehaviorProfile.system", "RemoteRow.isPlaying",
    "RemoteRow.isInAudioContext", "RemoteRow.isOnAirPlay",
  ]

  @Test func `the test covers every column of every table`() {
    let tables = PolicyTables.standard
    let rows: [(any Sendable)?] = [
      tables.categories.first, tables.interruptors.first, tables.sounds.first, tables.ports.first,
      tables.legality.first, tables.remote.first, tables.profiles.first,
    ]
    let names = rows.compactMap(\.self).flatMap { row in
      Mirror(reflecting: row).children.map { "\(type(of: row)).\($0.label ?? "")" }
    }
    let tried = (Self.columns + Self.texts).map(\.testDescription) + Self.keys
    #expect(Set(names) == Set(tried))
    #expect(Mirror(reflecting: tables).children.count == rows.count, "a table is missing here")
  }

  @Test(arguments: columns)
  func `changing a cell of a column changes the behavior of a phone`(column: Column) throws {
    let others = column.others()
    let matters = try Self.courses.contains { course in
      let standard = try course.outcome(by: .standard)
      return try others.contains { try course.outcome(by: $0) != standard }
    }
    #expect(matters, "no rule reads the column \(column)")
  }

  @Test(arguments: texts)
  func `changing the text or source of a row changes a printed table`(column: Column) throws {
    let setup = PhoneSetup(apps: [])
    let standard = try Phone(setup).policyTables
    let matters = try column.others().contains { tables in
      var changed = setup
      changed.tables = tables
      return try Phone(changed).policyTables != standard
    }
    #expect(matters, "no table prints the column \(column)")
  }

  @Test(arguments: PolicyOption.numbers)
  func `changing a number changes the behavior of a phone`(
    option: PolicyOption
  ) throws {
    var policy = AudioPolicy.standard
    try policy.set(option.key, to: "0.375")
    let matters = try Self.courses.contains {
      try $0.outcome(by: .standard, policy) != $0.outcome(by: .standard)
    }
    #expect(matters, "no rule reads the number \(option.key)")
  }

  /// For each version, a sequence of events that covers the subjects of the columns, and random sequences.
  private static let courses: [Course] =
    OSVersion.allCases.flatMap { system in
      [true, false].map { Course(system: system, supportsHaptics: $0, events: Course.tour) }
    }
    + (1...8 as ClosedRange<UInt64>).map { seed in
      var walk = EventWalk(apps: 3, seed: seed)
      return Course(
        system: OSVersion.allCases[Int(seed - 1)], supportsHaptics: true,
        events: (0..<400).map { _ in walk.next() })
    }
}

/// Events that happen to a phone with three apps.
private struct Course {
  var system: OSVersion
  var supportsHaptics: Bool
  var events: [SessionEvent]

  /// The silent switch, ducking, unplugged headphones, a chat, sounds during a recording, a muted microphone,
  /// simultaneous routes, an app's own call with every possible interruption, suspension.
  static let tour: [SessionEvent] =
    [.app(0, .startOutput), .phone(.silentModeSet(true)), .phone(.silentModeSet(false))] + [
      .app(0, .setCategory(.playback)), .app(0, .startOutput),
      .app(1, .setCategory(.playback, options: .duckOthers)), .app(1, .activate),
      .app(1, .deactivate()),
      .phone(.portConnected(.headphones)), .phone(.portDisconnected(.headphones)),
      .app(0, .deactivate()),
    ] + [
      .app(0, .setCategory(.playAndRecord, mode: .voiceChat, options: .defaultToSpeaker)),
      .app(0, .startOutput), .app(0, .startInput),
    ] + SoundClass.allCases.map { .app(1, .playSound($0)) } + [
      .phone(.microphoneMuted), .phone(.microphoneUnmuted), .app(0, .stopInput),
      .app(0, .setCategory(.playAndRecord)), .app(0, .startOutput), .app(0, .stopOutput),
      .app(0, .deactivate()),
    ] + [
      .app(2, .setCategory(.multiRoute)), .app(2, .activate), .phone(.portConnected(.headsetMic)),
      .phone(.portConnected(.lineOut)), .phone(.portConnected(.usbAudio)),
      .phone(.portDisconnected(.usbAudio)),
      .phone(.portDisconnected(.lineOut)), .phone(.portDisconnected(.headsetMic)),
      .app(2, .deactivate()),
    ] + [
      .phone(.callRang(.app(0))), .phone(.callAnswered), .phone(.alarmFired), .phone(.siriBegan),
      .phone(.emergencyBegan),
      .phone(.emergencyEnded()), .phone(.siriEnded()), .phone(.alarmDismissed()),
      .phone(.callEnded()),
    ] + [
      .app(1, .setCategory(.playback)), .app(1, .startOutput), .app(1, .deactivate()),
      .app(1, .startOutput), .app(1, .suspend),
      .app(1, .enterForeground),
    ]

  /// Condenses the effects of the events, and the values that can be queried after each, into one number.
  func outcome(
    by tables: PolicyTables, _ policy: AudioPolicy = .standard
  ) throws -> Int {
    var app = AppState()
    app.hasBackgroundAudio = true
    app.remoteCommands = RemoteCommands([.play, .pause])
    var setup = PhoneSetup(apps: [app, app, app])
    setup.system = system
    setup.policy = policy
    setup.device.supportsHaptics = supportsHaptics
    setup.tables = tables
    var phone = try Phone(setup)
    var outcome = Hasher()
    for event in events {
      let effects = try? phone.handle(event)
      outcome.combine(effects)
      for case .notified(_, let notification) in effects ?? [] {
        outcome.combine(notification.payload(by: phone.profile))
      }
      outcome.combine(phone.state)
      for app in phone.apps { outcome.combine(phone.gain(of: app)) }
    }
    return outcome.finalize()
  }
}
