/// A version of the system that behaves differently from the versions before and after it.
///
/// Source: the behavior changes listed with `BehaviorProfile`.
public enum OSVersion: String, Hashable, Sendable, CaseIterable, Comparable {
  /// iOS 7: a session whose input or output is running cannot be deactivated.
  case iOS7 = "7"
  /// iOS 8: deactivating a session whose input or output is running succeeds, but throws an error.
  case iOS8 = "8"
  /// iOS 10: suspension deactivates the session.
  case iOS10 = "10"
  /// iOS 13: haptics can be allowed while recording.
  case iOS13 = "13"
  /// iOS 14: the iPhone has picture in picture.
  case iOS14 = "14"
  /// iOS 14.5: interruptions have a reason.
  case iOS14_5 = "14.5"
  /// iOS 16: suspension is no longer reported.
  case iOS16 = "16"
  /// iOS 17: unplugging the output interrupts sessions.
  case iOS17 = "17"
  /// iOS 26: deactivating a session whose input or output is running no longer throws an error.
  case iOS26 = "26"
  /// iOS 27: the notifications *became active* and *became inactive*, and the resumption recommendation, exist.
  case iOS27 = "27"

  /// The default version of a simulation.
  public static let standard = OSVersion.iOS26

  /// The index among the versions, with the oldest at 0.
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
  /// The number after the dot, or 0.
  public let minor: Int

  /// Creates a release from its numbers.
  public init(_ major: Int, _ minor: Int = 0) {
    self.major = major
    self.minor = minor
  }

  /// Creates a release from a text such as `9`, `17.4` or `26.2.1`.
  ///
  /// A third number is ignored. Nil if the text is not a release number.
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

  /// Returns whether a phone with this release has a feature that was introduced in another release.
  ///
  /// A release without a number after the dot stands for its whole major version, up to the next release with a
  /// different behavior. For example, 26 has features of 26.2, but 14 does not have features of 14.5. Our choice,
  /// because this is how people talk about versions.
  public func has(_ other: SystemRelease) -> Bool {
    if other <= self { return true }
    guard minor == 0, other.major == major else { return false }
    return !OSVersion.allCases.contains { $0.release > self && $0.release <= other }
  }

  /// The release, such as `9` or `26.2`.
  public var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }
}

extension OSVersion {
  /// Creates the version that behaves like a release: the newest version that is not newer than the release.
  ///
  /// For example, 17.4 and 18 behave like 17, and 9 behaves like 8.
  ///
  /// Nil for a release before the oldest version. Our choice: a release after the newest version behaves like the
  /// newest version, because nothing is known about it.
  public init?(covering release: SystemRelease) {
    guard let place = Self.releases.lastIndex(where: { $0 <= release }) else { return nil }
    self = Self.allCases[place]
  }

  /// The first release that behaves like the version, which is the release with the same number.
  public var release: SystemRelease { Self.releases[place] }

  /// Returns whether the release with the version's number has a feature that was introduced in another release; see
  /// `SystemRelease.has(_:)`.
  public func has(_ release: SystemRelease) -> Bool { self.release.has(release) }

  /// Returns whether any release that behaves like the version has a feature that was introduced in another release.
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

/// The device or simulator that runs the system.
///
/// Platforms differ in the values that `setCategory` accepts, in their built-in hardware, and in the number of apps
/// that can be in the foreground.
public enum Platform: String, Hashable, Sendable, CaseIterable {
  /// An iPhone.
  case iPhone
  /// An iPad: no receiver, no haptics, and several apps in the foreground.
  case iPad
  /// Apple's simulator of an iPhone, without haptics.
  case simulator

  /// Whether the phone has a receiver, which is held to the ear.
  ///
  /// Source: Technical Q&A QA1754: "the receiver (the speaker you hold to your ear)" of a phone. According to its
  /// technical specifications, an iPad does not have one. Our choice: the simulator behaves like the device that it
  /// simulates.
  public var hasReceiver: Bool { self != .iPad }

  /// Whether the phone can vibrate.
  ///
  /// Source: Human Interface Guidelines, "Haptics": haptics are played on supported iPhone models;
  /// `CHHapticEngine.capabilitiesForHardware()` is false elsewhere.
  public var supportsHaptics: Bool { self == .iPhone }

  /// Whether several apps can be in the foreground at the same time.
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
  /// Denied: `deny`.
  case denied = 1_684_369_017
  /// Granted: `grnt`.
  case granted = 1_735_552_628

  /// The name in Swift, such as `granted`.
  public var name: String { "\(self)" }
}

/// Whether the user lets the app inject audio into a call.
///
/// Source: `AVAudioApplication.microphoneInjectionPermission` (iOS 18.2 or later).
public enum MicrophoneInjectionPermission: UInt, Hashable, Sendable, CaseIterable {
  /// The service is off: `srds`.
  case serviceDisabled = 1_936_876_659
  /// Not yet asked: `undt`.
  case undetermined = 1_970_168_948
  /// Denied: `deny`.
  case denied = 1_684_369_017
  /// Granted: `grnt`.
  case granted = 1_735_552_628
}

/// A command that comes from outside the app that is playing, such as from a headset or Control Center.
///
/// Source: `MPRemoteCommandCenter`. The set is fixed: a command always has the same meaning.
public enum RemoteCommand: UInt8, Hashable, Sendable, CaseIterable {
  /// Start or resume.
  case play
  /// Stop and keep the position.
  case pause
  /// Stop and give up the position.
  case stop
  /// The single button of a headset.
  case togglePlayPause
  /// The next item.
  case next
  /// The previous item.
  case previous
  /// Skip forward.
  case skipForward
  /// Skip backward.
  case skipBackward
  /// Seek forward.
  case seekForward
  /// Seek backward.
  case seekBackward
  /// Jump to a position.
  case changePlaybackPosition
  /// Change the rate.
  case changePlaybackRate
  /// Change the shuffle mode.
  case changeShuffleMode
  /// Change the repeat mode.
  case changeRepeatMode
  /// Rate the item.
  case rating
  /// Like the item.
  case like
  /// Dislike the item.
  case dislike
  /// Bookmark the item.
  case bookmark
  /// Choose a language option.
  case enableLanguageOption
  /// Drop a language option.
  case disableLanguageOption

  /// The name, such as `togglePlayPause`.
  public var name: String { "\(self)" }

  /// The command with that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// The set of commands that an app has handlers for.
public struct RemoteCommands: OptionSet, Hashable, Sendable {
  /// One bit for each command, in the order of `RemoteCommand`.
  public let rawValue: UInt32

  /// The commands with these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a set of these commands.
  public init(_ commands: [RemoteCommand]) {
    rawValue = commands.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
  }

  /// Whether the app has a handler for the command.
  public func handles(_ command: RemoteCommand) -> Bool {
    rawValue & 1 << UInt32(command.rawValue) != 0
  }

  /// The commands, in the order of `RemoteCommand`.
  public var commands: [RemoteCommand] { RemoteCommand.allCases.filter(handles) }
}
