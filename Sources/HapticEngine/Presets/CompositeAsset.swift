/// A sound and a haptic that belong together and are never split: for example, those that confirm a payment, mark the
/// contact of objects in augmented reality, or accompany a Live Photo.
///
/// Sound and haptic form one pattern, played by one player on one clock, so that they start in the same frame
/// regardless of the block size. While one of its sound files is not loaded, the composite refuses to play rather than
/// playing only half, and a substitute, its still, is shown. Only the phone can suppress the haptic: because of its
/// hardware, a user setting, or a recording.
///
/// Source: Human Interface Guidelines, "Live Photos": keep the parts together, and show a still where the photo cannot
/// be played; "Playing haptics": a payment's sound and haptic come together.
///
/// - Thread: a value.        Realtime-safe: no.
public struct CompositeAsset: Hashable, Sendable {
  /// The form in which a composite is presented to the user.
  public enum Presentation: Hashable, Sendable {
    /// The sound and the haptic can be played.
    case whole
    /// The still is shown, because these sound files are not loaded.
    case still(missing: [String])
  }

  /// The name of the composite.
  public let name: String
  /// The pattern with the sound and the haptic.
  public let pattern: HapticPattern
  /// The substitute that is shown while the composite cannot be played: the name of a picture, or words.
  public let still: String
  /// The sound files that are not loaded.
  private var missing: Set<String>

  /// Creates a composite whose sound files are not loaded yet.
  ///
  /// A composite without sound files is ready immediately.
  ///
  /// - Parameters:
  ///   - name: the name of the composite.
  ///   - pattern: its sound and its haptic, which have to start together.
  ///   - still: the substitute that is shown while the composite cannot be played.
  /// - Throws: `CompositeError` if the pattern lacks a sound or a haptic, or they start at different times.
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

  /// The form in which the composite is presented now.
  public var presentation: Presentation {
    missing.isEmpty ? .whole : .still(missing: missing.sorted())
  }

  /// Records whether a sound file is loaded; sound files of other patterns are ignored.
  public mutating func setLoaded(_ isLoaded: Bool, sound path: String) {
    guard pattern.events.contains(where: { $0.waveform?.path == path }) else { return }
    if isLoaded { missing.remove(path) } else { missing.insert(path) }
  }

  /// Returns the pattern to play.
  ///
  /// - Returns: the whole pattern, with the sound and the haptic.
  /// - Throws: `CompositeError.notReady` while a sound file is not loaded.
  public func patternToPlay() throws(CompositeError) -> HapticPattern {
    switch presentation {
    case .whole: return pattern
    case .still(let missing): throw .notReady(name, missing: missing)
    }
  }
}

/// An error for a pattern that is not a composite, or a composite that cannot play.
public enum CompositeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pattern does not contain a haptic event.
  case noHaptic(String)
  /// The pattern does not contain an audio event.
  case noSound(String)
  /// The haptic and the sound start at different times, in seconds.
  case split(String, haptic: Seconds, sound: Seconds)
  /// Some sound files, listed in `missing`, are not loaded.
  case notReady(String, missing: [String])

  /// The problem, and its remedy.
  public var description: String {
    switch self {
    case .noHaptic(let name):
      "\(name) does not have a haptic; a composite needs a sound and a haptic"
    case .noSound(let name): "\(name) does not have a sound; a composite needs a sound and a haptic"
    case .split(let name, let haptic, let sound):
      "\(name) has its haptic at \(haptic) s and its sound at \(sound) s; they must start together"
    case .notReady(let name, let missing):
      "\(name) is not loaded (\(missing.joined(separator: ", "))); show its still, and play it later"
    }
  }
}
