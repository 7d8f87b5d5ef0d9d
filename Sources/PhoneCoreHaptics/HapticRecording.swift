public import AudioSessionTesting
internal import HapticEngine
public import PhoneRuntime
internal import Realtime

extension SimulatedPhone {
  /// Lets haptic engines that are started from now on run in the phone's time instead of real time, and records what
  /// they play.
  ///
  ///     let recording = phone.recordHaptics()
  ///     let game = try Game()        // starts a `CHHapticEngine` and plays a pattern
  ///     phone.advance(by: 1)
  ///     #expect(recording.samples(from: 0, to: 1).haptic.contains { $0 != 0 })
  ///
  /// Engines play while the phone's time advances. Their handlers are called on their own queues, so a test waits for
  /// them with `until`.
  ///
  /// - Returns: the recording, which is the same for every call.
  public func recordHaptics() -> HapticRecording {
    if let recording = runtime.sink(HapticRecording.self) { return recording }
    let recording = HapticRecording(from: runtime.now)
    runtime.add(recording)
    return recording
  }

  /// What the haptic engines of a phone's apps have played, in the phone's time.
  ///
  /// The samples are as the phone lets them be felt and heard: silent, for example, while an app records.
  ///
  /// - Thread: any.
  public final class HapticRecording: PhoneSink {
    /// The samples of a span of time, one element per frame.
    public struct Samples: Hashable, Sendable {
      /// The haptics.
      public internal(set) var haptic: [Float]
      /// The left channel of the sounds.
      public internal(set) var audioLeft: [Float]
      /// The right channel of the sounds.
      public internal(set) var audioRight: [Float]
    }

    /// A block that carries a signal.
    fileprivate struct Block: Sendable {
      let start: Int64
      /// The samples; empty for a silent bus.
      let haptic: [Float]
      let audioLeft: [Float]
      let audioRight: [Float]
    }

    private struct State: Sendable {
      var outputs: [RecordedOutput] = []
      var blocks: ArraySlice<Block> = []
      var frame: Int64
    }

    /// The frames per second.
    public static let sampleRate = PhoneTime.framesPerSecond

    /// The frames that are rendered at a time.
    ///
    /// Our choice: 10 ms, after which handlers are called.
    private static let blockFrames = 480
    /// The largest number of blocks that are kept.
    ///
    /// Our choice: 10 minutes with a signal, less than 350 MB; silence takes no memory.
    private static let blockLimit = 60_000

    private let state: Guarded<State>

    /// Creates a recording that begins at a time.
    package init(from time: PhoneTime) { state = Guarded(State(frame: time.frames)) }

    /// Creates the output of an engine that is about to start.
    func makeOutput() -> RecordedOutput { RecordedOutput(self) }

    fileprivate func add(_ output: RecordedOutput) {
      state.withLock { $0.outputs.append(output) }
    }

    fileprivate func remove(_ output: RecordedOutput) {
      state.withLock { state in state.outputs.removeAll { $0 === output } }
    }

    /// Does nothing: the phone itself starts, stops and mutes its engines.
    public func receive(_ report: PhoneReport, at time: PhoneTime) {}

    /// Plays the engines up to `time`.
    public func timePasses(to time: PhoneTime) {
      let buffers = BusBuffers(capacity: Self.blockFrames)
      while true {
        // The frames are taken before they are rendered, so that two threads do not render the same frames.
        let (start, count, outputs) = state.withLock { state in
          let start = state.frame
          let left = max(0, time.frames - start)
          let count = state.outputs.isEmpty ? left : min(left, Int64(Self.blockFrames))
          state.frame += count
          return (start, count, state.outputs)
        }
        if count == 0 { return }
        for output in outputs {
          let block = buffers.blockWithSignal(frames: Int(count))
          if output.render(into: block) { keep(block, buffers.signal, at: start) }
          output.collect()
        }
      }
    }

    private func keep(_ block: BusBlock, _ signal: BusSet, at start: Int64) {
      if signal == .none { return }
      func samples(_ bus: BusSet, _ samples: UnsafeMutablePointer<Float>) -> [Float] {
        // SAFETY: each bus of the block holds `frameCount` samples.
        guard signal.contains(bus) else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: samples, count: block.frameCount))
      }
      let kept = unsafe Block(
        start: start, haptic: samples(.haptic, block.haptic),
        audioLeft: samples(.audio, block.audioLeft), audioRight: samples(.audio, block.audioRight))
      state.withLock { state in
        state.blocks.append(kept)
        if state.blocks.count > Self.blockLimit { state.blocks.removeFirst() }
      }
    }

    /// Returns the sum of what all engines have played.
    ///
    /// The recording keeps the last ten minutes that are not silent.
    ///
    /// - Parameters:
    ///   - start: the beginning, in seconds of the phone's time.
    ///   - end: the end, in seconds of the phone's time.
    /// - Returns: the samples, `sampleRate` per second, up to the phone's present time.
    public func samples(from start: Double, to end: Double) -> Samples {
      let (blocks, frame) = state.withLock { ($0.blocks, $0.frame) }
      let first = min(max(0, PhoneTime(seconds: start).frames), frame)
      let last = min(max(first, PhoneTime(seconds: end).frames), frame)
      let silence = [Float](repeating: 0, count: Int(last - first))
      var sum = Samples(haptic: silence, audioLeft: silence, audioRight: silence)
      for block in blocks where block.start < last {
        let offset = Int(block.start - first)
        Self.add(block.haptic, to: &sum.haptic, at: offset)
        Self.add(block.audioLeft, to: &sum.audioLeft, at: offset)
        Self.add(block.audioRight, to: &sum.audioRight, at: offset)
      }
      return sum
    }

    private static func add(_ samples: [Float], to sum: inout [Float], at offset: Int) {
      for index in samples.indices where sum.indices.contains(offset + index) {
        sum[offset + index] += samples[index]
      }
    }
  }
}

/// The output of one engine of a recording, which pulls while the phone's time advances.
///
/// - Thread: any.
final class RecordedOutput: BlockOutput {
  private let recording: SimulatedPhone.HapticRecording
  private let source = Guarded<(any BlockSource)?>(nil)

  var isRealTime: Bool { false }

  init(_ recording: SimulatedPhone.HapticRecording) { self.recording = recording }

  func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    source.prepare(sampleRate: SimulatedPhone.HapticRecording.sampleRate)
    self.source.withLock { $0 = source }
    recording.add(self)
  }

  func stop() {
    recording.remove(self)
    source.withLock { source in
      source?.ended()
      source = nil
    }
  }

  /// Renders a block.
  ///
  /// - Returns: whether the output is running.
  fileprivate func render(into block: BusBlock) -> Bool {
    source.withLock { source in
      guard let source else { return false }
      RealtimeScope.run { source.render(into: block) }
      return true
    }
  }

  /// Lets the engine call its handlers.
  fileprivate func collect() { source.withLock { $0 }?.collect() }
}
