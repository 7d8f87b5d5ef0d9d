/// A version of the system whose behaviour differs from its neighbours'.
///
/// Source: behaviour changes listed with `BehaviorProfile`.
public enum OSVersion: String, Hashable, Sendable, CaseIterable, Comparable {
  /// iOS 7: a session with running output refuses to be deactivated.
  case iOS7 = "7"
  /// iOS 8: it is deactivated, and the call throws.
  case iOS8 = "8"
  /// iOS 10: suspension deactivates.
  case iOS10 = "10"
  /// iOS 13: haptics can be allowed while recording.
  case iOS13 = "13"
  /// iOS 14: an iPhone has picture in picture.
  case iOS14 = "14"
  /// iOS 14.5: interruptions have a reason.
  case iOS14_5 = "14.5"
  /// iOS 16: suspension is no longer reported.
  case iOS16 = "16"
  /// iOS 17: an unplugged output interrupts.
  case iOS17 = "17"
  /// iOS 26: deactivating with running output no longer throws.
  case iOS26 = "26"
  /// iOS 27: became active, became inactive, recommendation.
  case iOS27 = "27"

  /// What a simulation starts with.
  public static let standard = OSVersion.iOS26

  /// The place among the versions, the oldest being 0.
  var place: Int {
    switch self {
    case .iOS7: 0
    case .iOS8: 1
    case .iOS10: 2
    case .iOS13: 3
    case .iOS14: 4
    case .iOS14_5: 5
    case .iOS16: 6
    case .iOS17: 7
    case .iOS26: 8
    case .iOS27: 9
    }
  }

  /// Older first.
  public static func < (older: OSVersion, newer: OSVersion) -> Bool {
    older.place < newer.place
  }
}

/// A release of the system, such as 26.2.
public struct SystemRelease: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number before the dot.
  public let major: Int
  /// The number after it; 0 if there is none.
  public let minor: Int

  /// A release.
  public init(_ major: Int, _ minor: Int = 0) {
    self.major = major
    self.minor = minor
  }

  /// The release that is written so, such as `9`, `17.4` or `26.2.1`, whose last number says nothing
  /// here; nil if it is no such number.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    self.init(numbers[0], numbers.count > 1 ? numbers[1] : 0)
  }

  /// Older first.
  public static func < (older: SystemRelease, newer: SystemRelease) -> Bool {
    (older.major, older.minor) < (newer.major, newer.minor)
  }

  /// Whether a phone that runs this release has what came with another.
  ///
  /// One without a number after the dot stands for all of its major version, up to the next release that
  /// behaves in another way: 26 has what came with 26.2, and 14 not what came with 14.5. Our choice, as that
  /// is how versions are spoken of.
  public func has(_ other: SystemRelease) -> Bool {
    if other <= self { return true }
    guard minor == 0, other.major == major else { return false }
    return !OSVersion.allCases.contains { $0.release > self && $0.release <= other }
  }

  /// Such as `9` or `26.2`.
  public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}

extension OSVersion {
  /// The version that behaves as a release does: the last one that is not newer, so that 17.4 and 18
  /// are 17, and 9 is 8.
  ///
  /// Nil for a release before the oldest version. One that is newer than the newest version is that
  /// one: our choice, as nothing is known of it.
  public init?(covering release: SystemRelease) {
    guard let place = Self.releases.lastIndex(where: { $0 <= release }) else { return nil }
    self = Self.allCases[place]
  }

  /// The first release that behaves as the version does, which is the one of its own number.
  public var release: SystemRelease { Self.releases[place] }

  /// Whether the release of the version's own number has what came with another; see
  /// `SystemRelease.has(_:)`.
  public func has(_ release: SystemRelease) -> Bool { self.release.has(release) }

  /// Whether one of the releases that behave as the version does has what came with another.
  package func covers(_ release: SystemRelease) -> Bool {
    let next = place + 1
    return next == Self.releases.count || release < Self.releases[next]
  }

  /// The first release of each version, in the order of `place`.
  private static let releases = allCases.map { version in
    let numbers = version.rawValue.split(separator: ".").compactMap { Int($0) }
    return SystemRelease(numbers.first ?? 0, numbers.dropFirst().first ?? 0)
  }
}

/// What runs the system.
///
/// They differ in what `setCategory` accepts, in what is built in, and in how many apps there can be
/// in front.
public enum Platform: String, Hashable, Sendable, CaseIterable {
  /// An iPhone.
  case iPhone
  /// An iPad: without a receiver and without haptics, and with several apps in front.
  case iPad
  /// Apple's simulator of an iPhone, without haptics.
  case simulator

  /// Whether the phone has a receiver, which is held to the ear.
  ///
  /// Source: Technical Q&A QA1754: "the receiver (the speaker you hold to your ear)" of a phone; that
  /// an iPad has none is in its technical specifications. Our choice for the simulator: that of what
  /// it simulates.
  public var hasReceiver: Bool { self != .iPad }

  /// Whether the phone can vibrate.
  ///
  /// Source: Human Interface Guidelines, "Haptics": on supported iPhone models;
  /// `CHHapticEngine.capabilitiesForHardware()` is false elsewhere.
  public var supportsHaptics: Bool { self == .iPhone }

  /// Whether several apps can be in the foreground side by side.
  ///
  /// Source: Human Interface Guidelines, "Multitasking": on iPad, people can view and interact with the
  /// windows of several apps at the same time.
  public var showsSeveralApps: Bool { self == .iPad }
}

/// Whether the user lets the app record.
///
/// Source: `AVAudioApplication.recordPermission`.
public enum RecordPermission: UInt, Hashable, Sendable, CaseIterable {
  /// Not yet asked: `undt`.
  case undetermined = 1_970_168_948
  /// No: `deny`.
  case denied = 1_684_369_017
  /// Yes: `grnt`.
  case granted = 1_735_552_628

  /// The name in Swift, such as `granted`.
  public var name: String { "\(self)" }
}

/// Whether the user lets the app put sound into a call.
///
/// Source: `AVAudioApplication.microphoneInjectionPermission` (18.2).
public enum MicrophoneInjectionPermission: UInt, Hashable, Sendable, CaseIterable {
  /// The service is off: `srds`.
  case serviceDisabled = 1_936_876_659
  /// Not yet asked: `undt`.
  case undetermined = 1_970_168_948
  /// No: `deny`.
  case denied = 1_684_369_017
  /// Yes: `grnt`.
  case granted = 1_735_552_628
}

/// What can be asked of the app that plays, from outside of it.
///
/// Source: `MPRemoteCommandCenter`. The set is fixed: a command never means anything else.
public enum RemoteCommand: UInt8, Hashable, Sendable, CaseIterable {
  /// Start or go on.
  case play
  /// Stop and keep the position.
  case pause
  /// Stop and give up the position.
  case stop
  /// The one button of a headset.
  case togglePlayPause
  /// The next item.
  case next
  /// The previous item.
  case previous
  /// A step ahead.
  case skipForward
  /// A step back.
  case skipBackward
  /// Run ahead.
  case seekForward
  /// Run back.
  case seekBackward
  /// To a position.
  case changePlaybackPosition
  /// Another rate.
  case changePlaybackRate
  /// Random order.
  case changeShuffleMode
  /// Again and again.
  case changeRepeatMode

  /// The name, such as `togglePlayPause`.
  public var name: String { "\(self)" }

  /// The command of that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// The commands that an app has handlers for.
public struct RemoteCommands: OptionSet, Hashable, Sendable {
  /// One bit for each command, in the order of `RemoteCommand`.
  public let rawValue: UInt16

  /// The commands with these bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Just these commands.
  public init(_ commands: [RemoteCommand]) {
    rawValue = commands.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
  }

  /// Whether there is a handler for the command.
  public func handles(_ command: RemoteCommand) -> Bool {
    rawValue & 1 << UInt16(command.rawValue) != 0
  }

  /// The commands, in the order of `RemoteCommand`.
  public var commands: [RemoteCommand] { RemoteCommand.allCases.filter(handles) }
}
