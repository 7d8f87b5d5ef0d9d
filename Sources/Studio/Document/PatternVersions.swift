internal import HapticEditing
internal import HapticEngine
internal import TextFormats

/// A state of a pattern that stays as it is while the file changes: an earlier one, or one that is played at another
/// speed.
struct PatternVersion {
  /// The number by which pages name the version.
  let id: Int
  /// The pattern at its own speed.
  let document: EditDocument
  /// The factor of the speed at which the pattern is played.
  let speed: Double
  /// The pattern as it is played.
  fileprivate let played: EditDocument
  fileprivate let profile: Profile
  /// What is rendered.
  fileprivate(set) var sounds: FileSounds

  /// The sound as pages see it.
  ///
  /// Its rate is in frames for each second of the pattern, which is played faster or slower.
  fileprivate(set) var state: SoundState
}

/// The versions of a file that pages compare or play.
///
/// The number is limited, because each version has a rendered sound. A page asks again for a version that is gone.
struct PatternVersions {
  /// The maximum number of versions of a file that are compared, and of those that are played at another speed.
  ///
  /// Our choice: two windows that compare two versions each.
  private static let maximumCount = 4
  /// The maximum number of blocks of a version that are kept in memory; the others are rendered again when needed.
  ///
  /// Our choice: a minute, 23 MB.
  private static let keptBlocks = 600
  /// The speeds that a page may choose.
  static let speeds = 0.25...2.0

  private var kept: [PatternVersion] = []
  private var lastID = 0

  /// Returns the version with the number `id`; nil if it is not kept.
  subscript(id: Int) -> PatternVersion? { kept.first { $0.id == id } }

  /// What is rendered of all versions.
  var sounds: [FileSounds] { kept.map(\.sounds) }

  /// Renders `document` at a speed, and keeps the result.
  ///
  /// - Parameters:
  ///   - document: the pattern.
  ///   - file: the name of the file.
  ///   - path: the path of the file, next to which its sounds are.
  ///   - speed: the factor of the speed, in `speeds`.
  ///   - profile: the profile of the sound.
  /// - Returns: the version.
  /// - Throws: `StudioError` for a speed out of range, and for a pattern that cannot be played so slowly.
  mutating func add(
    _ document: EditDocument, file: String, path: String, speed: Double, profile: Profile
  ) throws(StudioError) -> PatternVersion {
    let played = try Self.stretched(document, speed: speed)
    lastID += 1
    var sounds = FileSounds(file: file, path: path)
    var state = sounds.state(of: played, at: lastID, profile, keptBlocks: Self.keptBlocks)
    state.rate /= speed
    let version = PatternVersion(
      id: lastID, document: document, speed: speed, played: played, profile: profile,
      sounds: sounds, state: state)
    // Sounds at other speeds are requested after each change, and do not displace what is compared.
    let alike = kept.filter { ($0.speed == 1) == (speed == 1) }
    if alike.count >= Self.maximumCount { kept.removeAll { $0.id == alike[0].id } }
    kept.append(version)
    return version
  }

  /// Returns the loop of the version with the number `id` between two times of the pattern, in seconds.
  ///
  /// - Throws: `StudioError` if the version is not kept, or if the loop is too short or too long.
  mutating func loop(of id: Int, from: Double, to: Double) throws(StudioError) -> LoopSound {
    guard let index = kept.firstIndex(where: { $0.id == id }) else { throw Self.gone }
    let version = kept[index]
    return try kept[index].sounds.loop(
      of: version.played, at: id, version.profile, from: from / version.speed,
      to: to / version.speed)
  }

  /// The error for a version that is not kept.
  static let gone = StudioError("this version is not kept anymore; choose it again")

  /// Returns `document` with its times scaled, as `haptic edit stretch` scales them, so that its pitch does not change.
  static func stretched(
    _ document: EditDocument, speed: Double
  ) throws(StudioError) -> EditDocument {
    guard speeds.contains(speed) else {
      throw StudioError(
        "the speed must be between \(speeds.lowerBound.brief) and \(speeds.upperBound.brief)")
    }
    if speed == 1 { return document }
    var session = EditSession(document)
    do throws(EditError) {
      try session.apply(.stretch(1 / speed))
    } catch {
      throw StudioError(error.description)
    }
    return session.document
  }

  /// Returns the bytes of the block or course at `address`; nil if no version has it.
  func bytes(at address: String) -> [UInt8]? {
    for version in kept {
      if let bytes = version.sounds.bytes(at: address) { return bytes }
    }
    return nil
  }

  /// Forgets all versions; their numbers are not used again.
  mutating func removeAll() { kept = [] }
}
