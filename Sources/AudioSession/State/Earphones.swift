/// The ears in which the user wears Bluetooth earphones that detect it.
public enum WornEarphones: String, Hashable, Sendable, CaseIterable {
  /// Both are in the ears.
  case both
  /// One of them was taken out.
  case one
  /// Both were taken out.
  case none
}

/// What is stored of Bluetooth earphones that detect whether they are worn.
///
/// They are the last Bluetooth device that was connected, or one that is out of the ears. Earphones that detect
/// nothing stay in both ears, as all do when they are connected: our choice.
public enum Earphones: Hashable, Sendable {
  /// Both are in the ears.
  case inBothEars
  /// One was taken out, for which that app was asked to pause; nil if none was.
  case inOneEar(paused: AppID?)
  /// Both were taken out of that device, which is not used until one is back.
  case outOfEars(ConnectedDevice)

  /// The ears in which they are.
  public var worn: WornEarphones {
    switch self {
    case .inBothEars: .both
    case .inOneEar: .one
    case .outOfEars: .none
    }
  }
}
