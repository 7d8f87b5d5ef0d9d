/// The ears in which the user wears Bluetooth earphones that detect ears.
public enum WornEarphones: String, Hashable, Sendable, CaseIterable {
  /// Both earphones are in the ears.
  case both
  /// One earphone was taken out.
  case one
  /// Both earphones were taken out.
  case none
}

/// The stored state of Bluetooth earphones that detect whether they are worn.
///
/// They are the Bluetooth device that was connected last, or one that is out of the ears. Earphones without detection
/// stay in both ears, and all earphones are in both ears when they are connected: our choice.
public enum Earphones: Hashable, Sendable {
  /// Both earphones are in the ears.
  case inBothEars
  /// One earphone was taken out, for which that app was asked to pause; nil if no app was.
  case inOneEar(paused: AppID?)
  /// Both earphones of that device were taken out. The device is not used until one is back.
  case outOfEars(ConnectedDevice)

  /// The ears in which the earphones are worn.
  public var worn: WornEarphones {
    switch self {
    case .inBothEars: .both
    case .inOneEar: .one
    case .outOfEars: .none
    }
  }
}
