import Foundation
import Testing

/// Renderings that are silent throughout.
struct SilenceTests {
  /// Returns a scenario with a game, which the silent switch may silence.
  private static func game(isSilent: Bool) -> String {
    """
    scenario: A game starts
    device: { silentMode: \(isSilent) }
    apps: { game: { category: ambient } }
    steps: [{ game: play }, { at: 0.1, expect: { game: { playing: true } } }]

    """
  }

  @Test(arguments: [true, false])
  func `a scenario that is silent throughout is reported, rendered or played`(isSilent: Bool) throws
  {
    let folder = try ScratchFolder()
    try folder.write(Self.game(isSilent: isSilent), to: "game.yaml")
    let rendered = try Program.run(
      "session", "render", "game.yaml", "-o", "heard.wav", "--stems", "apps", in: folder)
    #expect(rendered.status == 0)
    let isHeard = try Samples.of("heard.wav", in: folder).joined().contains { $0 != 0 }
    #expect(isHeard == !isSilent)
    for file in ["heard.wav", "apps/game.wav"] {
      #expect(rendered.words.contains("\(file): 1.1 s, silent throughout\n") == isSilent)
      #expect(rendered.words.contains("\(file): 1.1 s, peak 0.") == !isSilent)
    }
    #expect(rendered.words.contains("apps/system.wav: 1.1 s, silent throughout\n"))
    let played = try Program.run(
      "session", "play", "game.yaml", "--output", "null", in: folder)
    #expect(played.status == 0)
    let line = "the scenario is silent throughout; `haptic session explain` shows why\n"
    #expect(played.words.contains(line) == isSilent)
  }

  @Test func `a bus of a pattern that is silent throughout is reported`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run(
      "render", "heartbeat", "-o", "x.wav", "--bus", "audio", in: folder)
    #expect(try Samples.of("x.wav", in: folder).joined().allSatisfy { $0 == 0 })
    #expect(outcome.words == "x.wav: 3.6 s, silent throughout\n")
  }
}
