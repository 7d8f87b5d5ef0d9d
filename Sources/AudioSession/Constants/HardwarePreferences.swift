/// How prompts should be spoken.
///
/// Source: `AVAudioSession.PromptStyle`.
public enum PromptStyle: UInt, Hashable, Sendable, CaseIterable {
  /// Not at all: `none`.
  case none = 1_852_796_517
  /// Briefly: `shrt`.
  case short = 1_936_224_884
  /// As usual: `nrml`.
  case normal = 1_852_992_876
}

/// How the output is rendered.
///
/// Source: `AVAudioSession.RenderingMode` (17.2).
public enum RenderingMode: Int, Hashable, Sendable, CaseIterable {
  /// Nothing is rendered.
  case notApplicable = 0
  /// One or two channels.
  case monoStereo = 1
  /// Surround.
  case surround = 2
  /// Fixed spatial audio.
  case spatialAudio = 3
  /// Dolby audio.
  case dolbyAudio = 4
  /// Dolby Atmos.
  case dolbyAtmos = 5
}

/// Which way up a stereo recording is.
///
/// Source: `AVAudioSession.StereoOrientation`.
public enum StereoOrientation: Int, Hashable, Sendable, CaseIterable {
  /// Not stereo.
  case none = 0
  /// Upright.
  case portrait = 1
  /// Upside down.
  case portraitUpsideDown = 2
  /// Right side up.
  case landscapeRight = 3
  /// Left side up.
  case landscapeLeft = 4
}

/// Whether input and output are one device.
///
/// Source: `AVAudioSession.IOType`.
public enum IOType: UInt, Hashable, Sendable, CaseIterable {
  /// No wish.
  case notSpecified = 0
  /// One device.
  case aggregated = 1
}

/// Whether sound is put into a call.
///
/// Source: `AVAudioSession.MicrophoneInjectionMode` (18.2).
public enum MicrophoneInjectionMode: Int, Hashable, Sendable, CaseIterable {
  /// No.
  case none = 0
  /// Speech.
  case spokenAudio = 1
}
