import HapticEngine

/// Feeds whatever libFuzzer invents to the AHAP reader, and stops at anything but sense: a crash,
/// errors with a pattern or neither of both, a pattern that is not valid, or one that does not come
/// back from being written.
///
/// SwiftPM renames `main`, so libFuzzer's own cannot be used: ours calls its driver.
@main struct FuzzAHAP {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = runDriver(&count, &arguments, fuzz)
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ fuzz: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let reading = AHAP.read(bytes)
  precondition((reading.pattern == nil) == (reading.errorCount > 0), "errors and a pattern")
  let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
  var last = (1, 1)
  for problem in reading.diagnostics {
    precondition((problem.line, problem.column) >= last, "a problem out of order")
    precondition(problem.line <= lines && problem.column <= count + 1, "a place outside the file")
    last = (problem.line, problem.column)
  }
  if let pattern = reading.pattern {
    let valid = try? HapticPattern(entries: pattern.entries, metadata: pattern.metadata)
    precondition(valid == pattern, "a pattern that is not valid")
    precondition(AHAP.read(AHAP.encode(pattern)).pattern == pattern, "a pattern that changes")
  }
  return 0
}
