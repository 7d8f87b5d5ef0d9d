import ArgumentParser
import AudioOutput
import AudioSession
import Glibc
import HapticEngine
import PhoneAudio
import PhoneRuntime
import PhoneSimulator
import Realtime
import Synchronization

/// The time from pressing a key on a live phone to the first sample that it changes, on an output that
/// pulls in real time.
struct KeyLatency: Encodable {
  /// The device, or nil for the null output.
  let device: String?
  /// The duration of a block in seconds.
  let periodSeconds: Double
  /// The number of key presses.
  let presses = count
  /// The time from the key to when the first changed sample is due to be pulled: the median, and the
  /// longest.
  let medianSeconds: Double
  let longestSeconds: Double
  /// The median time until it is heard, to the output's best knowledge.
  let heardSeconds: Double

  /// The delay after which a key takes effect, as in `haptic session live`.
  private static let margin = PhoneTime(seconds: 0.005)

  private static let phone = """
    scenario: A phone with music
    apps:
      music: { category: playback, backgroundAudio: true }
    steps: []

    """

  /// The number of key presses.
  ///
  /// Our choice: some seconds.
  private static let count = 60

  /// Measures keys on the null output, or on a device, with a period of `periodMilliseconds`.
  ///
  /// - Throws: `OutputError` if the output cannot be opened; `ValidationError` if a key is not heard.
  init(device: String?, periodMilliseconds: Double) throws {
    self.device = device
    let session = try LiveSession(ScenarioReader.read(Self.phone)[0])
    let mixer = Self.mixer(of: session)
    let probe = ChangeProbe(mixer)
    let output = Self.output(device, periodSeconds: periodMilliseconds / 1_000)
    try output.start(pulling: probe) { _ in }
    defer {
      output.stop()
      mixer.outputHasStopped()
    }
    let period = output.statistics?.periodFrames ?? 0
    func press(_ action: AppAction) {
      let pulled = PhoneTime(frames: mixer.nextFrame)
      let lead = PhoneTime(frames: Int64(period)) + PhoneTime(seconds: 0.05)
      session.advance(to: pulled + Self.margin, foreseeing: pulled + lead)
      session.perform(.app(0, action, fails: nil))
      mixer.collect()
    }
    var pulled: [Int64] = []
    var heard: [Int64] = []
    for number in 0..<Self.count {
      // Keys are pressed at all times between two blocks: steps of the golden ratio never repeat a
      // position.
      let phase = (Double(number) * 0.618).truncatingRemainder(dividingBy: 1)
      usleep(40_000 + UInt32(phase * Double(period) / PhoneTime.framesPerSecond * 1e6))
      probe.begin()
      let start = MonotonicClock.nanoseconds()
      press(.resident(.play(seconds: nil)))
      guard let change = probe.wait() else {
        throw ValidationError("a key was not heard")
      }
      pulled.append(change.pulledNanoseconds - start)
      heard.append(change.heardNanoseconds - start)
      press(.resident(.pause))
    }
    periodSeconds = Double(period) / PhoneTime.framesPerSecond
    medianSeconds = Double(pulled.sorted()[Self.count / 2]) / 1e9
    longestSeconds = Double(pulled.max() ?? 0) / 1e9
    heardSeconds = Double(heard.sorted()[Self.count / 2]) / 1e9
  }

  private static func mixer(of session: LiveSession) -> PhoneMixer {
    let level = DecodedSound(channels: [Array(repeating: 0.1, count: 480)], sampleRate: 48_000)
    return session.run.makeLiveMixer(PhoneAudioConfiguration(sounds: [SoundTable(level)]))
  }

  private static func output(_ device: String?, periodSeconds: Double) -> any BlockOutput {
    let rate = Int(PhoneTime.framesPerSecond)
    guard let device else {
      return NullOutput(
        sampleRate: rate, blockFrames: Int((periodSeconds * PhoneTime.framesPerSecond).rounded()))
    }
    return ALSAOutput(
      ALSAOutput.Configuration(
        pcmName: device, sampleRate: rate, periodSeconds: periodSeconds,
        bufferSeconds: 4 * periodSeconds))
  }

  /// The longest time that is guaranteed, in seconds: a period, and the delay until a key takes effect.
  var limitSeconds: Double { periodSeconds + Self.margin.seconds }
}

/// Passes blocks on, and notes when the first sample of sound is due.
private final class ChangeProbe: BlockSource {
  private let mixer: PhoneMixer
  private let isWaiting = Atomic(false)
  private let pulled = Atomic<Int64>(0)
  private let heard = Atomic<Int64>(0)

  init(_ mixer: PhoneMixer) { self.mixer = mixer }

  func prepare(sampleRate: Double) { mixer.prepare(sampleRate: sampleRate) }

  func render(into block: BusBlock) {
    mixer.render(into: block)
    guard isWaiting.load(ordering: .acquiring), let time = block.time,
      unsafe block.signal?.pointee.contains(.audio) != false
    else { return }
    var index = 0
    while index < block.frameCount {
      if unsafe block.audioLeft[index] != 0 {
        let after = Int64(Double(index) / PhoneTime.framesPerSecond * 1e9)
        pulled.store(time.pulledNanoseconds + after, ordering: .relaxed)
        heard.store(time.heardNanoseconds + after, ordering: .relaxed)
        isWaiting.store(false, ordering: .releasing)
        return
      }
      index += 1
    }
  }

  func collect() {}

  /// Starts waiting for sound.
  func begin() { isWaiting.store(true, ordering: .releasing) }

  /// Waits until sound begins, for at most two seconds.
  func wait() -> BlockTime? {
    for _ in 0..<2_000 where isWaiting.load(ordering: .acquiring) { usleep(1_000) }
    if isWaiting.load(ordering: .acquiring) { return nil }
    return BlockTime(
      pulledNanoseconds: pulled.load(ordering: .relaxed),
      heardNanoseconds: heard.load(ordering: .relaxed))
  }
}
