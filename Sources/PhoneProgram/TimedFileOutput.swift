internal import AudioOutput
internal import AudioSessionTesting
internal import Foundation
internal import Realtime

/// An output that writes to a sound file in real time, as a device would play.
///
/// The file exists once the output has stopped, or the program has ended by `exit` or by returning from main.
///
/// - Thread: any.        Realtime-safe: no.
final class TimedFileOutput: BlockOutput {
  /// One run, which its thread and its owner share.
  private final class Run: Sendable {
    let isStopping = Guarded(false)
    let hasEnded = DispatchSemaphore(value: 0)
  }

  private struct Control: Sendable {
    let run: Run
    weak var source: (any BlockSource)?
  }

  /// The number of frames of a block.
  ///
  /// Our choice: the 5 ms that `ALSAOutput` requests.
  private static let blockFrames = 240

  private let configuration: SoundFileWriter.Configuration
  private let control = Guarded<Control?>(nil)

  var isRealTime: Bool { true }

  init(_ configuration: SoundFileWriter.Configuration) { self.configuration = configuration }

  deinit { stop() }

  func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    try control.withLock { (control: inout Control?) throws(OutputError) in
      if control != nil {
        throw OutputError(
          .alreadyRunning, subject: configuration.path, detail: "The output is running.")
      }
      let (writer, run) = (Unchecked(try SoundFileWriter(configuration)), Run())
      source.prepare(sampleRate: Double(configuration.sampleRate))
      let rate = Int64(configuration.sampleRate)
      Thread.detachNewThread {
        do throws(OutputError) {
          try Self.write(source, to: writer.value, rate, run.isStopping)
        } catch {
          onStop(error)
        }
        run.hasEnded.signal()
      }
      control = Control(run: run, source: source)
    }
    OutputsAtExit.add(self)
  }

  /// Finishes the file.
  ///
  /// Returns when the file exists, even if another call has already begun to stop.
  func stop() {
    control.withLock { control in
      guard let stopped = control else { return }
      stopped.run.isStopping.withLock { $0 = true }
      stopped.run.hasEnded.wait()
      stopped.source?.ended()
      control = nil
    }
  }

  /// Writes the blocks of a source at the times at which a device would play them.
  private static func write(
    _ source: any BlockSource, to writer: SoundFileWriter, _ rate: Int64,
    _ isStopping: borrowing Guarded<Bool>
  ) throws(OutputError) {
    let buffers = BusBuffers(capacity: blockFrames)
    let start = MonotonicClock.nanoseconds()
    var frames: Int64 = 0
    while !isStopping.withLock({ $0 }) {
      let block = buffers.blockWithSignal(frames: blockFrames)
      RealtimeScope.run { source.render(into: block) }
      try writer.write(block)
      frames += Int64(blockFrames)
      let due = start + frames * 1_000_000_000 / rate
      Thread.sleep(forTimeInterval: Double(max(0, due - MonotonicClock.nanoseconds())) / 1e9)
    }
    try writer.finish()
  }
}

/// The outputs that must finish their files when the program ends.
private enum OutputsAtExit {
  private struct Weak: Sendable {
    weak var output: TimedFileOutput?
  }

  private static let outputs = Guarded<[Weak]>([])
  private static let registration: Void = {
    atexit { OutputsAtExit.stop() }
  }()

  static func add(_ output: TimedFileOutput) {
    _ = registration
    outputs.withLock { outputs in
      outputs.removeAll { $0.output == nil }
      outputs.append(Weak(output: output))
    }
  }

  private static func stop() {
    for output in outputs.withLock({ $0 }) { output.output?.stop() }
  }
}
