/// How many Bluetooth earphones the user is wearing, if the earphones detect this.
public enum WornEarphones: String, Hashable, Sendable, CaseIterable {
  /// Both earphones are in the ears.
  case both
  /// One earphone has been taken out.
  case one
  /// Both earphones have been taken out.
  case none
}

/// The stored state of Bluetooth earphones that detect whether they are worn.
///
/// These earphones are the Bluetooth device that was connected last, or a device that has been taken out of the ears.
/// Our choice: earphones without such detection are always treated as worn in both ears, and all earphones are in both
/// ears when they are connected.
public enum Earphones: Hashable, Sendable {
  /// Both earphones are in the ears.
  case inBothEars
  /// One earphone has been taken out, and that app was asked to pause; nil if no app was asked.
  case inOneEar(paused: AppID?)
  /// Both earphones of that device have been taken out. The device is not used until one earphone is put back.
  case outOfEars(ConnectedDevice)

  /// How many earphones are worn.
  public var worn: WornEarphones {
    switch self {
    case .inBothEars: .both
    case .inOneEar: .one
    case .outOfEars: .none
    }
  }
}
