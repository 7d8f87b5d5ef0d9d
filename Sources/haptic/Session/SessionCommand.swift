import ArgumentParser

/// `haptic session`.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "Simulate a phone's audio sessions: calls, switches, routes, other apps.",
    discussion: """
      A scenario is a YAML file: one phone, the apps on it, what happens, and what must be true \
      afterwards.

      Examples:
        haptic session run call-over-music.yaml
        haptic session table categories
        haptic session explain call-over-music.yaml --at 6 --app music
      """,
    subcommands: [
      SessionRunCommand.self, SessionTableCommand.self, SessionCheckCommand.self,
      SessionPolicyCommand.self, SessionExplainCommand.self,
    ])
}
