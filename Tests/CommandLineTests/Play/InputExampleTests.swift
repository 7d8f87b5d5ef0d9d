import Foundation
import Testing

/// The examples of `Documentation/Inputs.md`, and the reports of `haptic play` on the values that
/// they sent.
struct InputExampleTests {
  private static let examples = "\(Program.package)/Examples/Inputs"

  /// Runs `sender`, a line of bash, while `haptic play` plays with `arguments`, and ends the
  /// playback.
  ///
  /// In the line, `$port` is the port that receives OSC.
  ///
  /// - Returns: The messages of the playback.
  private static func play(
    _ arguments: String, _ sender: String, after preparation: String = ":",
    in folder: ScratchFolder
  ) throws -> String {
    let outcome = try Program.bash(
      """
      \(preparation)
      exec 3< <(exec "$haptic" play \(arguments) --loop --output null 2>&1); play=$!
      while read -r line <&3; do
        case $line in
          "inputs: OSC messages"*) port=${line##*:} ;;
          *" on null output"*) break ;;
        esac
        echo "$line"
      done
      \(sender) || echo "the sender failed"
      kill -TERM $play
      cat <&3
      """, in: folder)
    #expect(outcome.status == 0, "\(outcome.words)")
    return outcome.text
  }

  @Test func `a game loop in C moves an input in each frame`() throws {
    let folder = try ScratchFolder()
    let compiler = try Program.bash(
      "clang -Wall -Wextra -Werror -O1 -o game-loop \(Self.examples)/game-loop.c", in: folder)
    try #require(compiler.status == 0, "\(compiler.words)")
    let words = try Self.play(
      "approaching-footsteps --inputs-from osc:0", #"./game-loop "$port" 20"#, in: folder)
    #expect(words.contains("inputs: 20 values; distance 2 m"), "\(words)")
  }

  @Test func `racing telemetry moves two inputs through a FIFO`() throws {
    let folder = try ScratchFolder()
    let words = try Self.play(
      "\(Self.examples)/engine.ahap --inputs-from pit",
      "python3 \(Self.examples)/telemetry.py pit 20 && python3 \(Self.examples)/telemetry.py pit 10",
      after: "mkfifo pit", in: folder)
    #expect(words.contains("inputs: 60 values; rpm 7000 1/min; slip 0"), "\(words)")
  }

  @Test func `a slider in Python moves an input and stops at the ends of its range`() throws {
    let folder = try ScratchFolder()
    let words = try Self.play(
      "jump-from-ground --inputs-from osc:0",
      #"python3 \#(Self.examples)/slider.py height 0 5 --port "$port" --values 1 2.5 6"#, in: folder
    )
    #expect(words.contains("inputs: 3 values; height 5 m"), "\(words)")
    #expect(
      words.contains(
        "inputs: the input height is 6.0 m; it must be from 0 to 5 m; 5 m is used instead"),
      "\(words)")
  }

  @Test func `values on standard input are followed, and playback continues after its end`() throws
  {
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      #"""
      printf 'height 2\nheigth 3\nheight=1\n' |
        "$haptic" play jump-from-ground --output null --inputs-from -
      """#, in: folder)
    #expect(outcome.status == 0)
    // The pattern plays to its end, although the lines ended earlier.
    #expect(outcome.words.contains("jump-from-ground: played to"))
    #expect(outcome.words.contains("inputs: unknown input 'heigth'; did you mean 'height'?"))
    #expect(outcome.words.contains("inputs: 2 values, 1 refused; height 1 m"), "\(outcome.words)")
  }

  @Test func `the last line on standard input does not need a line end`() throws {
    let outcome = try Program.bash(
      #"""
      printf 'height 1\nheight 2' |
        "$haptic" play jump-from-ground --output null --inputs-from -
      """#, in: ScratchFolder())
    #expect(outcome.status == 0)
    #expect(outcome.words.contains("inputs: 2 values; height 2 m"), "\(outcome.words)")
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable))
  func `keys move an input on the screen`() throws {
    let folder = try ScratchFolder()
    let terminal = try PseudoTerminal(
      #"exec "$haptic" play jump-from-ground --loop --output null --inputs-from keys"#, in: folder)
    try #require(terminal.shows("0.5"))
    try #require(terminal.shows("height"))
    // Each key moves the height by a twentieth of 5 m; `q` ends playback.
    try terminal.press("..,.q")
    #expect(terminal.finish() == 0)
    #expect(terminal.drawn.contains("inputs: 0 values; height 1 m"))
  }

  @Test func `the initial values come from --input`() throws {
    let folder = try ScratchFolder()
    let words = try Self.play(
      "jump-from-ground --input height=3.2 --inputs-from keys", "true", in: folder)
    #expect(words.contains("inputs: keys require a terminal\n"), "\(words)")
    #expect(words.contains("inputs: 0 values; height 3.2 m"), "\(words)")
  }

  @Test(arguments: [
    (
      "heartbeat --inputs-from osc:0", Int32(64),
      "--inputs-from requires inputs, but none are declared"
    ),
    ("jump-from-ground --inputs-from none", 66, "mkfifo"),
    ("jump-from-ground --inputs-from osc:host:1", 64, "the address must be numeric"),
    ("jump-from-ground --inputs-from osc:0 --input hight=1", 64, "did you mean 'height'?"),
    ("- --inputs-from -", 64, "standard input can be read only once"),
    ("jump-from-ground --inputs-from osc:70000", 64, "the port must be a number from 0 to 65535"),
  ])
  func `an unusable source is rejected with the reason`(
    arguments: String, status: Int32, words: String
  ) throws {
    let folder = try ScratchFolder()
    let outcome = try Program.bash(
      #""$haptic" play \#(arguments) --output null"#, in: folder)
    #expect(outcome.status == status)
    #expect(outcome.words.contains(words), "\(outcome.words)")
  }

  @Test func `the page shows the commands of the examples`() throws {
    let page = try String(
      contentsOfFile: "\(Program.package)/Documentation/Inputs.md", encoding: .utf8)
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.examples) {
      #expect(page.contains("Examples/Inputs/\(name)"), "\(name)")
    }
  }
}
