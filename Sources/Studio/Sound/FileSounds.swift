internal import AudioOutput
internal import HapticEditing
internal import HapticEngine
internal import TextFormats

/// What of a pattern file is rendered at present: its sound, its loops and the tiles of its lanes.
struct FileSounds {
  /// The name of the file, and its path.
  let file: String
  let path: String

  private var rendered: (revision: Int, sound: PatternSound, tiles: LaneTiles, state: SoundState)?
  /// The loops that were requested last.
  private var loops: [Loop] = []

  private struct Loop {
    let from: Double
    let to: Double
    let sound: LoopedSound
    let answer: LoopSound
  }

  /// The number of loops that are kept.
  ///
  /// Our choice: two windows that loop different parts do not render them in turns.
  private static let keptLoops = 2

  init(file: String, path: String) { (self.file, self.path) = (file, path) }

  /// Forgets everything that was rendered.
  mutating func forget() { (rendered, loops) = (nil, []) }

  /// Returns the sound of `document`, the state of the file at `revision`.
  ///
  /// `keptBlocks` is the maximum number of blocks of a sound that are all kept in memory.
  mutating func state(
    of document: EditDocument, at revision: Int, _ profile: Profile,
    keptBlocks: Int = SoundBlocks.keptBlocks
  ) -> SoundState {
    if let rendered, rendered.revision == revision { return rendered.state }
    guard let pattern = AHAP.read(document.bytes, file: file).pattern else {
      return SoundState(file: file, revision: revision)
    }
    let (sounds, missing) = library.load(for: pattern, sampleRate: SoundBlocks.sampleRate)
    var state = SoundState(file: file, revision: revision, problems: missing.map(\.description))
    do throws(RenderError) {
      let sound = try PatternSound(
        pattern, sounds: sounds, profile: profile, keptBlocks: keptBlocks)
      if sound.isTruncated {
        let seconds = PatternSound.maximumSeconds.brief
        state.problems.append(
          "only the first \(seconds) s can be heard; haptic render writes the rest")
      }
      let tiles = LaneTiles(
        pattern, address: SoundBlocks.address(of: document.bytes), sounds: sounds,
        library: library)
      state.describe(sound, tiles)
      rendered = (revision, sound, tiles, state)
    } catch {
      state.problems.append(error.description)
    }
    return state
  }

  /// Returns the bytes of the block or course at `address`; nil if nothing that is rendered has it.
  func bytes(at address: String) -> [UInt8]? {
    if let rendered, rendered.state.course == address { return rendered.sound.course.bytes }
    if let block = rendered?.sound.blocks.block(at: address) { return block }
    for loop in loops { if let block = loop.sound.blocks.block(at: address) { return block } }
    return nil
  }

  /// The loudness of what is rendered, as `GatedLevel` measures it, in decibels; nil for silence.
  var level: Double? { rendered?.sound.course.level }

  /// The tiles of the lanes, if anything is rendered.
  var tiles: LaneTiles? { rendered?.tiles }

  /// Returns the sound of the loop over the part of `document`, the state at `revision`, between two times, in seconds.
  ///
  /// - Throws: `StudioError` if the loop is too short or too long, or if the pattern cannot be rendered.
  mutating func loop(
    of document: EditDocument, at revision: Int, _ profile: Profile, from: Double, to: Double
  ) throws(StudioError) -> LoopSound {
    if let known = loops.first(where: {
      $0.from == from && $0.to == to && $0.answer.revision == revision
    }) {
      return known.answer
    }
    guard from >= 0, from <= 1e9, LoopedSound.lengths.contains(to - from) else {
      throw StudioError("a loop is 10 ms to \(LoopedSound.lengths.upperBound.brief) s long")
    }
    guard let whole = AHAP.read(document.bytes, file: file).pattern else {
      throw StudioError("\(file.printable) is not a pattern")
    }
    let rate = SoundBlocks.sampleRate
    let first = Int((from * rate).rounded())
    let start = Double(first) / rate
    // A loop up to the end of the pattern contains the last event, even if this is a transient.
    let isWhole = abs(to - whole.duration) < 1e-6
    let last = isWhole ? (whole.duration * rate - 1e-6).rounded(.up) : (to * rate).rounded()
    let part =
      first == 0 && isWhole ? whole : part(of: document, from: start, to: last / rate)
    guard let part else { throw StudioError("\(file.printable) cannot be looped") }
    let source = SoundSource(
      pattern: part, sounds: library.load(for: part, sampleRate: SoundBlocks.sampleRate).sounds,
      profile: profile)
    do throws(RenderError) {
      let sound = try LoopedSound(
        source, passFrames: max(Int(last) - first, 480), includesEnd: isWhole)
      let answer = LoopSound(revision: revision, firstFrame: first, sound)
      loops =
        [Loop(from: from, to: to, sound: sound, answer: answer)] + loops.prefix(Self.keptLoops - 1)
      return answer
    } catch {
      throw StudioError(error.description)
    }
  }

  /// Returns the part of `document` between two times, as `haptic edit trim` makes it.
  private func part(
    of document: EditDocument, from start: Double, to end: Double
  ) -> HapticPattern? {
    var session = EditSession(document)
    guard (try? session.apply(.trim(from: start, to: end))) != nil else { return nil }
    return AHAP.read(session.document.bytes, file: file).pattern
  }

  private var library: SoundLibrary {
    SoundLibrary(folder: path.folderName, decoder: SoundFileDecoder())
  }
}

extension SoundState {
  /// The state of a file of which nothing is rendered because of `problems`.
  init(file: String, revision: Int, problems: [String] = []) {
    self.init(
      file: file, revision: revision, rate: SoundBlocks.sampleRate, frames: 0,
      blockFrames: SoundBlocks.blockFrames, blocks: [], course: "", curves: "", waves: [],
      problems: problems)
  }

  /// Adds the addresses of `sound` and `tiles`.
  mutating func describe(_ sound: PatternSound, _ tiles: LaneTiles) {
    frames = sound.blocks.frames
    blocks = sound.blocks.addresses.map { String($0, radix: 16) }
    course = "c" + String(SoundBlocks.address(of: sound.course.bytes), radix: 16)
    (curves, waves) = (tiles.curves, tiles.waves)
  }
}

extension LoopSound {
  /// The sound of a loop that starts at frame `firstFrame` of the pattern.
  init(revision: Int, firstFrame: Int, _ sound: LoopedSound) {
    self.init(
      revision: revision, firstFrame: firstFrame, passFrames: sound.passFrames,
      frames: sound.blocks.frames, blockFrames: SoundBlocks.blockFrames,
      blocks: sound.blocks.addresses.map { String($0, radix: 16) })
  }
}
