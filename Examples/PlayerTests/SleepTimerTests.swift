import AudioSessionTestTraits
import AudioSessionTesting
import Testing

/// Pauses a player after some time, as the sleep timer of a podcast app does.
@MainActor struct SleepTimer {
  /// Waits for a duration; on a phone, `Task.sleep(for:)`.
  var wait: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  func pause(_ player: any Track, after duration: Duration) async throws {
    try await wait(duration)
    player.pause()
  }
}

// `Documentation/Testing.md` shows this test.
@Test(.phone(.iOS26, backgroundModes: .audio)) @MainActor
func `the sleep timer pauses after half an hour`() async throws {
  let phone = SimulatedPhone.current
  let timer = SleepTimer(wait: { phone.advance(by: $0 / .seconds(1)) })
  phone.app.player.play()
  try await timer.pause(phone.app.player, after: .seconds(1800))
  #expect(phone.time == 1800 && !phone.app.isAudible)
}

@Test(.phone(.iOS26, backgroundModes: .audio)) @MainActor
func `real time does not move the phone, and its time does not fire timers`() async throws {
  let phone = SimulatedPhone.current
  phone.app.player.play()
  let (clock, delay) = (ContinuousClock(), Duration.milliseconds(50))
  let start = clock.now
  let task = Task { try await SleepTimer().pause(phone.app.player, after: delay) }
  phone.advance(by: 60)
  try await phone.until("the sleep timer pauses") { !phone.app.isAudible }
  #expect(start.duration(to: clock.now) >= delay && phone.time == 60)
  try await task.value
}
