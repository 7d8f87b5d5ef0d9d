private import Glibc
internal import HapticCharts
internal import HapticEngine
private import HapticListening
internal import HapticPerception
internal import Realtime

/// The pictures of lanes in tiles, each of which the page loads when it is visible.
///
/// A tile has a fixed number of columns. At level n, a column is 2ⁿ seconds wide. What a lane shows is only evaluated
/// when its first tile is requested.
actor LaneTiles {
  /// The number of columns in a tile.
  ///
  /// Our choice: two to four tiles fill the width of a screen.
  static let columns = 512
  /// The levels, from about a sample to hours in a column.
  static let levels = -16...13

  /// The address of the combined curves.
  nonisolated let curves: String
  /// The sound files, in order of their paths.
  nonisolated let waves: [WaveRow]

  private let pattern: HapticPattern
  private let sounds: [String: DecodedSound]
  private let library: SoundLibrary
  private lazy var combined = CombinedCurves(pattern)
  private var waveforms: [String: Waveform] = [:]
  /// The sounds at the sample rate at which frequencies are measured.
  private lazy var slowSounds = library.load(
    for: pattern, sampleRate: SensationTrack.sampleRate
  ).sounds

  /// Creates the tiles of `pattern`, whose text has the address `address`.
  init(
    _ pattern: HapticPattern, address: UInt64, sounds: [String: DecodedSound],
    library: SoundLibrary
  ) {
    (self.pattern, self.sounds, self.library) = (pattern, sounds, library)
    curves = "v" + String(address, radix: 16)
    waves = sounds.sorted { $0.key < $1.key }.map { path, sound in
      let address = String(Self.address(of: sound), radix: 16)
      return WaveRow(
        path: path, wave: "w" + address, spectrum: "s" + address, onsets: "o" + address,
        seconds: Double(sound.frameCount) / sound.sampleRate)
    }
  }

  /// Returns the bytes of the tile at `path`: an address, a level and an index; nil if there is no such tile.
  func tile(at path: String) -> [UInt8]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let level = Int(parts[1]), Self.levels.contains(level),
      let index = Int(parts[2]), 0...1_000_000_000 ~= index
    else { return nil }
    let seconds = exp2(Double(level))
    let start = Double(index) * Double(Self.columns) * seconds
    if parts[0] == curves {
      return bytes(
        combined.columns(from: start, seconds: seconds, count: Self.columns).flatMap(\.values))
    }
    if let row = waves.first(where: { $0.onsets == parts[0] }) { return onsets(row) }
    guard let row = waves.first(where: { $0.wave == parts[0] || $0.spectrum == parts[0] }) else {
      return nil
    }
    return row.wave == parts[0]
      ? wave(row, start, seconds)
      : slowSounds[row.path].flatMap {
        try? Spectrogram.levels(of: $0, from: start, seconds: seconds, count: Self.columns)
      }
  }

  private func wave(_ row: WaveRow, _ start: Seconds, _ seconds: Seconds) -> [UInt8]? {
    guard let sound = sounds[row.path] else { return nil }
    let waveform = waveforms[row.path] ?? Waveform(sound)
    waveforms[row.path] = waveform
    return bytes(
      waveform.columns(from: start, seconds: seconds, count: Self.columns).flatMap {
        [$0.low, $0.high]
      })
  }

  /// The longest sound whose onsets are found, in seconds.
  ///
  /// Our choice: finding those of longer sounds takes seconds, in which the lanes would not be drawn.
  private static let longestOnsets = 300.0

  /// Returns the times at which something begins in a sound; none if it is too long.
  private func onsets(_ row: WaveRow) -> [UInt8]? {
    guard let sound = sounds[row.path], row.seconds <= Self.longestOnsets else { return [] }
    let listening = try? SoundListening(to: sound)
    return bytes(listening?.onsets.map { Float($0.time) } ?? [])
  }

  /// Returns `values` as floats of 32 bits, little-endian.
  private func bytes(_ values: [Float]) -> [UInt8] {
    values.flatMap { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt32(8 * $0)) }
    }
  }

  private static func address(of sound: DecodedSound) -> UInt64 {
    sound.channels.reduce(0) { address, channel in
      address &* 31
        ^ (unsafe channel.withUnsafeBytes { unsafe SoundBlocks.address(of: Array($0)) })
    }
  }
}
