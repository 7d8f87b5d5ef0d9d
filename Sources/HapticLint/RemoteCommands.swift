/// The commands that people expect to mean one thing.
package enum RemoteCommands {
  /// Their names, as in `MPRemoteCommandCenter`.
  package static let names = [
    "play", "pause", "togglePlayPause", "stop", "nextTrack", "previousTrack", "seekForward",
    "seekBackward", "skipForward", "skipBackward",
  ]
}
