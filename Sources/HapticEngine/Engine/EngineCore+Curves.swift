internal import Realtime
internal import Synchronization

extension EngineCore {
  /// Sends `curve` to player `id`, to start at `time` of the engine.
  func sendCurve(
    _ curve: ParameterCurve, to id: Int, at time: Seconds
  ) throws(EngineError) {
    var fromStart = curve
    fromStart.time = 0
    let points = ControlSegment.segments(of: fromStart)
    let result: Result<Void, EngineError> = state.withLock { state in
      guard let sampleRate = state.run?.sampleRate else {
        return .failure(
          EngineError(.engineNotRunning, "the engine is not running; start it first"))
      }
      // Before its first point a curve changes nothing: it starts there.
      let first = points.first?.start ?? 0
      let memory = UnsafeMutablePointer<SentControl.Point>.allocate(capacity: points.count)
      for (index, point) in points.enumerated() {
        unsafe (memory + index).initialize(
          to: SentControl.Point(
            offset: nearestFrame((point.start - first) * sampleRate), value: point.value,
            slope: point.slope / sampleRate))
      }
      let source = unsafe SentControl(
        start: 0, end: .never, points: UnsafePointer(memory), pointCount: points.count, value: 0)
      let start = first > 0 ? (time > 0 ? time : state.currentTime) + first : time
      let result = unsafe state.send(to: id, at: start) {
        unsafe .send($0, control: curve.id.controlIndex, source)
      }
      switch result {
      case .success: unsafe state.run?.curves.insert(UnsafePointer(memory))
      case .failure: unsafe memory.deallocate()
      }
      return result
    }
    try result.get()
  }
}
