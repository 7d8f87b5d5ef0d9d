import Foundation
import Glibc
import Realtime
import TestSupport
import Testing

/// Tests the render side with the real-time sanitizer, which ends the program when real-time code allocates, locks or
/// waits.
///
/// All tests are linked with it, except runs with another sanitizer, and all rendering takes place in a
/// `RealtimeScope`. These tests prove that a violation would be noticed.
@Suite(.enabled(if: isRealtimeSanitized, "another sanitizer replaces it"))
struct RealtimeSanitizerTests {
  @Test(arguments: [1, 64, 240, 5_000])
  func `hundreds of blocks of a busy engine are real-time safe`(frames: Int) throws {
    let workload = try RealtimeWorkload(frames: frames)
    let (source, block) = (workload.source, workload.block)
    var loudest: Float = 0
    for number in 0..<600 {
      try workload.control(before: number)
      RealtimeScope.run { source.render(into: block) }
      unsafe loudest = max(loudest, block.haptic[0].magnitude, block.audioLeft[0].magnitude)
    }
    #expect(loudest > 0.01, "the rendered signal is not silent")
  }

  @Test func `an allocation in real-time code ends the program with a report`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      RealtimeScope.run { unsafe forget(malloc(64)) }
    }
    #expect(words(of: result).contains("RealtimeSanitizer: unsafe-library-call"))
    #expect(words(of: result).contains("malloc"))
  }

  @Test func `an array that grows in real-time code ends the program with a report`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var numbers: [Int] = []
      RealtimeScope.run { numbers.append(getpid() > 0 ? 1 : 2) }
      if numbers.count != 1 { exit(0) }
    }
    #expect(words(of: result).contains("RealtimeSanitizer: unsafe-library-call"))
  }

  @Test func `even an uncontended mutex in real-time code ends the program`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var mutex = unsafe pthread_mutex_t()
      unsafe pthread_mutex_init(&mutex, nil)
      RealtimeScope.run { _ = unsafe pthread_mutex_lock(&mutex) }
    }
    #expect(words(of: result).contains("RealtimeSanitizer: unsafe-library-call"))
    #expect(words(of: result).contains("pthread_mutex_lock"))
  }

  @Test func `allocating outside a scope is allowed`() async {
    await #expect(processExitsWith: .success) {
      RealtimeScope.run {}
      unsafe forget(malloc(64))
    }
  }

  private func words(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}

/// Whether the tests are linked with the real-time sanitizer: see Package.swift.
private let isRealtimeSanitized =
  ProcessInfo.processInfo.environment["HAPTIC_OTHER_SANITIZER"] == nil

/// Allocates memory that is not used, in a way that the optimizer cannot remove.
@inline(never)
private func forget(_ memory: UnsafeMutableRawPointer?) {
  if unsafe memory == nil { exit(0) }
  unsafe free(memory)
}
