private import CFFTW
private import Glibc
internal import Synchronization
package import TextFormats

/// FFTW in single precision; a caller must load it before using a transform.
private let fftwLibrary = unsafe SystemLibrary(
  "libfftw3f.so.3", package: "libfftw3-single3", find: cfftw_find)

/// FFTW's planner must run on only one thread at a time.
///
/// Source: FFTW 3.3.10, "Thread safety".
private let planner = Mutex(())

/// The magnitudes of a windowed piece of signal, computed by FFTW.
///
/// - Thread: one at a time, because it owns buffers.        Realtime-safe: no.
@safe
package final class Spectrum {
  /// The number of transformed samples; even.
  package let size: Int
  /// The number of magnitudes, for frequencies from 0 to half the sample rate.
  package var binCount: Int { size / 2 + 1 }

  // SAFETY: `input` holds `size` floats and `output` 2 * (size / 2 + 1); both are freed in deinit.
  private let input: UnsafeMutablePointer<Float>
  private let output: UnsafeMutablePointer<Float>
  private let plan: fftwf_plan
  private let window: [Float]

  /// Creates a transform of `size` samples with a Hann window.
  ///
  /// - Throws: `MissingLibrary` if FFTW is not installed.
  init(size: Int) throws(MissingLibrary) {
    try fftwLibrary.require()
    let functions = fftwLibrary.functions
    self.size = size
    let outputCount = 2 * (size / 2 + 1)
    let bytes = MemoryLayout<Float>.stride
    // SAFETY: FFTW's memory is aligned for its vectors; without memory the program cannot continue.
    guard let input = unsafe functions.fftwf_malloc(size * bytes),
      let output = unsafe functions.fftwf_malloc(outputCount * bytes)
    else { fatalError("out of memory for a transform of \(size) samples") }
    unsafe self.input = input.bindMemory(to: Float.self, capacity: size)
    unsafe self.output = output.bindMemory(to: Float.self, capacity: outputCount)
    // SAFETY: fftwf_complex is two floats. Plans are estimated and not measured, so that results are identical on every
    // run, bit for bit.
    nonisolated(unsafe) var made: fftwf_plan?
    nonisolated(unsafe) let (from, to) = unsafe (input, output)
    planner.withLock { _ in
      unsafe made = functions.fftwf_plan_dft_r2c_1d(
        Int32(size), from.assumingMemoryBound(to: Float.self),
        to.assumingMemoryBound(to: fftwf_complex.self), UInt32(FFTW_ESTIMATE))
    }
    guard let plan = unsafe made else {
      fatalError("FFTW does not provide a plan for \(size) samples")
    }
    unsafe self.plan = plan
    window = (0..<size).map { index in
      Float(0.5 - 0.5 * cos(2 * Double.pi * (Double(index) + 0.5) / Double(size)))
    }
  }

  deinit {
    let functions = fftwLibrary.functions
    // SAFETY: the plan and the buffers are not used anymore.
    nonisolated(unsafe) let plan = unsafe plan
    planner.withLock { _ in unsafe functions.fftwf_destroy_plan(plan) }
    unsafe functions.fftwf_free(input)
    unsafe functions.fftwf_free(output)
  }

  /// Creates a transform of about `seconds` of a signal at `sampleRate`.
  ///
  /// - Throws: `MissingLibrary` if FFTW is not installed.
  package convenience init(seconds: Double, sampleRate: Double) throws(MissingLibrary) {
    try self.init(size: Self.size(near: seconds * sampleRate))
  }

  /// Returns the even number nearest to `count` without a prime factor above 5, at least 32.
  ///
  /// The nearest power of two may be a third longer or shorter, and a longer spectrum shows an onset earlier. Source:
  /// FFTW 3.3.10, "Real-data DFTs": FFTW is best at sizes with small factors.
  static func size(near count: Double) -> Int {
    var best = 32
    func powers(of factor: Int, from first: Int) -> [Int] {
      Array(sequence(first: first) { Double($0) < 2 * count ? $0 * factor : nil })
    }
    for twos in powers(of: 2, from: 2) {
      for threes in powers(of: 3, from: twos) {
        for size in powers(of: 5, from: threes) where size >= 32 {
          if abs(Double(size) - count) < abs(Double(best) - count) { best = size }
        }
      }
    }
    return best
  }

  /// Returns `gain` times the factor that makes a sine as large in this spectrum as in a spectrum of 2 048 samples.
  package func gain(_ gain: Double) -> Float { Float(gain * 2_048 / Double(size)) }

  /// Writes the magnitudes of the `size` samples of `signal` from `start` on, times `gain`.
  ///
  /// Samples outside of the signal are silent.
  ///
  /// - Parameters:
  ///   - signal: the samples.
  ///   - start: the index of the first sample; may be negative.
  ///   - gain: the factor of the samples.
  ///   - magnitudes: the output, with room for at least `binCount` magnitudes.
  package func magnitudes(
    of signal: borrowing SignalWindow, from start: Int, gain: Float, into magnitudes: inout [Float]
  ) {
    unsafe signal.copy(from: start, count: size, to: input)
    unsafe window.withUnsafeBufferPointer { window in
      // SAFETY: the window and the input have `size` elements.
      for index in 0..<size { unsafe input[index] *= window[index] * gain }
    }
    unsafe fftwLibrary.functions.fftwf_execute(plan)
    let count = binCount
    unsafe magnitudes.withUnsafeMutableBufferPointer { magnitudes in
      // SAFETY: the output has two floats for each bin, and `magnitudes` one.
      for bin in 0..<count {
        let (real, imaginary) = unsafe (output[2 * bin], output[2 * bin + 1])
        unsafe magnitudes[bin] = (real * real + imaginary * imaginary).squareRoot()
      }
    }
  }

  /// Writes the autocorrelation of the signal with the given magnitudes, for lags up to half of `size`.
  ///
  /// Source: Wiener and Khinchin: the transform of the power spectrum.
  func autocorrelation(of magnitudes: [Float], into correlation: inout [Float]) {
    let half = size / 2
    for bin in 0...half {
      let power = magnitudes[bin] * magnitudes[bin]
      // SAFETY: a power spectrum is even: bin and size - bin are the same.
      unsafe input[bin] = power
      if bin > 0 && bin < half { unsafe input[size - bin] = power }
    }
    unsafe fftwLibrary.functions.fftwf_execute(plan)
    for lag in 0...half { correlation[lag] = unsafe output[2 * lag] }
  }
}

/// The most recent part of a signal that is read block by block.
package struct SignalWindow {
  private(set) var samples: [Float] = []
  /// The position of the first kept sample in the whole signal.
  private(set) var first = 0
  /// The position after the last kept sample.
  package var end: Int { first + samples.count }

  /// Creates an empty window.
  package init() {}

  /// Adds the next samples.
  package mutating func append(_ block: [Float]) { samples += block }

  /// Discards samples before `place` from time to time.
  package mutating func forget(before place: Int) {
    let count = min(place - first, samples.count)
    guard count > samples.count / 2 else { return }
    samples.removeFirst(count)
    first += count
  }

  /// Copies `count` samples from `start` on to `target`; samples that are not available are zero.
  fileprivate borrowing func copy(
    from start: Int, count: Int, to target: UnsafeMutablePointer<Float>
  ) {
    let from = min(max(start - first, 0), samples.count)
    let until = min(max(start + count - first, from), samples.count)
    let lead = min(max(first - start, 0), count)
    let filled = lead + until - from
    // SAFETY: the target has room for `count`; lead + (until - from) is at most that, and the samples from `from` until
    // `until` are available.
    unsafe target.update(repeating: 0, count: lead)
    unsafe samples.withUnsafeBufferPointer { samples in
      guard let own = samples.baseAddress, from < until else { return }
      unsafe (target + lead).update(from: own + from, count: until - from)
    }
    unsafe (target + filled).update(repeating: 0, count: count - filled)
  }

  /// Returns the largest magnitude of the available samples from `start` until `end`; 0 without samples.
  borrowing func peak(from start: Int, until end: Int) -> Float {
    let from = min(max(start - first, 0), samples.count)
    let until = min(max(end - first, from), samples.count)
    return samples[from..<until].reduce(0) { max($0, abs($1)) }
  }

  /// Returns the available samples from `start` until `end`.
  borrowing func samples(from start: Int, until end: Int) -> ArraySlice<Float> {
    let from = min(max(start - first, 0), samples.count)
    return samples[from..<min(max(end - first, from), samples.count)]
  }

  /// Returns the position of the first sample from `start` until `end` whose magnitude is above `level`.
  borrowing func firstIndex(from start: Int, until end: Int, above level: Float) -> Int? {
    let from = min(max(start - first, 0), samples.count)
    let until = min(max(end - first, from), samples.count)
    return samples[from..<until].firstIndex { abs($0) > level }.map { $0 + first }
  }

  /// Returns the root mean square of the available samples from `start` until `end`.
  package borrowing func amplitude(from start: Int, until end: Int) -> Double {
    let from = min(max(start - first, 0), samples.count)
    let until = min(max(end - first, from), samples.count)
    guard end > start else { return 0 }
    var sum: Float = 0
    for sample in samples[from..<until] { sum += sample * sample }
    return (Double(sum) / Double(end - start)).squareRoot()
  }
}
