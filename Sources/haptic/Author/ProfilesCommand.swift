import ArgumentParser
import HapticEngine
import TextFormats

/// `haptic profiles`.
struct ProfilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles",
    abstract: "List the profiles, which turn patterns into signals.",
    discussion: """
      A custom profile is a JSON file with the keys that --json prints; `haptic schema profile` \
      describes them.

      Examples:
        haptic profiles
        haptic render heartbeat -o heartbeat.wav --profile lra
        haptic profiles --json | jq '.[0] | .name = "mine" | .highHertz = 300' > mine.json
      """)

  @Flag(help: "Print a JSON array of objects, each in the format of a profile file.")
  var json = false

  func run() throws {
    if json { return try JSONOutput.write(Profile.builtIn) }
    let rows = Profile.builtIn.map { profile in
      [
        profile.name, "\(profile.lowHertz.brief)...\(profile.highHertz.brief) Hz",
        profile.actuator.map { "actuator \($0.resonanceHertz.brief) Hz, Q \($0.q.brief)" }
          ?? "no actuator",
        profile.summary,
      ]
    }
    try StandardOutput.write(TextTable.text(rows))
  }
}
