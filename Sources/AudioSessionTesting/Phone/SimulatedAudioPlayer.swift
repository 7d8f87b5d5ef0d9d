import AudioSession
import PhoneRuntime

/// What an app plays with, as much of it as a session notices: output that runs or does not.
///
/// It stands for all of the app's players together and has the names of `AVAudioPlayer`'s members;
/// `start()` is `AVAudioEngine`'s. Playing activates the session, with whatever category it has. The
/// system stops it when the session is interrupted or deactivated; it never starts again by itself.
/// When its output is unplugged, it goes on from the speaker, as those players do, unless its `kind`
/// is the system's.
///
/// - Thread: any.
public final class SimulatedAudioPlayer: Sendable {
  private let session: SimulatedAudioSession

  init(session: SimulatedAudioSession) { self.session = session }

  /// Whether the player plays, audible or not.
  public var isPlaying: Bool { session.runtime.phone.isPlaying(session.app) }

  /// The kind of the player: `own` at first, so that an app that ignores an unplugged output is
  /// found out; `system` for an `AVPlayer`, which pauses itself then; `engine` for an
  /// `AVAudioEngine`, which stops where its hardware has another sample rate or number of
  /// channels, and posts `AVAudioEngineConfigurationChange`.
  public var kind: PlayerKind {
    get { session.runtime.phone.playerKind(of: session.app) }
    set { _ = try? session.runtime.perform(.setPlayer(session.app, newValue)) }
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
  public func start() throws { try session.call(.startOutput(session.app)) }

  /// Pauses; the session stays active.
  public func pause() { stop() }

  /// Stops; the session stays active.
  ///
  /// An app that does not run has nothing left to stop.
  public func stop() { try? session.call(.stopOutput(session.app)) }
}

/// What an app records with, as much of it as a session notices: input that runs or does not.
///
/// It stands for all of the app's recorders together and has the names of `AVAudioRecorder`'s
/// members; `start()` is `AVAudioEngine`'s. Recording activates the session.
///
/// - Thread: any.
public final class SimulatedAudioRecorder: Sendable {
  private let session: SimulatedAudioSession

  init(session: SimulatedAudioSession) { self.session = session }

  /// Whether the recorder records.
  public var isRecording: Bool { session.runtime.phone.isRecording(session.app) }

  /// Whether silence is recorded, for want of permission or by a muted microphone.
  public var recordsSilence: Bool { session.runtime.phone.recordsSilence(session.app) }

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
  public func start() throws { try session.call(.startInput(session.app)) }

  /// Pauses; the session stays active.
  public func pause() { stop() }

  /// Stops; the session stays active.
  ///
  /// An app that does not run has nothing left to stop.
  public func stop() { try? session.call(.stopInput(session.app)) }
}
