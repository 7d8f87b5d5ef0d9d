import AudioOutput
import Dispatch
import HapticEngine
import PacedOutput
import Realtime
import Testing

/// Outputs that another owner stops or finishes while an engine plays on them.
struct OutputEndTests {
  enum Kind: CaseIterable { case alsa, null, manual, file }

  private func output(_ kind: Kind, in folder: ScratchFolder) throws -> any BlockOutput {
    switch kind {
    case .alsa: ALSAOutput(.init(pcmName: "nothing", definitions: "pcm.nothing { type null }"))
    case .null: NullOutput()
    case .manual: ManualOutput()
    case .file: FileOutput(.init(path: folder.file("a.wav"), format: try .named(by: "a.wav")))
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: Kind.allCases, [true, false])
  func `an engine whose output is ended by someone else stops and can be restarted`(
    kind: Kind, isFinished: Bool
  ) throws {
    let folder = try ScratchFolder()
    let output = try output(kind, in: folder)
    let engine = HapticEngine(output: output)
    try engine.start()
    let player = try engine.makeAdvancedPlayer(with: HapticPattern { Continuous(duration: 20) })
    let over = DispatchSemaphore(value: 0)
    player.completionHandler = { _ in over.signal() }
    try player.start()
    if isFinished { try output.finish() } else { output.stop() }
    #expect(!engine.isRunning)
    over.wait()
    let error = #expect(throws: EngineError.self) { try player.start() }
    #expect(error?.code == .engineNotRunning)
    try engine.start()
    #expect(engine.isRunning)
    try player.start()
    engine.stop()
    #expect(!engine.isRunning)
    over.wait()
  }
}
