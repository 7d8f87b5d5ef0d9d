import AudioSessionTesting
import Testing

/// Unlike Apple's types, contexts, routes and ports can be created by tests.
struct StandInTests {
  /// Values are equal and hash equally exactly if their descriptions are equal.
  private func distinguishes<Value: Hashable>(_ make: [() -> Value]) {
    let all = make.map { $0() }
    let again = make.map { $0() }
    for (left, one) in all.enumerated() {
      for (right, other) in again.enumerated() { #expect((one == other) == (left == right)) }
    }
    #expect(Set(all + again).count == make.count)
  }

  @Test func `contexts are equal if their contents are equal`() {
    typealias Interruption = AVAudioSession.InterruptionContext
    typealias Deactivation = AVAudioSession.DeactivationContext
    typealias Resumption = AVAudioSession.ResumptionContext
    distinguishes([{ Interruption() }, { Interruption(reason: .builtInMicMuted) }])
    distinguishes([
      { Deactivation(source: .app) }, { Deactivation(source: .system) },
      { Deactivation(source: .system, interruptionContext: Interruption()) },
      {
        Deactivation(source: .system, interruptionContext: Interruption(reason: .builtInMicMuted))
      },
    ])
    distinguishes([
      { Resumption(recommendation: .shouldResume) },
      { Resumption(recommendation: .shouldNotResume) },
    ])
  }

  @Test func `ports are equal by kind and identifier, routes by their ports`() {
    func port(_ type: AVAudioSession.Port, _ uid: String) -> AVAudioSessionPortDescription {
      AVAudioSessionPortDescription(portType: type, portName: "Port", uid: uid)
    }
    distinguishes([
      { port(.headphones, "1") }, { port(.headphones, "2") }, { port(.lineOut, "1") },
    ])
    distinguishes([
      { AVAudioSessionRouteDescription(inputs: [], outputs: [port(.headphones, "1")]) },
      { AVAudioSessionRouteDescription(inputs: [], outputs: [port(.lineOut, "1")]) },
      { AVAudioSessionRouteDescription(inputs: [port(.builtInMic, "1")], outputs: []) },
    ])
  }
}
