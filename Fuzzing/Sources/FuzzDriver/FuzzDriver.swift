/// Runs libFuzzer on a function of bytes.
///
/// SwiftPM renames `main`, so libFuzzer's own `main` cannot be used: this calls its driver.
public enum FuzzDriver {
  nonisolated(unsafe) private static var body: ([UInt8]) -> Void = { _ in }

  /// Feeds `body` with the inputs that libFuzzer invents, until it stops.
  ///
  /// `body` traps if a result does not make sense.
  public static func run(_ body: @escaping ([UInt8]) -> Void) {
    Self.body = body
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = runDriver(&count, &arguments) { start, count in
      FuzzDriver.body([UInt8](UnsafeBufferPointer(start: start, count: count)))
      return 0
    }
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ fuzz: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
