public import AudioSession
internal import PhoneRuntime

/// What an app plays with, as much of it as a session notices: output that runs or does not.
///
/// An app has one at first, and as many as it makes with `SimulatedApp.makePlayer`; its output runs
/// while any of them plays. It has the names of `AVAudioPlayer`'s members; `start()` is
/// `AVAudioEngine`'s. Playing activates the session, with whatever category it has. The system stops it
/// when the session is interrupted or deactivated; it never starts again by itself. It stops when
/// nobody holds it any more; the app holds its first one. When its output is
/// unplugged, it goes on from the speaker, as those players do, unless its `kind` is the system's.
///
/// Its time is the phone's: it passes by `SimulatedPhone.advance(by:)`.
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

  /// Whether the player plays, audible or not.
  public var isPlaying: Bool { audio.isPlaying(id) }

  /// The kind of the player: `own` at first, so that an app that ignores an unplugged output is
  /// found out; `system` for an `AVPlayer`, which pauses itself then; `engine` for an
  /// `AVAudioEngine`, which stops where its hardware has another sample rate or number of
  /// channels, and posts `AVAudioEngineConfigurationChange`.
  public var kind: PlayerKind {
    get { audio.kind(of: id) }
    set { audio.setKind(newValue, of: id) }
  }

  /// Plays, if the session lets it.
  ///
  /// - Returns: whether it plays.
  @discardableResult
  public func play() -> Bool {
    do {
      try start()
      return true
    } catch {
      return false
    }
  }

  /// Plays, or says why not.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` if the app does not run.
  public func start() throws { try audio.play(id) }

  /// Pauses; the session stays active.
  public func pause() { stop() }

  /// Stops, and keeps the position as `AVAudioPlayer` does; the session stays active.
  ///
  /// An app that does not run has nothing left to stop.
  public func stop() { audio.stop(id) }

  /// The length of the sound, in seconds; nil, as at first, for one without an end.
  ///
  /// Less than one frame is one frame.
  public var duration: Double? {
    get { audio.duration(of: id)?.seconds }
    set {
      let frames = newValue.map { max(1, PhoneTime(seconds: $0).frames) }
      audio.setDuration(frames.map(PhoneTime.init(frames:)), of: id)
    }
  }

  /// The position in the sound, in seconds.
  ///
  /// Setting it stays in the present repetition. A position after the end is the end.
  public var currentTime: Double {
    get { audio.position(of: id).seconds }
    set { audio.seek(id, to: PhoneTime(seconds: newValue)) }
  }

  /// The number of times that the sound is repeated; less than 0 for without end.
  ///
  /// It is read at the end of each repetition. If it is lowered, the present repetition plays to its end.
  ///
  /// Source: header `AVAudioPlayer.h`: "the number of times that the sound will return to the beginning upon
  /// reaching the end". That a position set does not change the repetition is our choice.
  public var numberOfLoops: Int {
    get { audio.loops(of: id) }
    set { audio.setLoops(newValue, of: id) }
  }

  /// Calls a handler whenever its sound is over: `audioPlayerDidFinishPlaying`.
  ///
  /// - Parameter handler: called by the thread that lets the time pass; nil for none.
  public func whenFinished(_ handler: (@Sendable () -> Void)?) {
    audio.setWhenFinished(handler, of: id)
  }
}

/// What an app records with, as much of it as a session notices: input that runs or does not.
///
/// An app has one at first, and as many as it makes with `SimulatedApp.makeRecorder`; its input runs
/// while any of them records. It has the names of `AVAudioRecorder`'s members; `start()` is
/// `AVAudioEngine`'s. Recording activates the session. It stops when nobody holds it any more; the app
/// holds its first one.
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

  /// Whether the recorder records.
  public var isRecording: Bool { audio.isRecording(id) }

  /// Whether silence is recorded, for want of permission, by a muted microphone, or because
  /// the app has muted its input.
  public var recordsSilence: Bool {
    binding.phone.recordsSilence(binding.app)
  }

  /// The length of what was recorded, in seconds.
  public var currentTime: Double { audio.recordedTime(id).seconds }

  /// Records, if the session lets it.
  ///
  /// - Returns: whether it records.
  @discardableResult
  public func record() -> Bool {
    do {
      try start()
      return true
    } catch {
      return false
    }
  }

  /// Records, or says why not.
  ///
  /// - Throws: an `NSError` of `NSOSStatusErrorDomain`; `RejectedEvent` if the app does not run.
  public func start() throws { try audio.record(id) }

  /// Pauses; the session stays active.
  public func pause() { audio.stopRecording(id, rewinds: false) }

  /// Stops, and what it records next is another recording; the session stays active.
  ///
  /// An app that does not run has nothing left to stop.
  public func stop() { audio.stopRecording(id, rewinds: true) }
}
