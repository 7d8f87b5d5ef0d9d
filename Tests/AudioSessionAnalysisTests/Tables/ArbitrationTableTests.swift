import AudioSession
import AudioSessionAnalysis
import TestSupport
import Testing

/// Compares the table of arbitration with rules that follow the wording of the reference.
@Suite struct ArbitrationTableTests {
  /// The properties of a row according to the reference: mixes, ducks, interrupts spoken audio, is spoken,
  /// silences, has output that can be lowered.
  private struct Kind {
    var mixes = false
    var ducks = false
    var interruptsSpoken = false
    var isSpoken = false
    var silences = false
    var hasOutput = true

    /// Returns the effect of this configuration's activation on the other one.
    func outcome(over other: Kind) -> String {
      if interruptsSpoken && other.isSpoken { return "stop" }
      if !mixes && !other.mixes { return "stop" }
      if silences { return "mute" }
      return ducks && other.hasOutput ? "duck" : "mix"
    }
  }

  private static let kinds: [(String, Kind)] = [
    ("1 soloAmbient", Kind()),
    ("2 ambient", Kind(mixes: true)),
    ("3 ambient+duck", Kind(mixes: true, ducks: true)),
    ("4 playback", Kind()),
    ("5 playback, spokenAudio", Kind(isSpoken: true)),
    ("6 playback+mix", Kind(mixes: true)),
    ("7 playback+duck", Kind(mixes: true, ducks: true)),
    ("8 playback+prompt", Kind(mixes: true, interruptsSpoken: true)),
    ("9 playback+prompt+duck", Kind(mixes: true, ducks: true, interruptsSpoken: true)),
    ("10 record", Kind(silences: true, hasOutput: false)),
    ("11 playAndRecord", Kind()),
    ("12 multiRoute", Kind()),
  ]

  @Test func `every pair of sessions follows the rules`() throws {
    let table = try Phone.tabled().table("who-interrupts-whom")
    #expect(table.rows.map(\.label) == Self.kinds.map(\.0))
    for (label, winner) in Self.kinds {
      for (place, loser) in Self.kinds.enumerated() {
        let text = try table.text(label, "\(place + 1)")
        #expect(text == winner.outcome(over: loser.1), "\(label) over \(loser.0)")
      }
    }
  }

  @Test func `a policy option decides whether recording stops sessions that mix`() throws {
    let mixing = try Phone.tabled(policy: ["recordAndMixablePeers": "mix"])
    #expect(try mixing.table("who-interrupts-whom").text("10 record", "2") == "mix")
    let hard = try Phone.tabled(policy: ["recordAndMixablePeers": "interrupt"])
    #expect(try hard.table("who-interrupts-whom").text("10 record", "2") == "stop")
  }

  @Test func `a configuration that a version or policy rejects does not have a row`() throws {
    let old = try Phone.tabled(on: .iOS7).table("who-interrupts-whom")
    #expect(!old.rows.contains { $0.label.contains("prompt") })
    #expect(!old.rows.contains { $0.label.contains("spokenAudio") })
    let strict = try Phone.tabled(policy: ["ambientDuck": "reject"]).table("who-interrupts-whom")
    #expect(!strict.rows.contains { $0.label.contains("ambient+duck") })
    #expect(strict.columns.count == strict.rows.count)
  }
}
