internal import AudioSessionTesting
internal import PhoneRuntime
internal import Realtime

/// Renders the running engines of a phone while its time advances, before the phone's mix is pulled.
///
/// Alarms divide the time into blocks, so that handlers are called in time for the next block.
///
/// - Thread: the thread that advances the phone's time, under the graph's lock.
final class EngineClock: PhoneSink, @unchecked Sendable {
  // SAFETY (unchecked Sendable): used under the graph's lock.
  private struct Entry {
    weak var engine: AVAudioEngine?
  }

  private weak var phone: SimulatedPhone?
  private var engines: [Entry] = []
  private var hasAlarm = false

  private init(_ phone: SimulatedPhone) { self.phone = phone }

  /// Returns the clock of a phone, which is made when it is first needed.
  static func of(_ phone: SimulatedPhone) -> EngineClock {
    if let clock = phone.runtime.sink(EngineClock.self) { return clock }
    let clock = EngineClock(phone)
    phone.runtime.addFirst(clock)
    return clock
  }

  /// Adds an engine that has been started.
  func add(_ engine: AVAudioEngine, blockFrames: Int64) {
    engines.removeAll { $0.engine == nil || $0.engine === engine }
    engines.append(Entry(engine: engine))
    divide(blockFrames)
  }

  /// Removes an engine that has been stopped.
  func remove(_ engine: AVAudioEngine) {
    engines.removeAll { $0.engine == nil || $0.engine === engine }
  }

  /// Does nothing: the policy stops the engines.
  func receive(_ report: PhoneReport, at time: PhoneTime) {}

  /// Renders up to `time`.
  func timePasses(to time: PhoneTime) {
    let waits = GraphLock.with {
      for entry in engines { entry.engine?.render(to: time.frames) }
      return engines.contains { $0.engine?.outbox.isEmpty == false }
    }
    // The handlers are called when the time has come, at the latest by the present call of `advance`.
    guard waits, let phone else { return }
    _ = phone.setAlarm(at: time) { [weak self] in self?.flush() }
  }

  /// Sets the alarm of the next block.
  private func divide(_ frames: Int64) {
    guard !hasAlarm, let phone else { return }
    hasAlarm = true
    let time = phone.runtime.now + PhoneTime(frames: frames)
    _ = phone.setAlarm(at: time) { [weak self] in self?.blockEnded() }
  }

  private func blockEnded() {
    flush()
    GraphLock.with {
      hasAlarm = false
      let next = engines.compactMap { $0.engine?.blockFrames }.min()
      if let next { divide(next) }
    }
  }

  private func flush() {
    let engines = GraphLock.with { self.engines.compactMap { $0.engine } }
    for engine in engines { engine.outbox.flush(phone) }
  }
}
