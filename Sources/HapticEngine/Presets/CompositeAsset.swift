/// A sound and a haptic that belong together and are never split: a payment's confirmation, the contact
/// of things in augmented reality, the sound of a Live Photo.
///
/// Both are one pattern, played by one player on one clock, so that they start in the same frame
/// whatever the size of blocks. While a sound file of it is not loaded the composite refuses to play,
/// rather than to play the half that is there, and its still is shown. What takes the haptic away is
/// the phone alone: its hardware, its user's setting, a recording.
///
/// Source: Human Interface Guidelines, "Live Photos": keep the parts together, and show one as a still
/// where it cannot be played; "Playing haptics": sound and haptic of a payment come together.
///
/// - Thread: a value.        Realtime-safe: no.
public struct CompositeAsset: Hashable, Sendable {
  /// What the user meets of a composite.
  public enum Presentation: Hashable, Sendable {
    /// Sound and haptic can be played.
    case whole
    /// The still is shown, because these sound files are not loaded.
    case still(missing: [String])
  }

  /// The name of the composite.
  public let name: String
  /// The sound and the haptic.
  public let pattern: HapticPattern
  /// What is shown in its place: the name of a picture, or words.
  public let still: String
  /// The sound files that are not loaded.
  private var missing: Set<String>

  /// A composite of which no sound file is loaded; one without sound files is ready.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - pattern: its sound and its haptic, which have to start together.
  ///   - still: what is shown while it cannot be played.
  /// - Throws: `CompositeError` if the pattern lacks one of them, or one starts before the other.
  public init(
    _ name: String, _ pattern: HapticPattern, still: String
  ) throws(CompositeError) {
    func start(_ isPart: (HapticEvent) -> Bool) -> Seconds? {
      pattern.events.filter(isPart).map(\.time).min()
    }
    guard let haptic = start({ $0.type.isHaptic }) else { throw .noHaptic(name) }
    guard let sound = start({ !$0.type.isHaptic }) else { throw .noSound(name) }
    if haptic != sound { throw .split(name, haptic: haptic, sound: sound) }
    self.name = name
    self.pattern = pattern
    self.still = still
    missing = Set(pattern.events.compactMap { $0.waveform?.path })
  }

  /// What the user meets.
  public var presentation: Presentation {
    missing.isEmpty ? .whole : .still(missing: missing.sorted())
  }

  /// A sound file is loaded, or no longer; others than its own change nothing.
  public mutating func setLoaded(_ isLoaded: Bool, sound path: String) {
    guard pattern.events.contains(where: { $0.waveform?.path == path }) else { return }
    if isLoaded { missing.remove(path) } else { missing.insert(path) }
  }

  /// The pattern to play.
  ///
  /// - Returns: the sound and the haptic, whole.
  /// - Throws: `CompositeError.notReady` while something is not loaded.
  public func patternToPlay() throws(CompositeError) -> HapticPattern {
    switch presentation {
    case .whole: return pattern
    case .still(let missing): throw .notReady(name, missing: missing)
    }
  }
}

/// Why something is no composite, or does not play.
public enum CompositeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pattern has no haptic event.
  case noHaptic(String)
  /// The pattern has no audio event.
  case noSound(String)
  /// The haptic and the sound start at different times, in seconds.
  case split(String, haptic: Seconds, sound: Seconds)
  /// The sound files are not loaded.
  case notReady(String, missing: [String])

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .noHaptic(let name): "\(name) has no haptic; a composite has a sound and a haptic"
    case .noSound(let name): "\(name) has no sound; a composite has a sound and a haptic"
    case .split(let name, let haptic, let sound):
      "\(name) has its haptic at \(haptic) s and its sound at \(sound) s; let them start together"
    case .notReady(let name, let missing):
      "\(name) is not loaded (\(missing.joined(separator: ", "))); show its still, and play it later"
    }
  }
}
