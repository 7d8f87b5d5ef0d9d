private import CALSA
private import Glibc
internal import Realtime
internal import RealtimeThreads

/// The descriptors for which a playing thread waits: those of its device, and that of the flag for commands from the
/// output's owner.
@safe
struct DevicePoll: ~Copyable {
  /// The owner's flag first, then the PCM's descriptors.
  private let set: UnsafeMutablePointer<pollfd>
  private let deviceCount: Int

  private init(set: UnsafeMutablePointer<pollfd>, deviceCount: Int) {
    unsafe self.set = set
    self.deviceCount = deviceCount
  }

  /// Creates a set for `pcm` and `wake`; both must outlive it.
  static func set(for pcm: borrowing PCM, wake: EventFlag) throws(ALSAError) -> DevicePoll {
    let count = Int(try check(unsafe alsa.snd_pcm_poll_descriptors_count(pcm.handle)))
    // SAFETY: all of it is initialized here; freed by the returned set.
    let set = UnsafeMutablePointer<pollfd>.allocate(capacity: 1 + count)
    unsafe set.initialize(
      repeating: pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0), count: 1 + count)
    let poll = unsafe DevicePoll(set: set, deviceCount: count)
    try check(unsafe alsa.snd_pcm_poll_descriptors(pcm.handle, set + 1, UInt32(count)))
    return poll
  }

  deinit { unsafe set.deallocate() }

  /// Waits until the device reports a change, until the flag is raised (if `heedingFlag`), or until
  /// `milliseconds` have passed.
  func wait(
    for pcm: borrowing PCM, session: PlaybackSession, heedingFlag: Bool, milliseconds: Int
  ) throws(ALSAError) {
    let skipped = heedingFlag ? 0 : 1
    // SAFETY: the entries from `skipped` on are our own memory, all of it initialized.
    let ready = unsafe poll(
      set + skipped, nfds_t(1 + deviceCount - skipped), Int32(clamping: milliseconds))
    if ready <= 0 { return }
    // The next call on the PCM evaluates the events, but plugins need this call to reset their
    // descriptors.
    var events: UInt16 = 0
    session.calls(.query)
    defer { session.calls(.none) }
    try check(
      unsafe alsa.snd_pcm_poll_descriptors_revents(
        pcm.handle, set + 1, UInt32(deviceCount), &events))
  }
}
