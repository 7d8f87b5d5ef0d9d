private import CRealtime
private import Glibc
public import Realtime

/// Threads for the render side.
///
/// They have a name and a small stack, block signals, and can be raised to real-time priority if the system permits it.
public enum RealtimeThread {
  /// The priority requested under SCHED_FIFO.
  ///
  /// Our choice: one below the kernel's interrupt threads, which have 50 (Source: Linux, kernel/irq/manage.c and
  /// sched_set_fifo), because a driver must run before the threads that wait for it.
  public static let defaultPriority: Int32 = 49

  /// Starts a detached thread that runs `body` once.
  ///
  /// Signals are blocked on the thread, so that the main program handles Ctrl-C and a broken pipe. Crash signals are
  /// not blocked, so that crashes are still reported.
  ///
  /// - Parameters:
  ///   - name: the name shown by `ps -L`; at most 15 bytes.
  ///   - stackBytes: the size of its stack. Our choice of 512 KiB: small enough for a process with
  ///     locked memory (the usual 8 MiB exceed the usual limit), large enough for libasound's plugins
  ///     while opening.
  ///   - body: runs at ordinary priority until it calls `raiseCurrent`.
  /// - Throws: `SystemError` if the system cannot create a thread.
  /// - Thread: any.        Realtime-safe: no.
  public static func start(
    name: String, stackBytes: Int = 512 << 10, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    var attributes = pthread_attr_t()
    var thread = pthread_t()
    // SAFETY: the attributes are a local that is initialized before it is read. The new thread takes
    // over the retain; if it cannot be created, the retain is released here.
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
  /// - Thread: the thread to raise. Realtime-safe: no.
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
    // A thread whose priority `RealtimeKit` has raised must keep this flag.
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

  /// Blocks signals meant for other threads on the calling thread; a new thread inherits the mask.
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

/// The entry point of a new thread.
private func enterThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context else { return nil }
  // SAFETY: `start` passes a retained Work and gives up that retain.
  let work = unsafe Unmanaged<RealtimeThread.Work>.fromOpaque(context).takeRetainedValue()
  unsafe crealtime_name_thread(work.name)
  work.body()
  return nil
}
