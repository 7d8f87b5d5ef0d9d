import Testing

@testable import PhoneOS

/// The messages that Apple's `os` writes.
struct LoggerTests {
  @Test func `values take their places in a format`() {
    #expect(
      FormattedText.text("%{public}@ has %d of %.1f%%, %lx", ["Radio", 3, 2.25, 255])
        == "Radio has 3 of 2.2%, ff")
    #expect(FormattedText.text("no value %@", []) == "no value ")
  }

  @Test func `interpolated values have the form that the app asks for`() {
    let name = "Radio"
    let message: OSLogMessage =
      "\(name, align: .right(columns: 7), privacy: .private) \(0.125, format: .fixed(precision: 2)) \(255, format: .hex)"
    #expect(message.text == "  Radio 0.12 ff")
  }

  @Test func `a log omits what the system does not keep`() {
    let log = OSLog(subsystem: "radio", category: .pointsOfInterest)
    #expect(log.isEnabled(type: .error) && !log.isEnabled(type: .debug))
    #expect(!OSLog.disabled.isEnabled(type: .fault))
  }

  @Test func `a lock protects its state`() {
    let lock = OSAllocatedUnfairLock(initialState: 1)
    lock.withLock { $0 += 1 }
    #expect(lock.withLockIfAvailable { $0 } == 2)
    let stateless = OSAllocatedUnfairLock()
    var number = 1
    stateless.withLockUnchecked { number += 1 }
    #expect(number == 2 && stateless.lockIfAvailable())
    stateless.unlock()
  }
}
