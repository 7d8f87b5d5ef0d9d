/// The rows that the rules read, as data.
///
/// Every phone runs on `standard`. Tests set one up with another cell, and see what becomes of it: a
/// cell that changes nothing is one that no rule reads.
package struct PolicyTables: Hashable, Sendable {
  /// A row for each category, in the order of `allCases`.
  package var categories = SessionCategory.allCases.map(\.row)
  /// A row for each interruptor, in the order of `allCases`.
  package var interruptors = Interruptor.allCases.map(\.row)
  /// A row for each kind of sound that does not go through a session, in the order of `allCases`.
  package var sounds = SoundClass.allCases.map(\.rule)
  /// A row for each port, in the order of `allCases`.
  package var ports = Port.allCases.map(\.row)
  /// What goes with which category.
  package var legality = LegalityRow.table
  /// A row for each case of who may answer a remote command.
  package var remote = RemoteRow.rows
  /// A row for each version of the system, the oldest first.
  package var profiles = BehaviorProfile.rows

  /// What the sources say.
  package static let standard = PolicyTables()
}

extension Phone {
  /// What its version of the system does.
  package var profile: BehaviorProfile { rules.tables.profiles[system.place] }

  /// What holds for a category.
  package func row(_ category: SessionCategory) -> CategoryRow {
    rules.tables.categories[category.place]
  }

  /// What holds for the category of an app.
  package func categoryRow(of app: AppID) -> CategoryRow { row(state[app].configuration.category) }

  /// What a configuration is, options included.
  package func traits(of configuration: SessionConfiguration) -> SessionTraits {
    SessionTraits(configuration, row(configuration.category))
  }

  /// What an app's configuration is, options included.
  package func traits(of app: AppID) -> SessionTraits { traits(of: state[app].configuration) }

  /// What holds for an interruptor.
  package func row(_ interruptor: Interruptor) -> InterruptorRow {
    rules.tables.interruptors[Int(interruptor.rawValue)]
  }

  /// What holds for a sound that does not go through a session.
  package func rule(_ sound: SoundClass) -> SoundRule { rules.tables.sounds[sound.place] }
}

// The places in the order of `allCases`, by a switch: the search asks millions of times.

extension SessionCategory {
  /// Its place among all, and its column in the tables.
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
