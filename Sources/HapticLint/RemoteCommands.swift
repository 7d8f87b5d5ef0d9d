/// The remote commands that people expect to have the same meaning in every app.
package enum RemoteCommands {
  /// The names of the commands, as in `MPRemoteCommandCenter`.
  package static let names = [
    "play", "pause", "togglePlayPause", "stop", "nextTrack", "previousTrack", "seekForward",
    "seekBackward", "skipForward", "skipBackward",
  ]
}
