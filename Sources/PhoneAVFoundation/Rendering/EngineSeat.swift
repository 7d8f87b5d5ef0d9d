internal import AudioSession
internal import AudioSessionTesting
internal import Foundation
internal import PhoneAudio
internal import PhoneRuntime

/// The phone's side of an engine: its output and input as the policy sees them, and its way to the phone's mix.
///
/// - Thread: one at a time, under the graph's lock, except `told`.
final class EngineSeat {
  private let seat = PlayerSeat(.engine)
  private var recorder: SimulatedAudioRecorder?
  private var recorderApp: SimulatedApp?
  private var feed: (feed: SoundFeed, number: Int, app: AppID)?
  private weak var mixer: PhoneMixer?
  /// Whether the engine plays, and does not only record.
  private var hasOutput = true
  private var stopped: @Sendable () -> Void = {}

  /// Whether the media services were lost since the engine was made, so that it is orphaned.
  ///
  /// Source: Technical Q&A QA1749: after a reset, audio objects are orphaned, and the app makes new ones.
  var isOrphan: Bool { seat.isOrphan }
  /// Whether the output is running, as the policy sees it; for an engine that only records, the input.
  var isRunning: Bool { hasOutput ? seat.player.isPlaying : recorder?.isRecording ?? false }
  /// Whether the engine belongs to the current phone.
  var isOnCurrentPhone: Bool { seat.app === SimulatedPhone.current.app }
  /// The phone of the engine; nil if it is gone.
  var phone: SimulatedPhone? { seat.phone }
  /// The present time of the phone.
  var now: PhoneTime { seat.app.now }
  /// The seconds until a rendered frame is heard.
  var latency: Double { seat.app.outputLatencySeconds }
  /// The frames of the phone's time in a block.
  var blockFrames: Int64 { max(64, Int64((seat.app.ioBufferSeconds * 48_000).rounded())) }

  /// Calls a handler when the system stops the engine.
  func whenStopped(_ handler: @escaping @Sendable () -> Void) {
    stopped = handler
    seat.whenTold { news in if case .stopped = news { handler() } }
  }

  /// Sets the object of the notification that the configuration has changed.
  func setSender(_ sender: AnyObject) { seat.setSender(sender) }

  /// Starts the output, and the input if it is needed, on the current phone.
  ///
  /// - Parameters:
  ///   - hasOutput: whether the graph plays.
  ///   - needsInput: whether the graph cannot run without the input.
  ///   - mayUseInput: whether the app has asked for the input node.
  /// - Throws: the session's error, with the domain of engines.
  func start(hasOutput: Bool, needsInput: Bool, mayUseInput: Bool) throws {
    self.hasOutput = hasOutput || !needsInput
    let player = seat.move()
    let app = seat.app
    if recorderApp !== app { (recorder, recorderApp) = (nil, app) }
    do {
      if self.hasOutput { try player.start() }
      // Source: github.com/AudioKit/AudioKit/pull/1876: an input node that exists is enough to run the input.
      if needsInput || mayUseInput && app.session.category.hasInput {
        let recorder = recorder ?? app.makeRecorder()
        self.recorder = recorder
        let handler = self.hasOutput ? {} : stopped
        recorder.whenTold { news in if case .stopped = news { handler() } }
        try recorder.start()
      }
    } catch let error as NSError where error.domain == NSOSStatusErrorDomain {
      stop()
      throw EngineError.session(error)
    } catch {
      stop()
      throw error
    }
  }

  /// Stops the output and the input.
  func stop() {
    detach()
    // The system may have stopped them already.
    if seat.player.isPlaying { seat.player.pause() }
    if let recorder, recorder.isRecording { recorder.pause() }
  }

  // MARK: The mix

  /// Passes a block to the phone's mix, if there is one.
  func play(_ samples: GraphBuffer, frames: Int, from frame: Int64) {
    if feed == nil || mixer == nil { attach(from: frame) }
    if mixer != nil { feed?.feed.write(samples, frames: frames) }
  }

  private func attach(from frame: Int64) {
    detach()
    let (runtime, app) = seat.app.session.owner
    guard let mixer = runtime.sink(PhoneMixer.self) else { return }
    let feed = SoundFeed(from: frame)
    guard let number = mixer.attach(feed, of: app) else { return feed.deallocate() }
    self.mixer = mixer
    self.feed = (feed, number, app)
  }

  /// Ends the sound in the phone's mix.
  func detach() {
    guard let feed else { return }
    self.feed = nil
    if let mixer {
      mixer.detach(feed: feed.number, feed.feed, of: feed.app)
    } else {
      feed.feed.deallocate()
    }
  }

  deinit { detach() }
}
