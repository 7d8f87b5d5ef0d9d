public import Foundation

/// A length of time in seconds.
public typealias CFTimeInterval = Double

/// Returns the time, in seconds, since the machine was started.
///
/// This is the real time, which does not follow a simulated phone's.
public func CACurrentMediaTime() -> CFTimeInterval { ProcessInfo.processInfo.systemUptime }

/// The nanoseconds of a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// The nanoseconds of a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// The nanoseconds of a microsecond.
public let NSEC_PER_USEC: UInt64 = 1_000
/// The microseconds of a second.
public let USEC_PER_SEC: UInt64 = 1_000_000

/// Calls `body`; Swift on Linux releases objects without a pool.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

/// The place where a function stores an error, as `&error` of a variable of type `NSError?`.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
