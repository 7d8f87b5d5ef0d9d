internal import HapticEditing
internal import HapticEngine
internal import HapticFormats
internal import TextFormats

extension StudioFile {
  /// The maximum number of steps of the history that a page can choose from.
  ///
  /// Our choice: a list of more cannot be read.
  private static let listedSteps = 500

  /// The earlier states of the file, the latest first.
  var steps: [StepRow] {
    stored.history.earlierSteps.prefix(Self.listedSteps).map {
      StepRow(count: $0.count, label: $0.label ?? "before all changes")
    }
  }

  /// Keeps a state of the file as it is.
  ///
  /// - Parameter count: the number of changes in it; nil for the file as it was opened.
  /// - Returns: the state and its sound.
  /// - Throws: `StudioError` if the history does not have so many changes.
  func version(after count: Int?) throws(StudioError) -> VersionState {
    let document = count.map { stored.history.document(after: $0) } ?? opened
    guard let document else {
      throw StudioError("the history of \(name.printable) does not have this step anymore")
    }
    let version = try versions.add(
      document, file: name, path: path, speed: 1, profile: profile)
    return VersionState(
      id: version.id,
      state: FileState(document, file: name, revision: 0, profile: profile.name),
      sound: version.state)
  }

  /// Returns the present state, or a version, at another speed.
  ///
  /// - Throws: `StudioError` if the version is gone, or if the speed is out of range.
  func played(_ id: Int?, speed: Double) throws(StudioError) -> PlayedState {
    let version = try versions.add(
      try document(ofVersion: id), file: name, path: path, speed: speed, profile: profile)
    return PlayedState(id: version.id, sound: version.state)
  }

  /// Returns the sound of a loop of a version, between two times in seconds.
  ///
  /// - Throws: `StudioError` if the version is gone, or if the loop is too short or too long.
  func loop(ofVersion id: Int, from: Double, to: Double) throws(StudioError) -> LoopSound {
    try versions.loop(of: id, from: from, to: to)
  }

  /// Returns what a comparison needs of the present state, or of a version.
  ///
  /// - Throws: `StudioError` if the version is gone.
  func side(ofVersion id: Int?) throws(StudioError) -> ComparedSide {
    ComparedSide(
      document: try document(ofVersion: id), profile: profile,
      level: id.map { versions[$0]?.sounds.level } ?? level)
  }

  func document(ofVersion id: Int?) throws(StudioError) -> EditDocument {
    guard let id else { return stored.history.document }
    guard let version = versions[id] else { throw PatternVersions.gone }
    return version.document
  }

  /// Returns the notation of the entries at the indices `rows`.
  ///
  /// - Throws: `StudioError` if an entry does not exist, or if there are too many for a notation.
  func notation(of rows: [Int]) throws(StudioError) -> SelectionNotation {
    guard rows.count <= SelectionNotation.maximumEntries else {
      throw StudioError(
        "the notation of more than \(SelectionNotation.maximumEntries) entries is not shown")
    }
    do throws(EditError) {
      return try SelectionNotation(of: EditDocument(Array(try copied(rows).utf8), file: name))
    } catch {
      throw StudioError(error.description)
    }
  }

  /// Returns the course of the present state for the motors of a game controller.
  ///
  /// - Throws: `StudioError` if too many events overlap.
  func rumble() throws(StudioError) -> [[Double]] {
    guard let pattern = AHAP.read(stored.history.document.bytes, file: name).pattern else {
      return []
    }
    do throws(ConversionError) {
      return try RumbleCourse(of: pattern).steps.map { [$0.time, $0.strong, $0.weak] }
    } catch {
      throw StudioError(error.description)
    }
  }

  private func copied(_ rows: [Int]) throws(EditError) -> String {
    do throws(StudioError) {
      return try copy(of: rows)
    } catch {
      throw .operation(name: "notation", reason: error.description)
    }
  }
}
