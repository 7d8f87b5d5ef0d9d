internal import CALSA

/// An open PCM of libasound, for playback, non-blocking.
///
/// The PCM closes at the end of its lifetime.
///
/// - Thread: one at a time. Realtime-safe: no, because plugins may do anything.
@safe
struct PCM: ~Copyable {
  /// libasound's handle, for calls that are not wrapped here.
  ///
  /// It must not be closed or stored.
  let handle: OpaquePointer
  private let privateConfiguration: OpaquePointer?

  private init(handle: OpaquePointer, privateConfiguration: OpaquePointer?) {
    unsafe self.handle = handle
    unsafe self.privateConfiguration = privateConfiguration
  }

  /// Opens the PCM called `name`.
  ///
  /// - Parameters:
  ///   - name: a PCM name from libasound's configuration.
  ///   - definitions: the text of a libasound configuration that is used instead of the system's,
  ///     or nil.
  /// - Returns: the PCM, not yet configured.
  /// - Throws: `ALSAError`.
  static func open(name: String, definitions: String?) throws(ALSAError) -> PCM {
    var opened: OpaquePointer?
    let configuration = try unsafe definitions.map(Self.configuration)
    let code =
      if let configuration = unsafe configuration {
        unsafe alsa.snd_pcm_open_lconf(
          &opened, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK, configuration)
      } else {
        unsafe alsa.snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
      }
    guard let opened = unsafe opened, code >= 0 else {
      if let configuration = unsafe configuration {
        _ = unsafe alsa.snd_config_delete(configuration)
      }
      throw code < 0 ? ALSAError(rawValue: code) : .noDevice
    }
    return unsafe PCM(handle: opened, privateConfiguration: configuration)
  }

  deinit {
    _ = unsafe alsa.snd_pcm_close(handle)
    if let privateConfiguration = unsafe privateConfiguration {
      _ = unsafe alsa.snd_config_delete(privateConfiguration)
    }
  }

  private static func configuration(from text: String) throws(ALSAError) -> OpaquePointer {
    var top: OpaquePointer?
    var input: OpaquePointer?
    try check(unsafe alsa.snd_config_top(&top))
    guard let top = unsafe top else { throw ALSAError.invalid }
    var code = unsafe alsa.snd_input_buffer_open(&input, text, -1)
    if let input = unsafe input, code >= 0 {
      code = unsafe alsa.snd_config_load(top, input)
      _ = unsafe alsa.snd_input_close(input)
    }
    if code < 0 {
      _ = unsafe alsa.snd_config_delete(top)
      throw ALSAError(rawValue: code)
    }
    return unsafe top
  }

  /// The current state.
  var state: PCMState { unsafe PCMState(alsa.snd_pcm_state(handle)) }

  /// Returns the number of frames that the device would take now.
  ///
  /// - Throws: `ALSAError`, even if an error is apparent only from the PCM's state.
  func availableFrames() throws(ALSAError) -> Int {
    let available = unsafe alsa.snd_pcm_avail_update(handle)
    if available < 0 { throw ALSAError(rawValue: Int32(clamping: available)) }
    switch state {
    case .suspended: throw .suspended
    case .disconnected: throw .noDevice
    case .underrun: throw .underrun
    case .open, .setup: throw .badState
    case .prepared, .running, .draining, .paused: return available
    }
  }

  /// The number of frames between the next frame written and the frame heard now; nil if unknown.
  func delayFrames() -> Int? {
    var delay: snd_pcm_sframes_t = 0
    return unsafe alsa.snd_pcm_delay(handle, &delay) == 0 ? delay : nil
  }

  /// Writes as many of `frames` interleaved frames as the device takes now.
  ///
  /// - Returns: the number of frames taken.
  func write(_ samples: UnsafeRawPointer, frames: Int) throws(ALSAError) -> Int {
    let written = unsafe alsa.snd_pcm_writei(handle, samples, snd_pcm_uframes_t(frames))
    if written < 0 { throw ALSAError(rawValue: Int32(clamping: written)) }
    return written
  }

  /// Makes the PCM ready to be filled and started.
  func prepare() throws(ALSAError) { try check(unsafe alsa.snd_pcm_prepare(handle)) }

  /// Starts playing the written samples.
  func start() throws(ALSAError) { try check(unsafe alsa.snd_pcm_start(handle)) }

  /// Asks a suspended device to wake up.
  ///
  /// The state may still be suspended after this succeeds.
  func resume() throws(ALSAError) { try check(unsafe alsa.snd_pcm_resume(handle)) }

  /// Stops immediately.
  func drop() { _ = unsafe alsa.snd_pcm_drop(handle) }

  /// Starts or continues playing the written samples to their end.
  ///
  /// - Throws: `ALSAError.again` while they are playing.
  func drain() throws(ALSAError) { try check(unsafe alsa.snd_pcm_drain(handle)) }
}

/// Returns `code`, or throws it if it is a negative errno.
@discardableResult
func check(_ code: Int32) throws(ALSAError) -> Int32 {
  if code < 0 { throw ALSAError(rawValue: code) }
  return code
}

/// The state of a PCM, as libasound reports it.
enum PCMState: Hashable, Sendable, CaseIterable {
  /// Opened but not configured.
  case open
  /// Configured but not prepared; also after a drain.
  case setup
  /// Accepts samples but is not playing yet.
  case prepared
  /// Playing.
  case running
  /// Ran out of samples.
  case underrun
  /// Plays its queue and does not accept more samples.
  case draining
  /// Paused.
  case paused
  /// The machine slept, and the device has not woken up yet.
  case suspended
  /// Disconnected for good.
  case disconnected

  /// Converts libasound's number for the state.
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
