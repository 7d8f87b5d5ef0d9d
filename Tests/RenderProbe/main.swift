// Renders a busy engine's blocks, and prints the operations that were counted meanwhile: in the real-time code,
// and in code that deliberately does what real-time code must not do, to show that the counters work.

import Glibc
import Realtime
import RealtimeProbe
import TestSupport

/// A stored reference, so that no optimizer can remove the reference counting.
final class Token: Sendable {}
nonisolated(unsafe) var shelf: [Token?] = Array(repeating: nil, count: 16)
nonisolated(unsafe) var numbers: [Int] = []

func report(_ name: String, _ counts: realtime_probe_counts) {
  print(
    "\(name) allocations \(counts.allocations) frees \(counts.frees) locks \(counts.locks) "
      + "retains \(counts.retains) releases \(counts.releases)")
}

/// The counts of `body`.
func counted(_ body: () -> Void) -> realtime_probe_counts {
  realtime_probe_begin()
  body()
  return realtime_probe_end()
}

/// The counts of rendering one block: nothing but the call is counted.
func countedRender(_ source: any BlockSource, into block: BusBlock) -> realtime_probe_counts {
  realtime_probe_begin()
  source.render(into: block)
  return realtime_probe_end()
}

guard realtime_probe_is_there() != 0 else {
  print("absent")
  exit(0)
}

/// Reports the counts of 2 000 blocks.
///
/// The workload and its folder are released at the end; only globals stay.
func reportRender() throws {
  let workload = try RealtimeWorkload(frames: 240)
  let (source, block) = (workload.source, workload.block)
  var total = realtime_probe_counts()
  var loudest: Float = 0
  for number in 0..<2_000 {
    try workload.control(before: number)
    let counts = countedRender(source, into: block)
    total.allocations += counts.allocations
    total.frees += counts.frees
    total.locks += counts.locks
    total.retains += counts.retains
    total.releases += counts.releases
    unsafe loudest = max(loudest, block.haptic[17].magnitude, block.audioLeft[17].magnitude)
  }
  report("render", total)
  print("loudest \(loudest)")
}

/// Reports the counts of 2 000 blocks of a phone on which much happens.
func reportMixer() throws {
  let workload = try MixerWorkload(frames: 240)
  let (source, block) = (workload.source, workload.block)
  var total = realtime_probe_counts()
  var loudest: Float = 0
  for _ in 0..<2_000 {
    workload.control()
    let counts = countedRender(source, into: block)
    total.allocations += counts.allocations
    total.frees += counts.frees
    total.locks += counts.locks
    total.retains += counts.retains
    total.releases += counts.releases
    unsafe loudest = max(loudest, block.audioLeft[17].magnitude)
  }
  report("mixer", total)
  print("mixed \(loudest)")
}

try reportRender()
try reportMixer()

report(
  "appending", counted { unsafe numbers.append(contentsOf: repeatElement(1, count: 1_000)) })
var mutex = unsafe pthread_mutex_t()
unsafe pthread_mutex_init(&mutex, nil)
report(
  "locking",
  counted {
    unsafe pthread_mutex_lock(&mutex)
    unsafe pthread_mutex_unlock(&mutex)
  })
let token = Token()
report(
  "storing", counted { for index in 0..<16 { unsafe shelf[index] = token } })
print("references \(realtime_probe_counts_references())")
