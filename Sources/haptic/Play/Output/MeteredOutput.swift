import Realtime

/// An output whose source is measured on the way.
final class MeteredOutput: BlockOutput {
  let meters = BusMeters()
  private let output: any BlockOutput

  /// `output`, measured.
  init(_ output: any BlockOutput) { self.output = output }

  var isRealTime: Bool { output.isRealTime }

  func start(
    pulling source: any BlockSource, onStop: @escaping @Sendable (OutputError) -> Void
  ) throws(OutputError) {
    try output.start(pulling: MeteredSource(source, meters), onStop: onStop)
  }

  func stop() { output.stop() }

  func finish() throws(OutputError) { try output.finish() }
}
