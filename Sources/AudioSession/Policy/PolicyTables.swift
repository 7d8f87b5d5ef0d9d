/// The tables that the rules read.
///
/// Every phone uses `standard`. Tests change one cell of a phone's tables and check the result. If nothing changes, no
/// rule reads that cell.
package struct PolicyTables: Hashable, Sendable {
  /// A row for each category, in the order of `allCases`.
  package var categories = SessionCategory.allCases.map(\.row)
  /// A row for each interruptor, in the order of `allCases`.
  package var interruptors = Interruptor.allCases.map(\.row)
  /// A row for each kind of sound that does not go through a session, in the order of `allCases`.
  package var sounds = SoundClass.allCases.map(\.rule)
  /// A row for each port, in the order of `allCases`.
  package var ports = Port.allCases.map(\.row)
  /// The options, modes and policies that each category accepts.
  package var legality = LegalityRow.table
  /// A row for each case that decides which app may answer a remote command.
  package var remote = RemoteRow.rows
  /// A row for each version of the system, the oldest first.
  package var profiles = BehaviorProfile.rows

  /// The tables as the sources state them.
  package static let standard = PolicyTables()
}

extension Phone {
  /// The behavior of the phone's version of the system.
  package var profile: BehaviorProfile { rules.tables.profiles[system.place] }

  /// The row of a category.
  package func row(_ category: SessionCategory) -> CategoryRow {
    rules.tables.categories[category.place]
  }

  /// The row of the category that an app has set.
  package func categoryRow(of app: AppID) -> CategoryRow { row(state[app].configuration.category) }

  /// The traits of a configuration, including the effect of its options.
  package func traits(of configuration: SessionConfiguration) -> SessionTraits {
    SessionTraits(configuration, row(configuration.category))
  }

  /// The traits of an app's configuration, including the effect of its options.
  package func traits(of app: AppID) -> SessionTraits { traits(of: state[app].configuration) }

  /// The row of an interruptor.
  package func row(_ interruptor: Interruptor) -> InterruptorRow {
    rules.tables.interruptors[Int(interruptor.rawValue)]
  }

  /// The rule for a sound that does not go through a session.
  package func rule(_ sound: SoundClass) -> SoundRule { rules.tables.sounds[sound.place] }
}

// A `switch` returns the index in `allCases`, because the explorer needs the index millions of times.

extension SessionCategory {
  /// The index in `allCases`, which is also the column in the tables.
  var place: Int {
    switch self {
    case .ambient: 0
    case .soloAmbient: 1
    case .playback: 2
    case .record: 3
    case .playAndRecord: 4
    case .multiRoute: 5
    case .audioProcessing: 6
    }
  }
}

extension SoundClass {
  fileprivate var place: Int {
    switch self {
    case .ringtone: 0
    case .messageTone: 1
    case .keyClick: 2
    case .uiFeedback: 3
    case .alert: 4
    case .vibration: 5
    case .alarm: 6
    }
  }
}
