internal import AudioSessionTesting
public import Foundation

/// Plays a sound from a file or from memory, in the time of the current phone.
///
/// Playing activates the session. The system stops the player when the session is interrupted, and never restarts it. An
/// unplugged output does not stop it. A player of lost media services never plays again, and the app makes a new one
/// (Technical Q&A QA1749). The length comes from the header of the file; see the module's page for the
/// formats.
///
/// Source: `AVAudioPlayer.h`.
///
/// - Thread: one at a time; the delegate is called on the main queue.
open class AVAudioPlayer: NSObject {
  private let seat = PlayerSeat(.own)
  private let file: SoundFile?
  private var fade = VolumeFade()
  private var levels = SoundLevels()
  private var wantedRate: Float = 1

  /// The object that is notified when the sound ends or is interrupted.
  open weak var delegate: (any AVAudioPlayerDelegate)?
  /// The file of the sound; nil for a sound from memory.
  open private(set) var url: URL?
  /// The bytes of the sound; nil for a sound from a file.
  open private(set) var data: Data?
  /// The balance between left, -1, and right, 1.
  open var pan: Float = 0
  /// Whether levels are measured.
  open var isMeteringEnabled = false

  /// Creates a player without a sound, for subclasses in tests.
  public override init() {
    file = nil
    super.init()
    start()
  }

  /// Creates a player of a file.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` that says what is wrong with the file.
  public init(contentsOf url: URL) throws {
    file = try SoundFile(contentsOf: url)
    self.url = url
    super.init()
    start()
  }

  /// Creates a player of a file; the hint is not needed, because the bytes tell the type.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` that says what is wrong with the file.
  public init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    file = try SoundFile(contentsOf: url)
    self.url = url
    super.init()
    start()
  }

  /// Creates a player of the bytes of a file.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` that says what is wrong with the bytes.
  public init(data: Data) throws {
    file = try SoundFile(data, name: "the data")
    self.data = data
    super.init()
    start()
  }

  /// Creates a player of the bytes of a file; the hint is not needed, because the bytes tell the type.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain` that says what is wrong with the bytes.
  public init(data: Data, fileTypeHint utiString: String?) throws {
    file = try SoundFile(data, name: "the data")
    self.data = data
    super.init()
    start()
  }

  private func start() {
    seat.player.duration = duration
    levels = file?.silentLevels ?? SoundLevels()
    let player = Unchecked(WeakPlayer(player: self))
    seat.whenTold { news in
      MainThread.run { player.value.player?.told(news) }
    }
  }

  private func told(_ news: TrackNews) {
    switch news {
    case .finished: delegate?.audioPlayerDidFinishPlaying(self, successfully: true)
    case .stopped(.interrupted): delegate?.audioPlayerBeginInterruption(self)
    case .stopped: break
    case .interruptionEnded(let shouldResume):
      delegate?.audioPlayerEndInterruption(self, withOptions: shouldResume ? 1 : 0)
    }
  }

  // MARK: Playing

  /// Prepares to play, which does not activate the session.
  ///
  /// - Returns: true.
  @discardableResult
  open func prepareToPlay() -> Bool { true }

  /// Plays from `currentTime` on.
  ///
  /// - Returns: whether the player plays, which the session may refuse.
  @discardableResult
  open func play() -> Bool { !seat.isOrphan && seat.move().play() }

  /// Plays from a time on, which is measured by `deviceCurrentTime`.
  ///
  /// - Returns: whether the player plays, which the session may refuse.
  @discardableResult
  open func play(atTime time: TimeInterval) -> Bool {
    if seat.isOrphan { return false }
    let player = seat.move()
    return (try? player.start(after: max(0, time - seat.time))) != nil
  }

  /// Pauses.
  open func pause() { seat.player.pause() }

  /// Stops, and keeps the position.
  open func stop() { seat.player.stop() }

  /// Whether the player plays.
  open var isPlaying: Bool { seat.player.isPlaying }

  // MARK: Time

  /// The length of the sound in seconds.
  open var duration: TimeInterval { file?.seconds ?? 0 }

  /// The position in seconds.
  open var currentTime: TimeInterval {
    get { seat.player.currentTime }
    set { seat.player.currentTime = newValue }
  }

  /// The time of the phone, in seconds.
  open var deviceCurrentTime: TimeInterval { seat.time }

  /// The number of times that the sound is repeated; negative to repeat without end.
  open var numberOfLoops: Int {
    get { seat.player.numberOfLoops }
    set { seat.player.numberOfLoops = newValue }
  }

  /// Whether `rate` has an effect; false by default.
  ///
  /// Our choice: it takes effect immediately. On a phone, it must be set before `prepareToPlay`.
  open var enableRate = false {
    didSet { setRate() }
  }

  /// The seconds of the sound that pass in one second; 1 by default.
  open var rate: Float {
    get { wantedRate }
    set {
      wantedRate = newValue
      setRate()
    }
  }

  private func setRate() { seat.player.rate = enableRate ? Double(wantedRate) : 1 }

  // MARK: Sound

  /// The volume, 0...1.
  open var volume: Float {
    get { fade.volume(at: seat.time) }
    set { fade = VolumeFade(to: newValue) }
  }

  /// Changes the volume gradually, while the phone's time advances.
  ///
  /// - Parameters:
  ///   - volume: the new volume, 0...1.
  ///   - duration: the length of the change in seconds.
  open func setVolume(_ volume: Float, fadeDuration duration: TimeInterval) {
    let now = seat.time
    fade = VolumeFade(from: self.volume, to: volume, start: now, seconds: duration)
  }

  /// The number of channels.
  open var numberOfChannels: Int { file?.channels ?? 0 }

  /// The format of the sound, with Apple's keys.
  open var settings: [String: Any] { file?.settings ?? [:] }

  /// Measures the levels of the sound just before the present position.
  ///
  /// An uncompressed sound has the levels of its samples. A compressed sound is measured as silence, because it is not
  /// decoded.
  open func updateMeters() {
    guard isMeteringEnabled, let file else { return }
    levels = isPlaying ? file.levels(before: currentTime) : file.silentLevels
  }

  /// The average level of a channel at the last `updateMeters`, -160...0 dB.
  open func averagePower(forChannel channelNumber: Int) -> Float {
    levels.channels.indices.contains(channelNumber)
      ? levels.channels[channelNumber].average : SoundLevels.silence
  }

  /// The greatest level of a channel at the last `updateMeters`, -160...0 dB.
  open func peakPower(forChannel channelNumber: Int) -> Float {
    levels.channels.indices.contains(channelNumber)
      ? levels.channels[channelNumber].peak : SoundLevels.silence
  }
}

private struct WeakPlayer {
  weak var player: AVAudioPlayer?
}

/// A volume that changes linearly from one value to another.
struct VolumeFade: Sendable {
  private var from: Float = 1
  private var to: Float = 1
  private var start = 0.0
  private var seconds = 0.0

  /// The full volume.
  init() {}

  /// A constant volume.
  init(to volume: Float) { to = volume }

  /// A volume that changes from `start` on, in seconds of the phone's time.
  init(from: Float, to: Float, start: Double, seconds: Double) {
    self.from = from
    self.to = to
    self.start = start
    self.seconds = seconds
  }

  /// Returns the volume at a time.
  ///
  /// Our choice: the volume during the change, because Apple does not document whether the property has the final
  /// value immediately.
  func volume(at time: Double) -> Float {
    guard seconds > 0, time < start + seconds else { return to }
    return from + (to - from) * Float(max(0, time - start) / seconds)
  }
}
