import AudioSession
import PhoneRuntime
import PhoneSimulator
import Testing

/// Tests of apps that behave as the guidelines recommend.
struct GuidelinesAppTests {
  private let playing = GuidelinesView(
    isPlaying: true, configuration: SessionConfiguration(.playback))
  private let silent = GuidelinesView(
    isPlaying: false, configuration: SessionConfiguration(.playback))
  private let game = GuidelinesView(
    isPlaying: true, configuration: SessionConfiguration(.ambient))

  private static let goOn: [AppAction] = [.session(.activate), .resident(.play(seconds: nil))]

  @Test func `an app that behaves resumes when it may`() {
    var app = GuidelinesApp()
    #expect(app.notice(.outputStopped(.interrupted), silent) == [])
    #expect(app.notice(.notified(.interruptionBegan(.default)), silent) == [])
    let actions = app.notice(.notified(.interruptionEnded(.shouldResume)), silent)
    #expect(actions == Self.goOn)
  }

  /// Source: music-assistant/mobile-app pull request 504, ModernAVPlayer issue 174.
  @Test func `an app that behaves does not resume if the user has started another app`() {
    for (options, resumes) in [
      (CategoryOptions(), false), (.mixWithOthers, true), (.duckOthers, true),
    ] {
      let view = GuidelinesView(
        isPlaying: false, configuration: SessionConfiguration(.playback, options: options),
        secondaryAudioShouldBeSilenced: true)
      var app = GuidelinesApp()
      _ = app.notice(.outputStopped(.interrupted), view)
      let actions = app.notice(.notified(.interruptionEnded(.shouldResume)), view)
      #expect(actions.isEmpty != resumes, "\(options)")
      #expect(app.notice(.notified(.interruptionEnded(.shouldResume)), silent) == [])
      #expect(app.notice(.command(.play), view).count == 2, "the user may decide otherwise")
    }
  }

  /// Source: Audio Session Programming Guide, "Audio Guidelines by App Type", on chat apps.
  @Test func `an app that behaves resumes playing after an interruption, but not recording`() {
    var app = GuidelinesApp()
    #expect(app.notice(.inputStopped(.interrupted), silent) == [])
    #expect(app.notice(.notified(.interruptionEnded(.shouldResume)), silent) == [])
    _ = app.notice(.inputStopped(.interrupted), silent)
    _ = app.notice(.outputStopped(.interrupted), silent)
    #expect(app.notice(.notified(.interruptionEnded(.shouldResume)), silent) == Self.goOn)
  }

  @Test func `an app that behaves does not resume if it was not playing`() {
    var app = GuidelinesApp()
    #expect(app.notice(.notified(.interruptionBegan(.default)), silent) == [])
    #expect(app.notice(.notified(.interruptionEnded(.shouldResume)), silent) == [])
  }

  @Test func `an app that behaves does not resume when it may not`() {
    var app = GuidelinesApp()
    _ = app.notice(.outputStopped(.interrupted), silent)
    #expect(app.notice(.notified(.interruptionEnded([])), silent) == [])
    #expect(app.notice(.notified(.interruptionEnded(.shouldResume)), silent) == [])
  }

  @Test func `an app that behaves does not resume if the user has paused it`() {
    var app = GuidelinesApp()
    _ = app.notice(.outputStopped(.interrupted), silent)
    _ = app.notice(.userPaused, silent)
    #expect(app.notice(.notified(.interruptionEnded(.shouldResume)), silent) == [])
  }

  @Test func `on iOS 27, an app that behaves resumes once if both notifications arrive`() {
    var app = GuidelinesApp()
    _ = app.notice(.outputStopped(.interrupted), silent)
    let first = app.notice(.notified(.interruptionEnded(.shouldResume)), silent)
    let context = ResumptionContext(recommendation: .shouldResume)
    let second = app.notice(.notified(.resumptionRecommendation(context)), playing)
    #expect(first.count == 2)
    #expect(second == [])
  }

  @Test func `coming to the foreground makes up for a lost end`() {
    var app = GuidelinesApp()
    _ = app.notice(.outputStopped(.interrupted), silent)
    #expect(app.notice(.cameToForeground, silent) == Self.goOn)
    #expect(app.notice(.cameToForeground, playing) == [])
  }

  @Test func `unplugged headphones pause permanently`() {
    var app = GuidelinesApp()
    _ = app.notice(.outputStopped(.interrupted), silent)
    _ = app.notice(.notified(.interruptionBegan(.routeDisconnected)), silent)
    #expect(app.notice(.cameToForeground, silent) == [])
  }

  @Test func `an app that behaves pauses if the system does not pause it`() {
    var app = GuidelinesApp()
    let unplugged = SessionNotification.routeChange(
      .oldDeviceUnavailable, previous: Route(outputs: [.headphones]))
    #expect(app.notice(.notified(unplugged), playing) == [.resident(.pause)])
    #expect(app.notice(.notified(unplugged), silent) == [])
    #expect(app.notice(.cameToForeground, silent) == [])
  }

  @Test func `an app that behaves does not resume after a call if its headphones were unplugged`() {
    var app = GuidelinesApp()
    let unplugged = SessionNotification.routeChange(
      .oldDeviceUnavailable, previous: Route(outputs: [.headphones]))
    _ = app.notice(.outputStopped(.interrupted), silent)
    #expect(app.notice(.notified(unplugged), silent) == [])
    #expect(app.notice(.notified(.interruptionEnded(.shouldResume)), silent) == [])
  }

  @Test func `an engine that a format change stopped is restarted in the same state`() throws {
    for (stops, actions) in [
      (
        [GuidelinesSignal.outputStopped(.configurationChanged)],
        [AppAction.resident(.play(seconds: nil))]
      ),
      ([.inputStopped(.configurationChanged)], [.session(.startInput)]),
      (
        [.inputStopped(.configurationChanged), .outputStopped(.configurationChanged)],
        [.session(.startInput), .resident(.play(seconds: nil))]
      ),
      ([.inputStopped(.interrupted)], []),
      ([.inputStopped(.configurationChanged), .inputStopped(.interrupted)], []),
    ] {
      var app = GuidelinesApp()
      for stop in stops { #expect(app.notice(stop, silent) == []) }
      #expect(app.notice(.notified(.audioEngineConfigurationChange), silent) == actions)
      #expect(app.notice(.notified(.audioEngineConfigurationChange), silent) == [])
    }
  }

  @Test func `an engine whose headphones were unplugged resumes recording, but not playing`() {
    var app = GuidelinesApp()
    _ = app.notice(.inputStopped(.configurationChanged), silent)
    _ = app.notice(.outputStopped(.configurationChanged), silent)
    let unplugged = SessionNotification.routeChange(
      .oldDeviceUnavailable, previous: Route(outputs: [.headphones]))
    #expect(app.notice(.notified(unplugged), silent) == [])
    #expect(
      app.notice(.notified(.audioEngineConfigurationChange), silent) == [.session(.startInput)])
  }

  @Test func `a soundtrack gives way to music, but music does not give way`() {
    var app = GuidelinesApp()
    #expect(app.notice(.notified(.silenceSecondaryAudioHint(.begin)), game) == [.resident(.pause)])
    #expect(
      app.notice(.notified(.silenceSecondaryAudioHint(.end)), game) == [
        .resident(.play(seconds: nil))
      ])
    #expect(app.notice(.notified(.silenceSecondaryAudioHint(.begin)), playing) == [])
  }

  @Test func `an app that has finished deactivates if it disturbed others`() {
    var app = GuidelinesApp()
    #expect(app.notice(.finished, silent) == [.session(.deactivate(.notifyOthersOnDeactivation))])
    #expect(app.notice(.finished, game) == [])
  }

  @Test func `after a media services reset, the category is set again and playback stays stopped`()
  {
    var app = GuidelinesApp()
    let actions = app.notice(.notified(.mediaServicesWereReset), silent)
    #expect(actions == [.session(.setConfiguration(silent.configuration))])
  }

  @Test(arguments: [
    (RemoteCommand.play, false, 2), (.play, true, 0), (.pause, true, 1),
    (.togglePlayPause, true, 1), (.togglePlayPause, false, 2), (.stop, true, 1), (.next, true, 0),
  ])
  func `remote commands are obeyed`(command: RemoteCommand, isPlaying: Bool, actions: Int) {
    var app = GuidelinesApp()
    #expect(app.notice(.command(command), isPlaying ? playing : silent).count == actions)
  }
}
