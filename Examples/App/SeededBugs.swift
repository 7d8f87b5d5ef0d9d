import AVFoundation

/// A podcast player that resumes although the interruption ended without the option to resume.
final class EagerPodcastPlayer: PodcastPlayer {
  override func interruptionEnded(_ options: AVAudioSession.InterruptionOptions) { play() }
}

/// A podcast player that continues through the speaker when the headphones are pulled out.
final class LoudPodcastPlayer: PodcastPlayer {
  override func outputWasUnplugged() {}
}

/// A game whose haptics are lost when the media services fail.
final class ForgetfulGameHaptics: GameHaptics {
  override func recover() {}
}
