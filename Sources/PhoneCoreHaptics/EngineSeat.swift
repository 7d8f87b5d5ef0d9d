internal import AudioSession
package import AudioSessionTesting
internal import Dispatch
internal import Foundation
internal import HapticEngine
internal import PhoneRuntime
internal import Realtime

/// The part of a game controller on which an engine plays.
package struct ControllerActuator: Sendable {
  /// The runtime of the phone, and the app under test.
  let owner: (runtime: PhoneRuntime, app: AppID)
  /// Whether the controller is connected.
  let isConnected: @Sendable () -> Bool
  /// The recording of the engine; nil to run in real time.
  let recording: @Sendable () -> SimulatedPhone.HapticRecording?

  /// Creates a part of a controller.
  package init(
    of phone: SimulatedPhone, isConnected: @escaping @Sendable () -> Bool,
    recording: @escaping @Sendable () -> SimulatedPhone.HapticRecording?
  ) {
    owner = (phone.runtime, phone.app.id)
    self.isConnected = isConnected
    self.recording = recording
  }
}

/// The engine behind an engine with Apple's name, and the phone that it belongs to.
///
/// - Thread: any.
final class EngineSeat: Sendable {
  let core: HapticEngine
  let place: EnginePlace
  let sounds = RegisteredSounds()
  /// The queue on which errors are delivered before the engine itself starts.
  let answers = DispatchQueue(label: "CHHapticEngine.answers")
  /// The session that the app has passed.
  private let session: AVAudioSession?
  /// The part of a game controller on which the engine plays; nil for the phone.
  private let actuator: ControllerActuator?
  private let reset = Guarded(Unchecked<CHHapticEngine.ResetHandler> {})

  init(_ session: AVAudioSession?) throws {
    let owner = (session ?? .sharedInstance()).owner
    guard DeviceCapability(owner.runtime.phone).supportsHaptics else {
      throw CHHapticError(.notSupported, "the phone does not support haptics")
    }
    self.session = session
    actuator = nil
    let place = EnginePlace(
      owner, followsCurrent: session.map { $0 === AVAudioSession.sharedInstance() } ?? true)
    self.place = place
    let output = EngineOutput {
      let runtime = place.current.runtime
      return runtime.sink(SimulatedPhone.HapticRecording.self)?.makeOutput()
        ?? runtime.sink(EngineOutputs.self)?.make()
    }
    core = HapticEngine(output: output, configuration: EngineConfiguration(soundFolder: "/"))
    owner.runtime.add(core, of: owner.app)
    core.resetHandler = { [weak self] in self?.wasReset() }
  }

  /// Creates the engine of a game controller, which the phone stops as its own, but does not mute.
  ///
  /// Source: iOS 14 release notes, 65481931: such engines ignore audio events. Our choice: interruptions and the
  /// background stop them as they stop the phone's engines.
  init(on actuator: ControllerActuator) {
    self.actuator = actuator
    session = nil
    let owner = actuator.owner
    place = EnginePlace(owner, followsCurrent: false, isOnPhone: false)
    core = HapticEngine(
      output: EngineOutput { actuator.recording()?.makeOutput() },
      configuration: EngineConfiguration(soundFolder: "/"))
    owner.runtime.add(core, of: owner.app, isMixed: true)
    core.setHostGains(haptic: 1, audio: 0)
    core.resetHandler = { [weak self] in self?.wasReset() }
  }

  /// Whether the engine plays on a game controller.
  var isOnController: Bool { actuator != nil }

  deinit { place.remove(core) }

  /// The handler of resets, which is called after the registered sounds were forgotten.
  var resetHandler: CHHapticEngine.ResetHandler {
    get { reset.withLock { $0 }.value }
    set {
      // The old handler is released after the lock.
      var handler = Unchecked(newValue)
      reset.withLock { swap(&$0, &handler) }
    }
  }

  private func wasReset() {
    sounds.forget()
    resetHandler()
  }

  /// Moves the engine to the current phone, and activates the session that the app has passed.
  ///
  /// Source: `HapticEngineSession`.
  func prepareStart() throws {
    if let actuator {
      if actuator.isConnected() { return }
      throw CHHapticError(
        .operationNotPermitted, "the game controller is disconnected; connect it again")
    }
    let owner = (session ?? .sharedInstance()).owner
    place.move(core, to: owner)
    guard let session, !core.playsHapticsOnly else { return }
    let phone = owner.runtime.phone
    if phone.mayStartHapticEngine(owner.app), !phone.isActive(owner.app) {
      try session.setActive(true)
    }
  }

  /// Returns a pattern whose sounds have the paths of files from the root of the file system.
  func playable(_ content: PatternContent) throws -> HapticPattern {
    let pattern = content.pattern
    if pattern.waveformPaths.isEmpty { return pattern }
    var entries = pattern.entries
    for (index, entry) in entries.enumerated() {
      guard case .event(var event) = entry, let waveform = event.waveform else { continue }
      event.waveform =
        if let id = content.resources[index] {
          try sounds.waveform(id)
        } else {
          try waveform.inBundle(orIn: content.folder)
        }
      entries[index] = .event(event)
    }
    do throws(PatternError) {
      return try HapticPattern(entries: entries, metadata: pattern.metadata)
    } catch {
      throw CHHapticError(.invalidPatternData, error.description)
    }
  }
}
