public import AudioSession
internal import PhoneRuntime

/// An app's player, reduced to the part that a session notices: whether output is running.
///
/// An app starts with one player and can create more with `SimulatedApp.makePlayer`. The app's output runs while any
/// of them plays. The members are named after those of `AVAudioPlayer`; `start()` is named after `AVAudioEngine`'s.
/// Playing activates the session, whatever its category. The system stops the player when the session is interrupted or
/// deactivated, and never restarts it. A player also stops when it is released; the app retains its first player. When
/// its output is unplugged, it continues on the speaker, as `AVAudioPlayer` does, unless its `kind` is `system`.
///
/// The player uses the phone's time, which `SimulatedPhone.advance(by:)` advances.
///
/// - Thread: any.
public final class SimulatedAudioPlayer: Sendable {
  private let audio: AppAudio
  private let id: Int

  init(_ id: Int, of audio: AppAudio) {
    self.audio = audio
    self.id = id
    audio.setOwner(self, of: id)
  }

  deinit { audio.releasePlayer(id) }

  /// Whether the player is playing, audibly or not.
  public var isPlaying: Bool { audio.isPlaying(id) }

  /// The kind of the player.
  ///
  /// The default is `own`, so that an app that ignores an unplugged output is caught. `system` stands for an
  /// `AVPlayer`, which pauses itself when its output is unplugged. `engine` stands for an `AVAudioEngine`, which stops
  /// if its hardware's sample rate or number of channels changes, and posts `AVAudioEngineConfigurationChange`.
  public var kind: PlayerKind {
    get { audio.kind(of: id) }
    set { audio.setKind(newValue, of: id) }
  }

  /// Plays, if the session allows it.
  ///
  /// - Returns: whether the player is now playing.
  @discardableResult
  public func play() -> Bool {
    do {
      try start()
      return true
    } catch {
      return false
    }
  }

  /// Plays, or throws the reason why it cannot.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` if the app is not running.
  public func start() throws { try audio.play(id) }

  /// Pauses; the session stays active.
  public func pause() { stop() }

  /// Stops but keeps the position, as `AVAudioPlayer` does.
  ///
  /// The session stays active.
  ///
  /// This has an effect only while the app is running.
  public func stop() { audio.stop(id) }

  /// The length of the sound, in seconds.
  ///
  /// The default is nil, for a sound that does not end.
  ///
  /// A length of less than one frame is rounded up to one frame.
  public var duration: Double? {
    get { audio.duration(of: id)?.seconds }
    set {
      let frames = newValue.map { max(1, PhoneTime(seconds: $0).frames) }
      audio.setDuration(frames.map(PhoneTime.init(frames:)), of: id)
    }
  }

  /// The position in the sound, in seconds.
  ///
  /// Setting the position does not leave the present repetition. A position beyond the end is moved to the end.
  public var currentTime: Double {
    get { audio.position(of: id).seconds }
    set { audio.seek(id, to: PhoneTime(seconds: newValue)) }
  }

  /// The number of times that the sound is repeated; negative to repeat without end.
  ///
  /// The number is read at the end of each repetition. If it is lowered, the present repetition still plays to its end.
  ///
  /// Source: header `AVAudioPlayer.h`: "the number of times that the sound will return to the beginning upon reaching
  /// the end". Our choice: setting a position does not change the repetition.
  public var numberOfLoops: Int {
    get { audio.loops(of: id) }
    set { audio.setLoops(newValue, of: id) }
  }

  /// Calls a handler whenever the sound ends: `audioPlayerDidFinishPlaying`.
  ///
  /// - Parameter handler: called by the thread that advances the time; nil for none.
  public func whenFinished(_ handler: (@Sendable () -> Void)?) {
    let told: @Sendable (TrackNews) -> Void = { if case .finished = $0 { handler?() } }
    audio.setHandler(handler == nil ? nil : told, of: id, .output)
  }

  /// Calls a handler with everything that happens to the player by itself, instead of the handler of `whenFinished`.
  ///
  /// - Parameter handler: called where notifications are posted, or by the thread that advances the time.
  package func whenTold(_ handler: (@Sendable (TrackNews) -> Void)?) {
    audio.setHandler(handler, of: id, .output)
  }

  /// Sets the object of the notifications that an engine posts, instead of this player.
  package func setSender(_ object: AnyObject) { audio.setOwner(object, of: id) }

  /// The seconds of the sound that pass in one second, more than 0.
  ///
  /// The default is 1. Values are clamped to 1/64...64; a value that is not finite is ignored.
  public var rate: Double {
    get { audio.rate(of: id) }
    set { if newValue.isFinite { audio.setRate(min(max(newValue, 1 / 64), 64), of: id) } }
  }

  /// Plays like `start()`, but the sound begins after a delay in seconds, while `isPlaying` is already true.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` if the app is not running.
  package func start(after delay: Double) throws {
    try audio.play(id, after: PhoneTime(seconds: delay))
  }
}

/// Something that happens to a player or a recorder without a call of its own methods.
package enum TrackNews: Hashable, Sendable {
  /// The sound or the limited recording has ended.
  case finished
  /// The system has stopped the player or recorder.
  case stopped(IOStopReason)
  /// The interruption that has stopped the player or recorder is over.
  case interruptionEnded(shouldResume: Bool)
}

/// An app's recorder, reduced to the part that a session notices: whether input is running.
///
/// An app starts with one recorder and can create more with `SimulatedApp.makeRecorder`. The app's input runs while any
/// of them records. The members are named after those of `AVAudioRecorder`; `start()` is named after `AVAudioEngine`'s.
/// Recording activates the session. A recorder stops when it is released; the app retains its first recorder.
///
/// - Thread: any.
public final class SimulatedAudioRecorder: Sendable {
  private let binding: SessionBinding
  private let audio: AppAudio
  private let id: Int

  init(_ id: Int, of audio: AppAudio, _ binding: SessionBinding) {
    self.id = id
    self.audio = audio
    self.binding = binding
  }

  deinit { audio.releaseRecorder(id) }

  /// Whether the recorder is recording.
  public var isRecording: Bool { audio.isRecording(id) }

  /// Whether the recorder records silence: because permission is missing, the microphone is muted, or the app has muted
  /// its input.
  public var recordsSilence: Bool {
    binding.phone.recordsSilence(binding.app)
  }

  /// The length of the recording, in seconds.
  public var currentTime: Double { audio.recordedTime(id).seconds }

  /// Records, if the session allows it.
  ///
  /// - Returns: whether the recorder is now recording.
  @discardableResult
  public func record() -> Bool {
    do {
      try start()
      return true
    } catch {
      return false
    }
  }

  /// Records, or throws the reason why it cannot.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` if the app is not running.
  public func start() throws { try audio.record(id) }

  /// Records like `start()`, but the recording begins after a delay, and ends by itself.
  ///
  /// - Parameters:
  ///   - delay: the time until the recording begins, in seconds.
  ///   - length: the length of the whole recording in seconds; nil for a recording without an end.
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` if the app is not running.
  package func start(after delay: Double, length: Double?) throws {
    audio.setRecordingLength(length.map { PhoneTime(seconds: max(0, $0)) }, of: id)
    try audio.record(id, after: PhoneTime(seconds: delay))
  }

  /// Calls a handler with everything that happens to the recorder by itself.
  ///
  /// - Parameter handler: called where notifications are posted, or by the thread that advances the time.
  package func whenTold(_ handler: (@Sendable (TrackNews) -> Void)?) {
    audio.setHandler(handler, of: id, .input)
  }

  /// Pauses; the session stays active.
  public func pause() { audio.stopRecording(id, rewinds: false) }

  /// Stops and ends the recording; `record()` then starts a new one.
  ///
  /// The session stays active.
  ///
  /// This has an effect only while the app is running.
  public func stop() { audio.stopRecording(id, rewinds: true) }
}
