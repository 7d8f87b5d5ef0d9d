private import AudioSession
private import HapticEngine
private import PhoneAudio
private import PhoneRuntime
public import Realtime

/// A busy phone whose mixer is pulled block by block, for the proofs of real-time safety.
///
/// - Thread: one at a time.
public final class MixerWorkload {
  /// The mixer's render side, which an output would pull.
  public let source: any BlockSource
  /// The block that is rendered into.
  public let block: BusBlock

  private let buffers: BusBuffers
  private let runtime: PhoneRuntime
  private let mixer: PhoneMixer
  private var random = SplitMix64(seed: 4)

  /// Creates a phone with six apps, two of which duck others.
  ///
  /// - Parameter frames: the frames per block.
  /// - Throws: `SetupError`, which does not occur.
  public init(frames: Int) throws {
    buffers = BusBuffers(capacity: frames)
    block = buffers.block(frames: frames)
    let configurations: [SessionConfiguration] = [
      SessionConfiguration(.playback, options: .mixWithOthers), SessionConfiguration(.ambient),
      SessionConfiguration(.playback), SessionConfiguration(.playAndRecord),
      SessionConfiguration(.playback, options: .duckOthers),
      SessionConfiguration(.ambient, options: .duckOthers),
    ]
    runtime = try PhoneRuntime(
      PhoneSetup(
        apps: configurations.map { configuration in
          var app = AppState()
          app.configuration = configuration
          return app
        }))
    let voices = SyntheticVoice.allCases
    mixer = PhoneMixer(
      runtime,
      PhoneAudioConfiguration(
        sounds: configurations.indices.map {
          voices[$0 % voices.count].table(sampleRate: PhoneTime.framesPerSecond)
        }, drive: .pulled))
    source = mixer
  }

  /// Performs an event before the next block, and frees returned memory.
  ///
  /// This is the control side's part, which is not real-time.
  public func control() {
    mixer.collect()
    runtime.advance(to: PhoneTime(frames: mixer.frame))
    let app = AppID(Int.random(in: 0..<6, using: &random))
    // Events that the phone rejects are skipped.
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1, 2: _ = try? runtime.perform(.resident(.play(seconds: nil)), by: app)
    case 3: _ = try? runtime.perform(.resident(.pause), by: app)
    case 4: _ = try? runtime.perform(.session(.deactivate([])), by: app)
    case 5, 6, 7: _ = try? runtime.perform(.resident(.playHaptic("notification.success")), by: app)
    case 8: _ = try? runtime.perform(.phone(.silentModeSet(random.oneIn(2))))
    case 9: _ = try? runtime.perform(.phone(.volumeSet(.media, random.number(in: 0...1))))
    case 10: _ = try? runtime.perform(.phone(.portConnected(.headphones)))
    case 11: _ = try? runtime.perform(.phone(.portDisconnected(.headphones)))
    case 12: _ = try? runtime.perform(.phone(.callRang(.phone)))
    default: _ = try? runtime.perform(.phone(.callDeclined(.resumable)))
    }
  }
}
