internal import Drawing
private import Glibc
public import HapticEngine
internal import HapticListening
internal import HapticPerception
package import Realtime
private import TextFormats

/// A reason why a spectrogram is not available.
public enum SpectrogramError: Error, Hashable, Sendable, CustomStringConvertible {
  /// FFTW is not installed; the text names the package to install.
  case libraryMissing(String)
  /// The pattern cannot be rendered.
  case unrendered(RenderError)

  /// A description of the error.
  public var description: String {
    switch self {
    case .libraryMissing(let reason): reason
    case .unrendered(let error): error.description
    }
  }
}

/// The strength of each frequency of a rendered pattern over time.
///
/// A column shows the frequencies of the 64 ms around its start. This window ends earlier if an event starts or ends in
/// it, or if a control segment starts in it. If the pattern has recorded sounds, the window ends at the start of the
/// column itself. Therefore nothing is drawn before it happens.
///
/// - Thread: any.        Realtime-safe: no.
public struct Spectrogram: Sendable {
  /// The lanes of the haptic bus and of the audio bus, if they carry a signal.
  let lanes: [Drawing.Lane]

  /// The range of drawn frequencies, in hertz.
  ///
  /// Our choice: seven octaves around the frequencies that can be felt, 40 to 1 000 Hz, so that their harmonics are
  /// also visible.
  static let frequencies = 25.0...3_200.0
  /// The number of drawn bands in an octave.
  ///
  /// Our choice: finer than the window's resolution below 300 Hz, and enough for a smooth chart.
  private static let bandsPerOctave = 8
  /// The length of a transform, in seconds.
  ///
  /// Our choice: a resolution of 16 Hz, which separates the frequencies of a round and of a crisp event, and still
  /// shows two taps a tenth of a second apart as two.
  private static let windowSeconds = 0.064
  /// The faintest level that is drawn, in decibels relative to full scale.
  ///
  /// Our choice: a vibration 60 dB below the strongest is far below the threshold of feeling.
  private static let floorDecibels = -60.0
  /// The maximum number of columns.
  ///
  /// Our choice: about as many as a page or the widest terminal can show.
  private static let maximumColumns = 600

  /// Renders `drawn` and measures its frequencies.
  ///
  /// - Parameters:
  ///   - drawn: the pattern, with its sounds.
  ///   - profile: the profile that maps intensity and sharpness to a signal.
  ///   - start: the start of the chart, in seconds of the pattern.
  ///   - end: the end of the chart; at most `SensationTrack.maximumSeconds` after `start`.
  /// - Throws: `SpectrogramError`.
  /// - Complexity: O(n log n) in the number of seconds, on which the memory use does not depend.
  public init(
    of drawn: DrawnPattern, profile: Profile = .wideband, from start: Seconds = 0,
    to end: Seconds = .infinity
  ) throws(SpectrogramError) {
    let rate = SensationTrack.sampleRate
    let renderer: OfflineRenderer
    do throws(RenderError) {
      renderer = try OfflineRenderer(
        drawn.pattern, sampleRate: rate, profile: profile, sounds: drawn.sounds)
    } catch {
      throw .unrendered(error)
    }
    let last = min(end, Double(renderer.frameCount) / rate, start + SensationTrack.maximumSeconds)
    let count = Int((max(last, 0) * rate).rounded(.up))
    let changes = Self.changes(of: drawn.pattern)
    // A recorded sound may change at any time.
    let isRecorded = drawn.pattern.events.contains { $0.type == .audioCustom }
    var haptic: BandTrack
    var audio: BandTrack
    do throws(MissingLibrary) {
      haptic = try BandTrack(from: start, to: last, changes: changes)
      audio = try BandTrack(from: start, to: last, changes: isRecorded ? nil : changes)
    } catch {
      throw .libraryMissing("\(error)")
    }
    Self.measure(renderer, frames: min(count + haptic.ahead, renderer.frameCount), &haptic, &audio)
    lanes = [("spectrum", haptic), ("of sound", audio)].filter { $1.isAudible }.map {
      Self.lane($0, $1)
    }
  }

  /// Returns the frames at which the signal may change, in order: starts and ends of events, and starts of segments
  /// of controls.
  private static func changes(of pattern: HapticPattern) -> [Int] {
    let course = PatternCourse(pattern.entries)
    let controls = course.setControls.flatMap { course.segments(of: $0).map(\.start) }
    let events = pattern.events.flatMap { event in
      event.isContinuous ? [event.time, event.time + event.playedDuration] : [event.time]
    }
    return (events + controls).map { frame(at: $0) }.sorted()
  }

  /// Returns the frame that contains `time`.
  private static func frame(at time: Seconds) -> Int {
    Int(min(max(time, 0) * SensationTrack.sampleRate + 1e-6, 1e15))
  }

  /// Renders `frames` frames into the two tracks.
  private static func measure(
    _ renderer: OfflineRenderer, frames: Int, _ haptic: inout BandTrack, _ audio: inout BandTrack
  ) {
    let buffers = BusBuffers(capacity: 4_096)
    while renderer.position < frames {
      let block = buffers.block(frames: min(4_096, frames - renderer.position))
      renderer.render(into: block)
      var (vibration, sound): ([Float], [Float]) = ([], [])
      for index in 0..<block.frameCount {
        // SAFETY: the block's buffers hold `frameCount` samples.
        unsafe vibration.append(block.haptic[index])
        unsafe sound.append(0.5 * (block.audioLeft[index] + block.audioRight[index]))
      }
      haptic.append(vibration)
      audio.append(sound)
    }
    haptic.finish()
    audio.finish()
  }

  /// Returns the levels of the frequencies of `sound`, 0...255, for a picture that may be any part of it.
  ///
  /// - Parameters:
  ///   - sound: the sound, at `SensationTrack.sampleRate`.
  ///   - start: the start of the first column, in seconds.
  ///   - seconds: the length of a column.
  ///   - count: the number of columns.
  /// - Returns: column by column, and in each column from the lowest band; zeros after the end of the sound.
  /// - Throws: `SpectrogramError` if a library is missing.
  package static func levels(
    of sound: DecodedSound, from start: Seconds, seconds: Seconds, count: Int
  ) throws(SpectrogramError) -> [UInt8] {
    let rate = sound.sampleRate
    let rows = BandTrack.bands.count
    let end = min(start + Double(count) * seconds, Double(sound.frameCount) / rate)
    guard start < end else { return Array(repeating: 0, count: count * rows) }
    // Only the wanted part and the window before it are measured.
    let first = max(0, Int((start - 2 * windowSeconds) * rate))
    let last = min(sound.frameCount, Int((end * rate).rounded(.up)))
    let begin = start - Double(first) / rate
    var track: BandTrack
    do throws(MissingLibrary) {
      track = try BandTrack(from: begin, to: begin + end - start, changes: nil)
    } catch {
      throw .libraryMissing("\(error)")
    }
    let channels = sound.channels.map { $0[first..<last] }
    for chunk in stride(from: first, to: last, by: 4_096) {
      let range = chunk..<min(last, chunk + 4_096)
      track.append(
        range.map { frame in
          channels.reduce(0) { $0 + $1[frame] } / Float(channels.count)
        })
    }
    track.finish()
    return (0..<count).flatMap { column -> [UInt8] in
      let place = Int(Double(column) * seconds / track.columnSeconds + 1e-6) * rows
      guard start + Double(column) * seconds < end, place < track.levels.count else {
        return Array(repeating: 0, count: rows)
      }
      return Array(track.levels[place..<place + rows])
    }
  }

  private static func lane(_ name: String, _ track: BandTrack) -> Drawing.Lane {
    let range = log2(frequencies.lowerBound)...log2(frequencies.upperBound)
    return Drawing.Lane(
      name: name, range: range,
      ticks: [(50.0, "50 Hz"), (200, "200 Hz"), (800, "800 Hz"), (3_200, "3.2 kHz")].map {
        .init(log2($0), $1)
      },
      rows: 7,
      marks: [
        .raster(
          .init(
            start: track.start, columnSeconds: track.columnSeconds, rows: BandTrack.bands.count,
            levels: track.levels))
      ])
  }

  /// The strongest level of each band in each column.
  private struct BandTrack {
    /// The frequencies in hertz.
    static let bands: [Double] = (0..<7 * bandsPerOctave).map {
      frequencies.lowerBound * exp2((Double($0) + 0.5) / Double(bandsPerOctave))
    }

    let start: Seconds
    let columnSeconds: Seconds
    /// The levels, 0...255, column by column from the lowest band.
    private(set) var levels: [UInt8]
    /// The maximum number of frames after its time that a piece contains.
    ///
    /// A piece is the window of one transform.
    let ahead: Int
    private let spectrum: Spectrum
    private let columns: Int
    /// The number of pieces in a column; in each band, the strongest piece is used.
    private let piecesPerColumn: Int
    /// The frames at which the signal may change.
    ///
    /// A piece before such a frame does not extend beyond it.
    private let changes: [Int]
    private var signal = SignalWindow()
    private var magnitudes: [Float]
    /// The number of pieces that have been measured.
    private var pieces = 0
    /// The index of the first change after the time of the next piece.
    private var nextChange = 0
    /// The end of the next piece: one past its last frame.
    private var end = 0

    /// Creates a track of the columns from `start` to `end`.
    ///
    /// If `changes` is nil, a piece does not contain any frames after its time.
    init(from start: Seconds, to end: Seconds, changes: [Int]?) throws(MissingLibrary) {
      self.start = start
      let seconds = max(end - start, 0)
      spectrum = try Spectrum(seconds: windowSeconds, sampleRate: SensationTrack.sampleRate)
      let least = windowSeconds / 8
      columns = min(maximumColumns, max(1, Int((seconds / least).rounded(.up))))
      columnSeconds = max(seconds, least) / Double(columns)
      // Pieces are a quarter of the window apart, so that a sound that starts after one piece is at least half as
      // strong in the next piece.
      piecesPerColumn = Int((columnSeconds / (windowSeconds / 4)).rounded(.up))
      self.changes = changes ?? []
      ahead = changes == nil ? 0 : spectrum.size / 2
      levels = Array(repeating: 0, count: columns * Self.bands.count)
      magnitudes = Array(repeating: 0, count: spectrum.binCount)
      placeNext()
    }

    var isAudible: Bool { levels.contains { $0 > 0 } }

    /// Places the next piece around its time, and ends it at the first later change.
    private mutating func placeNext() {
      let part = Double(pieces) / Double(piecesPerColumn)
      let frame = Spectrogram.frame(at: start + part * columnSeconds)
      while nextChange < changes.count, changes[nextChange] <= frame { nextChange += 1 }
      end = min(frame + ahead, nextChange < changes.count ? changes[nextChange] : .max)
    }

    mutating func append(_ samples: [Float]) {
      signal.append(samples)
      while pieces < columns * piecesPerColumn, signal.end >= end { measure() }
      signal.forget(before: end - spectrum.size)
    }

    mutating func finish() { while pieces < columns * piecesPerColumn { measure() } }

    private mutating func measure() {
      // With a Hann window, a sine of amplitude 1 has a quarter of the magnitude.
      spectrum.magnitudes(
        of: signal, from: end - spectrum.size, gain: 4 / Float(spectrum.size), into: &magnitudes)
      let column = pieces / piecesPerColumn
      pieces += 1
      placeNext()
      let binHertz = SensationTrack.sampleRate / Double(spectrum.size)
      var strongest = Self.bands.map { hertz in
        // Low bands are narrower than a bin.
        let place = hertz / binHertz
        let (bin, part) = (Int(place), Float(place - place.rounded(.down)))
        return magnitudes[bin] * (1 - part) + magnitudes[bin + 1] * part
      }
      for bin in 1..<magnitudes.count - 1 {
        if let band = Self.band(of: Double(bin) * binHertz) {
          strongest[band] = max(strongest[band], magnitudes[bin])
        }
        guard let peak = peak(at: bin), let band = Self.band(of: peak.bin * binHertz) else {
          continue
        }
        strongest[band] = max(strongest[band], peak.amplitude)
      }
      for (band, amplitude) in strongest.enumerated() {
        let decibels = Decibels.level(Double(max(amplitude, 1e-9)))
        let level = UInt8(min(max(1 - decibels / floorDecibels, 0), 1) * 255)
        let index = column * Self.bands.count + band
        if level > levels[index] { levels[index] = level }
      }
    }

    /// Returns the band that contains `hertz`; nil for a frequency that is not drawn.
    private static func band(of hertz: Double) -> Int? {
      guard frequencies.contains(hertz) else { return nil }
      let place = log2(hertz / frequencies.lowerBound) * Double(bandsPerOctave)
      return min(Int(place), bands.count - 1)
    }

    /// Returns the frequency, in bins, and the amplitude of a sine whose strongest bin is `bin`; nil if a neighbor
    /// is stronger.
    ///
    /// A sine between two bins is up to 1.4 dB weaker in both of them.
    ///
    /// Source: the transform of a Hann window, sinc(x) / (1 - x²); the ratio of two bins gives x.
    private func peak(at bin: Int) -> (bin: Double, amplitude: Float)? {
      let (below, own, above) = (magnitudes[bin - 1], magnitudes[bin], magnitudes[bin + 1])
      guard own >= below, own > above else { return nil }
      let ratio = Double(max(below, above) / own)
      let offset = min(max((2 * ratio - 1) / (1 + ratio), 0), 0.5)
      guard offset > 1e-6 else { return (Double(bin), own) }
      let angle = Double.pi * offset
      let gain = Float(angle * (1 - offset * offset) / sin(angle))
      return (Double(bin) + (above > below ? offset : -offset), own * gain)
    }
  }
}
