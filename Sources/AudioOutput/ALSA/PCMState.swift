internal import CALSA

/// The state of a PCM, as libasound tells it.
enum PCMState: Hashable, Sendable, CaseIterable {
  /// Opened, not configured.
  case open
  /// Configured, not prepared; also after a drain.
  case setup
  /// Takes samples, does not play yet.
  case prepared
  /// Plays.
  case running
  /// Ran out of samples.
  case underrun
  /// Plays what it has, takes no more.
  case draining
  /// Paused.
  case paused
  /// The machine slept, and the device is not yet awake.
  case suspended
  /// Gone for good.
  case disconnected

  /// The state with libasound's number.
  init(_ state: snd_pcm_state_t) {
    switch state {
    case SND_PCM_STATE_OPEN: self = .open
    case SND_PCM_STATE_SETUP: self = .setup
    case SND_PCM_STATE_PREPARED: self = .prepared
    case SND_PCM_STATE_RUNNING: self = .running
    case SND_PCM_STATE_XRUN: self = .underrun
    case SND_PCM_STATE_DRAINING: self = .draining
    case SND_PCM_STATE_PAUSED: self = .paused
    case SND_PCM_STATE_SUSPENDED: self = .suspended
    default: self = .disconnected
    }
  }
}
