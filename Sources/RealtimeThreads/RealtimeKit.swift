private import CRealtime
private import Glibc
internal import Realtime

/// Real-time priority through RealtimeKit, the system service that grants it to desktop programs, whose
/// limits would otherwise forbid it.
///
/// Source: RealtimeKit's README and its D-Bus interface `org.freedesktop.RealtimeKit1`. libdbus is
/// loaded only when needed: most systems have it, but it is not required.
public enum RealtimeKit {
  /// The highest priority to request.
  ///
  /// Source: RealtimeKit grants up to 20 unless configured otherwise.
  static let highestPriority: Int32 = 20

  /// Asks the service to give the calling thread real-time priority.
  ///
  /// The service requires the process to limit how long a real-time thread may compute without waiting (RLIMIT_RTTIME,
  /// usually 200 ms); the kernel ends a process that exceeds it. This method sets the limit, unless the current limit
  /// is already as low, and does not reset it.
  ///
  /// - Parameters:
  ///   - milliseconds: how long to wait for the answer. Our choice of 250 ms: the service is started on
  ///     demand, and starting an output must not wait for it longer.
  ///   - bus: the address of a message bus; nil for the system's.
  ///   - onLateAnswer: called on a separate thread if the service grants the priority after `milliseconds` have passed.
  /// - Returns: true if the thread has the priority.
  /// - Thread: the thread to raise. Realtime-safe: no.
  public static func raiseCurrent(
    waitingMilliseconds milliseconds: Int = 250, bus: String? = nil,
    onLateAnswer: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    let thread = UInt64(crealtime_thread_identifier())
    let answer = Guarded<(isGranted: Bool?, isLate: Bool)>((nil, false))
    // A bus that does not respond would hold up the caller, beyond any timeout of libdbus.
    let call = Shared(answer)
    do throws(SystemError) {
      let answered = try EventFlag()
      try RealtimeThread.start(name: "haptic-rtkit") {
        let isGranted = ask(for: thread, bus: bus)
        let isLate = call.answer.withLock { answer in
          answer.isGranted = isGranted
          return answer.isLate
        }
        answered.raise()
        if isGranted && isLate { onLateAnswer() }
      }
      _ = answered.wait(milliseconds: milliseconds)
    } catch {
      return false
    }
    return call.answer.withLock { answer in
      answer.isLate = answer.isGranted == nil
      return answer.isGranted ?? false
    }
  }

  private static func ask(for thread: UInt64, bus: String?) -> Bool {
    guard let bus = MessageBus(address: bus) else { return false }
    // A service that does not state its limits is not RealtimeKit, or does not respond in time.
    guard let highest = bus.property("MaxRealtimePriority"), highest > 0,
      let microseconds = bus.property("RTTimeUSecMax"), microseconds > 0,
      crealtime_limit_realtime(microseconds) == 0
    else { return false }
    let priority = min(highestPriority, Int32(clamping: highest))
    return bus.makeRealtime(thread: thread, priority: UInt32(priority))
  }

  private final class Shared: Sendable {
    let answer: Guarded<(isGranted: Bool?, isLate: Bool)>
    init(_ answer: consuming Guarded<(isGranted: Bool?, isLate: Bool)>) { self.answer = answer }
  }
}

/// A connection to a message bus, through libdbus.
@safe
private final class MessageBus {
  private typealias Pointer = UnsafeMutableRawPointer
  private typealias Text = UnsafePointer<CChar>

  /// How long to wait for each answer; the requesting thread does not wait that long.
  private static let answerMilliseconds: Int32 = 2_000
  private static let service = "org.freedesktop.RealtimeKit1"
  private static let path = "/org/freedesktop/RealtimeKit1"
  /// A generous size for a message iterator, whose layout libdbus does not publish.
  private static let iteratorBytes = 256

  private let library: Pointer
  private let connection: Pointer

  /// Connects to the bus at `address`, nil for the system's; fails if libdbus or the bus is missing.
  init?(address: String?) {
    // SAFETY: the functions have had these signatures since libdbus 1.0, and are called accordingly;
    // null for an error means that it is ignored.
    guard let library = unsafe dlopen("libdbus-1.so.3", RTLD_NOW | RTLD_LOCAL) else { return nil }
    typealias Open = @convention(c) (Text, Pointer?) -> Pointer?
    typealias Register = @convention(c) (Pointer, Pointer?) -> UInt32
    typealias Get = @convention(c) (Int32, Pointer?) -> Pointer?
    typealias Set = @convention(c) (Pointer, UInt32) -> Void
    guard
      let open = unsafe Self.function(library, "dbus_connection_open_private", Open.self),
      let register = unsafe Self.function(library, "dbus_bus_register", Register.self),
      let get = unsafe Self.function(library, "dbus_bus_get_private", Get.self),
      let setExit = unsafe Self.function(
        library, "dbus_connection_set_exit_on_disconnect", Set.self)
    else { return nil }
    // 1 is DBUS_BUS_SYSTEM.
    guard let connection = unsafe address.map({ unsafe open($0, nil) }) ?? get(1, nil) else {
      return nil
    }
    // By default, libdbus ends the process when the bus disconnects.
    unsafe setExit(connection, 0)
    unsafe self.library = library
    unsafe self.connection = connection
    if address != nil, unsafe register(connection, nil) == 0 { return nil }
  }

  deinit {
    // libdbus itself stays loaded: it keeps state that must not be unloaded.
    typealias Take = @convention(c) (Pointer) -> Void
    unsafe Self.function(library, "dbus_connection_close", Take.self)?(connection)
    unsafe Self.function(library, "dbus_connection_unref", Take.self)?(connection)
  }

  /// A whole-number property of the service; nil if it does not have the property.
  func property(_ name: String) -> Int64? {
    typealias Begin = @convention(c) (Pointer, Pointer) -> UInt32
    typealias Recurse = @convention(c) (Pointer, Pointer) -> Void
    typealias Kind = @convention(c) (Pointer) -> Int32
    guard
      let begin = unsafe Self.function(library, "dbus_message_iter_init", Begin.self),
      let recurse = unsafe Self.function(library, "dbus_message_iter_recurse", Recurse.self),
      let kind = unsafe Self.function(library, "dbus_message_iter_get_arg_type", Kind.self),
      let read = unsafe Self.function(library, "dbus_message_iter_get_basic", Recurse.self)
    else { return nil }
    let reply = unsafe call(interface: "org.freedesktop.DBus.Properties", method: "Get") { append in
      for word in [Self.service, name] {
        unsafe word.withCString { text in
          var text: Text? = unsafe text
          unsafe append("s", &text)
        }
      }
    }
    guard let reply = unsafe reply else { return nil }
    defer { unsafe release(reply) }
    return unsafe Self.withIterator { outer in
      unsafe Self.withIterator { inner in
        guard unsafe begin(reply, outer) != 0, unsafe kind(outer) == Self.code("v") else {
          return nil
        }
        unsafe recurse(outer, inner)
        var number: Int64 = 0
        switch unsafe kind(inner) {
        case Self.code("i"):
          var short: Int32 = 0
          unsafe read(inner, &short)
          number = Int64(short)
        case Self.code("x"): unsafe read(inner, &number)
        default: return nil
        }
        return number
      }
    }
  }

  /// Asks the service to give `priority` to a thread of this process.
  ///
  /// - Returns: whether the service granted it.
  func makeRealtime(thread: UInt64, priority: UInt32) -> Bool {
    let reply = unsafe call(interface: Self.service, method: "MakeThreadRealtime") { append in
      var (thread, priority) = (thread, priority)
      unsafe append("t", &thread)
      unsafe append("u", &priority)
    }
    guard let reply = unsafe reply else { return false }
    unsafe release(reply)
    return true
  }

  /// Calls `method` with the arguments that `arguments` appends, and returns the reply, which the
  /// caller releases; nil for an error.
  private func call(
    interface: String, method: String, arguments: ((Character, Pointer) -> Void) -> Void
  ) -> Pointer? {
    typealias Make = @convention(c) (Text, Text, Text, Text) -> Pointer?
    typealias Begin = @convention(c) (Pointer, Pointer) -> Void
    typealias Append = @convention(c) (Pointer, Int32, Pointer) -> UInt32
    typealias Send = @convention(c) (Pointer, Pointer, Int32, Pointer?) -> Pointer?
    guard
      let make = unsafe Self.function(library, "dbus_message_new_method_call", Make.self),
      let begin = unsafe Self.function(library, "dbus_message_iter_init_append", Begin.self),
      let append = unsafe Self.function(library, "dbus_message_iter_append_basic", Append.self),
      let send = unsafe Self.function(
        library, "dbus_connection_send_with_reply_and_block", Send.self),
      let message = unsafe make(Self.service, Self.path, interface, method)
    else { return nil }
    defer { unsafe release(message) }
    unsafe Self.withIterator { iterator in
      unsafe begin(message, iterator)
      unsafe arguments { kind, value in
        // This fails only if memory runs out; then the service rejects the call.
        _ = unsafe append(iterator, Self.code(kind), value)
      }
    }
    return unsafe send(connection, message, Self.answerMilliseconds, nil)
  }

  private func release(_ message: Pointer) {
    typealias Take = @convention(c) (Pointer) -> Void
    unsafe Self.function(library, "dbus_message_unref", Take.self)?(message)
  }

  private static func withIterator<Result>(_ body: (Pointer) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(byteCount: iteratorBytes, alignment: 16) { memory in
      guard let start = memory.baseAddress else { preconditionFailure("no memory") }
      return unsafe body(start)
    }
  }

  /// D-Bus's number for a type.
  private static func code(_ letter: Character) -> Int32 { Int32(letter.asciiValue ?? 0) }

  private static func function<Function>(
    _ library: Pointer, _ name: String, _: Function.Type
  ) -> Function? {
    guard let address = unsafe dlsym(library, name) else { return nil }
    // SAFETY: dlsym returns the pointer of a C function; the caller knows its signature.
    return unsafe unsafeBitCast(address, to: Function.self)
  }
}
