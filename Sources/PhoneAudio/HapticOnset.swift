internal import HapticEngine
internal import Realtime

extension HapticPattern {
  /// The pattern without its haptic events, for use if its haptics are suppressed; nil if nothing
  /// remains.
  var withoutHaptics: HapticPattern? { keeping { !$0.type.isHaptic } }

  /// The pattern without its sounds; nil if nothing remains.
  var withoutSounds: HapticPattern? { keeping { $0.type.isHaptic } }

  private func keeping(_ isKept: (HapticEvent) -> Bool) -> HapticPattern? {
    let rest = entries.filter { entry in
      switch entry {
      case .event(let event): isKept(event)
      case .parameter, .curve: true
      }
    }
    let hasEvents = rest.contains { entry in
      if case .event = entry { true } else { false }
    }
    guard hasEvents else { return nil }
    return try? HapticPattern(entries: rest, metadata: metadata)
  }

  /// A time, in seconds, after which none of the pattern's sounds is heard; nil if the pattern does
  /// not have sounds.
  ///
  /// Our choice if the pattern does not state this time: half a minute for a sound file, which is the longest possible
  /// event, and a second for the decay after the last event.
  var soundSeconds: Double? {
    events.filter { !$0.type.isHaptic }
      .map { $0.time + ($0.duration ?? ($0.waveform == nil ? 0 : 30)) + 1 }.max()
  }

  /// The first frame of the pattern whose haptic sample is not silent; nil if all samples are silent.
  ///
  /// The pattern is rendered to find this frame. The result is valid for every engine, regardless of
  /// the other patterns that it plays.
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
