internal import HapticEngine
internal import Realtime

extension HapticPattern {
  /// The pattern without its haptic events: what is left of one whose haptics are suppressed; nil if
  /// nothing is.
  var withoutHaptics: HapticPattern? {
    let rest = entries.filter { entry in
      switch entry {
      case .event(let event): event.type != .hapticTransient && event.type != .hapticContinuous
      case .parameter, .curve: true
      }
    }
    let hasEvents = rest.contains { entry in
      if case .event = entry { true } else { false }
    }
    guard hasEvents else { return nil }
    return try? HapticPattern(entries: rest, metadata: metadata)
  }

  /// The first frame of the pattern whose haptic sample is not silent; nil if all are.
  ///
  /// It is rendered to find out, which gives the samples that an engine gives, whatever else that plays.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func hapticOnset(sampleRate: Double, profile: Profile) -> Int? {
    guard
      let renderer = try? OfflineRenderer(self, sampleRate: sampleRate, profile: profile)
    else { return nil }
    let buffers = BusBuffers(capacity: 4_096)
    var done = 0
    while done < renderer.frameCount {
      let count = min(buffers.capacity, renderer.frameCount - done)
      let block = buffers.blockWithSignal(frames: count)
      RealtimeScope.run { renderer.render(into: block) }
      if unsafe block.signal?.pointee.contains(.haptic) ?? true {
        for index in 0..<count where unsafe block.haptic[index] != 0 { return done + index }
      }
      done += count
    }
    return nil
  }
}
