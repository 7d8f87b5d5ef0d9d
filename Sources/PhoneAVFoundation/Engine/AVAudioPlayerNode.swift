internal import Foundation
internal import PhoneAudio

/// Plays buffers and files, one after the other or at times.
///
/// Source: `AVAudioPlayerNode.h`, and the reports that a method names.
///
/// - Thread: any; handlers are called on a separate thread.
open class AVAudioPlayerNode: AVAudioNode, AVAudioMixing {
  var schedule = PlayerSchedule()

  /// Creates a player, which must be attached to an engine and connected.
  public override init() { super.init() }

  deinit { schedule.deallocate() }

  open override var numberOfInputs: Int { 0 }
  override func operation(_ memory: GraphMemory, frames: Int) -> GraphStep.Operation {
    unsafe .player(schedule.voice)
  }

  /// The volume in the mixer that follows, 0...1.
  open var volume: Float {
    get { mixedVolume }
    set { mixedVolume = newValue }
  }

  /// The balance in the mixer that follows.
  open var pan: Float {
    get { mixedPan }
    set { mixedPan = newValue }
  }

  override func didRender(
    _ samples: GraphBuffer, frames: Int, rate: Double, at moment: RenderMoment, _ outbox: Outbox
  ) {
    schedule.removeFinished(latency: engine?.presentationLatency ?? 0, outbox)
  }

  override func engineStopped(_ outbox: Outbox) {
    schedule.removeAll(outbox)
    unsafe schedule.voice.pointee.stop()
  }

  // MARK: Playing

  /// Plays what is scheduled, or continues after `pause`.
  ///
  /// If the engine is not running, the process ends, as an exception does on a phone: `_engine->IsRunning()`. Source:
  /// github.com/AudioKit/AudioKit/issues/645.
  open func play() { play(at: nil) }

  /// Plays from a time on, which is a time of the node or of the phone; a time that has passed means now.
  ///
  /// If the engine is not running, the process ends, as an exception does on a phone.
  open func play(at when: AVAudioTime?) {
    GraphLock.with {
      require(engine != nil, "_engine != nil", "attach the player to an engine first")
      require(
        engine?.isRunning == true, "_engine->IsRunning()",
        "start the engine before the player; an interruption or a new route stops the engine")
      require(
        engine?.graph.outputs(of: self).isEmpty == false, "_outputFormat",
        "player started when in a disconnected state; connect it first")
      let time = when.map { frames(of: $0, from: unsafe schedule.voice.pointee.nodeTime) }
      unsafe schedule.voice.pointee.play(at: time)
    }
  }

  /// Pauses; the player's time stands still.
  open func pause() { GraphLock.with { unsafe schedule.voice.pointee.pause() } }

  /// Stops, and forgets what is scheduled; its handlers are called before the method returns.
  ///
  /// The player's time returns to 0.
  open func stop() {
    let outbox = Outbox()
    GraphLock.with { engineStopped(outbox) }
    outbox.flush(nil)
  }

  /// Forgets what is scheduled, like `stop`.
  open override func reset() { stop() }

  /// Whether the player plays, or waits for the time at which it starts.
  ///
  /// Our choice: it stays true while the system has stopped the engine, and the player continues when the engine is
  /// started.
  open var isPlaying: Bool { GraphLock.with { unsafe schedule.voice.pointee.isPlaying } }

  /// Does nothing, because buffers and files are already in memory.
  open func prepare(withFrameCount frameCount: AVAudioFrameCount) {}

  // MARK: Buffers

  /// Schedules a buffer after everything that is scheduled.
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    scheduleBuffer(buffer, at: nil, options: [], completionHandler: completionHandler)
  }

  /// Schedules a buffer after everything that is scheduled.
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    scheduleBuffer(
      buffer, at: nil, options: [], completionCallbackType: callbackType,
      completionHandler: completionHandler)
  }

  /// Schedules a buffer at a time of the player; nil to follow everything that is scheduled.
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
    options: AVAudioPlayerNodeBufferOptions = [],
    completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    scheduleBuffer(
      buffer, at: when, options: options, completionCallbackType: .dataConsumed,
      completionHandler: typed(completionHandler))
  }

  /// Schedules a buffer at a time of the player; nil to follow everything that is scheduled.
  ///
  /// A buffer with another number of channels than the player's output ends the process, as an exception does on a
  /// phone.
  open func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
    options: AVAudioPlayerNodeBufferOptions = [],
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    let channels = renderFormat.channelCount
    require(
      buffer.format.channelCount == channels,
      "_outputFormat.channelCount == buffer.format.channelCount",
      "the player's output has \(channels) channels, and the buffer has "
        + "\(buffer.format.channelCount); connect the player with the buffer's format")
    add(HeldSamples(buffer), at: when, options, callbackType, completionHandler)
  }

  // MARK: Files

  /// Schedules a whole file at a time of the player; nil to follow everything that is scheduled.
  open func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    scheduleFile(
      file, at: when, completionCallbackType: .dataConsumed,
      completionHandler: typed(completionHandler))
  }

  /// Schedules a whole file at a time of the player; nil to follow everything that is scheduled.
  open func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    scheduleSegment(
      file, startingFrame: 0, frameCount: AVAudioFrameCount(clamping: file.length), at: when,
      completionCallbackType: callbackType, completionHandler: completionHandler)
  }

  /// Schedules a part of a file at a time of the player; nil to follow everything that is scheduled.
  open func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
    frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
    completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    scheduleSegment(
      file, startingFrame: startFrame, frameCount: numberFrames, at: when,
      completionCallbackType: .dataConsumed,
      completionHandler: typed(completionHandler))
  }

  /// Schedules a part of a file at a time of the player; nil to follow everything that is scheduled.
  ///
  /// The player reads the part immediately, and converts its rate. Channels that the output does not have are dropped.
  open func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
    frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    require(startFrame >= 0 && numberFrames > 0, "startFrame >= 0 && numberFrames > 0")
    guard let samples = file.samples(from: startFrame, frames: numberFrames) else { return }
    let (rate, own) = (file.processingFormat.sampleRate, renderFormat.sampleRate)
    let held = rate == own ? samples : HeldSamples(samples, from: rate, to: own)
    add(held, at: when, [], callbackType, completionHandler)
  }

  // MARK: Time

  /// Returns the player's time of a time of the node; nil unless the player plays.
  open func playerTime(forNodeTime nodeTime: AVAudioTime) -> AVAudioTime? {
    GraphLock.with {
      let voice = unsafe schedule.voice.pointee
      guard voice.isPlaying else { return nil }
      let frames = frames(of: nodeTime, from: voice.nodeTime)
      return AVAudioTime(
        sampleTime: frames - voice.nodeTime + voice.playerTime, atRate: renderFormat.sampleRate)
    }
  }

  /// Returns the node's time of a time of the player; nil unless the player plays.
  open func nodeTime(forPlayerTime playerTime: AVAudioTime) -> AVAudioTime? {
    GraphLock.with {
      let voice = unsafe schedule.voice.pointee
      guard voice.isPlaying else { return nil }
      let frames = frames(of: playerTime, from: voice.playerTime)
      return AVAudioTime(
        sampleTime: frames - voice.playerTime + voice.nodeTime, atRate: renderFormat.sampleRate)
    }
  }
}
