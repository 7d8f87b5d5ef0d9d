internal import Realtime
internal import Synchronization

extension EngineCore {
  /// Sends `curve` to player `id`, to start at `time` of the engine.
  func sendCurve(
    _ curve: ParameterCurve, to id: Int, at time: Seconds
  ) throws(EngineError) {
    var fromStart = curve
    fromStart.time = 0
    let segments = ControlSegment.segments(of: fromStart)
    let result: Result<Void, EngineError> = state.withLock { state in
      guard let sampleRate = state.run?.sampleRate else {
        return .failure(.notRunning)
      }
      // Before its first point a curve changes nothing: it starts there.
      let first = segments.first?.start ?? 0
      let start = first > 0 ? (time > 0 ? time : state.currentTime) + first : time
      let exact = (start - state.timeBase) * sampleRate
      let isPast = exact <= 0 || start <= state.currentTime
      // Commands are carried out at whole frames; the points stay where they are between them.
      let fraction = isPast ? 0 : exact - Double(nearestFrame(exact))
      let points = UnsafeMutablePointer<SentControl.Point>.allocate(capacity: segments.count)
      for (index, segment) in segments.enumerated() {
        unsafe (points + index).initialize(
          to: SentControl.Point(
            offset: (segment.start - first) * sampleRate + fraction, value: segment.value,
            slope: segment.slope / sampleRate))
      }
      let source = unsafe SentControl(
        start: 0, end: .never, points: UnsafePointer(points), pointCount: segments.count, value: 0)
      let result = unsafe state.send(to: id, at: start) {
        unsafe .send($0, control: curve.id.controlIndex, source)
      }
      switch result {
      case .success: unsafe state.run?.curves.insert(UnsafePointer(points))
      case .failure: unsafe points.deallocate()
      }
      return result
    }
    try result.get()
  }
}
