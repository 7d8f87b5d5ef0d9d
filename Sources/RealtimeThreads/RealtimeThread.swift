private import CRealtime
private import Glibc
public import Realtime

/// Threads for the render side: named, with a small stack, deaf to signals, and raised to real-time
/// priority where the system permits.
public enum RealtimeThread {
  /// The priority asked for under SCHED_FIFO.
  ///
  /// Our choice: one below the kernel's interrupt threads, which have 50 (Source: Linux,
  /// kernel/irq/manage.c and sched_set_fifo), because a driver must run before what waits for it.
  public static let defaultPriority: Int32 = 49

  /// Starts a detached thread that runs `body` once.
  ///
  /// Signals are blocked on it, so that Ctrl-C and a broken pipe are the main program's affair;
  /// those of a crash are not, so that a crash is still reported.
  ///
  /// - Parameters:
  ///   - name: as `ps -L` shows it; at most 15 bytes.
  ///   - stackBytes: how much stack it has. Our choice of 512 KiB: small enough for a process with
  ///     locked memory (the usual 8 MiB do not fit under the usual limit), large enough for what
  ///     libasound's plugins do while opening.
  ///   - body: runs at ordinary priority until it calls `raiseCurrent`.
  /// - Throws: `SystemError` if the system gives no thread.
  /// - Thread: any.        Realtime-safe: no.
  public static func start(
    name: String, stackBytes: Int = 512 << 10, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    var attributes = pthread_attr_t()
    var thread = pthread_t()
    // SAFETY: the attributes are a local that is initialised before it is read; the retain is taken
    // over by the new thread, or given up here if there is none.
    unsafe pthread_attr_init(&attributes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    let work = unsafe Unmanaged.passRetained(Work(name: name, body: body))
    let before = blockSignals()
    let failure = unsafe pthread_create(
      &thread, &attributes, enterThread, work.toOpaque())
    restoreSignals(before)
    unsafe pthread_attr_destroy(&attributes)
    if failure != 0 {
      unsafe work.release()
      throw SystemError(code: failure)
    }
  }

  /// Gives the calling thread real-time priority.
  ///
  /// - Returns: true if the system permitted it (CAP_SYS_NICE, or an rtprio limit).
  /// - Thread: the one to raise.        Realtime-safe: no.
  public static func raiseCurrent(priority: Int32 = defaultPriority) -> Bool {
    var parameter = sched_param(sched_priority: priority)
    // SAFETY: the call reads one local.
    return unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter) == 0
  }

  /// Returns the calling thread to ordinary priority.
  public static func lowerCurrent() {
    var parameter = sched_param(sched_priority: 0)
    // SAFETY: the calls read one local.
    if unsafe pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameter) == 0 { return }
    // A thread that `RealtimeKit` has raised may not give up what comes with that.
    let resetsOnFork: Int32 = 0x4000_0000  // SCHED_RESET_ON_FORK, Linux, include/uapi/linux/sched.h
    _ = unsafe pthread_setschedparam(pthread_self(), SCHED_OTHER | resetsOnFork, &parameter)
  }

  fileprivate final class Work: Sendable {
    let name: String
    let body: @Sendable () -> Void
    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// Blocks the signals of other people on the calling thread; a new thread inherits that.
  private static func blockSignals() -> sigset_t {
    var blocked = sigset_t()
    var before = sigset_t()
    // SAFETY: both sets are locals; the first is filled before it is read.
    unsafe sigfillset(&blocked)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS] {
      unsafe sigdelset(&blocked, fault)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
    return before
  }

  private static func restoreSignals(_ before: sigset_t) {
    var mask = before
    // SAFETY: the call reads one local.
    _ = unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}

/// Where a new thread begins.
private func enterThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context else { return nil }
  // SAFETY: `start` passes a retained Work and gives up that retain.
  let work = unsafe Unmanaged<RealtimeThread.Work>.fromOpaque(context).takeRetainedValue()
  unsafe crealtime_name_thread(work.name)
  work.body()
  return nil
}
