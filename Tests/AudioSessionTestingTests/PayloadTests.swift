import AudioSession
import AudioSessionTesting
import Foundation
import Testing

/// The contents of notifications.
struct PayloadTests {
  let center = NotificationCenter()

  private func interrupted(on system: OSVersion) throws -> (SimulatedPhone, Heard) {
    let phone = try SimulatedPhone(system: system, notificationCenter: center)
    try phone.app.session.setActive(true)
    let heard = Heard(center)
    try phone.receiveCall()
    try phone.declineCall()
    return (phone, heard)
  }

  @Test func `the object of a notification is the session`() throws {
    let (phone, heard) = try interrupted(on: .iOS26)
    #expect(!heard.notifications.isEmpty)
    for notification in heard.notifications {
      #expect(notification.object as? AVAudioSession === phone.app.session)
    }
  }

  @Test func `an observer of one session does not receive notifications of another`() throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    let stranger = try SimulatedPhone(notificationCenter: center)
    let heard = Heard(center, from: phone.app.session)
    try stranger.app.session.setActive(true)
    try stranger.receiveCall()
    #expect(heard.words == [])
    try phone.app.session.setActive(true)
    try phone.receiveCall()
    #expect(heard.words == ["began 0"])
  }

  @Test func `numbers are NSNumbers of unsigned integers, not Swift enumerations`() throws {
    let (_, heard) = try interrupted(on: .iOS26)
    let began = try #require(heard.named(AVAudioSession.interruptionNotification).first)
    let value = try #require(began.userInfo?[AVAudioSessionInterruptionTypeKey])
    #expect(type(of: value) == NSNumber.self)
    #expect(!(value is AVAudioSession.InterruptionType))
    #expect(value as? UInt == 1)
    #expect((value as? NSNumber)?.uintValue == 1)
  }

  @Test func `began has a reason but no option, and ended has an option but no reason`() throws {
    let (_, heard) = try interrupted(on: .iOS26)
    let posted = heard.named(AVAudioSession.interruptionNotification)
    #expect(
      posted.map { Set(($0.userInfo ?? [:]).keys.compactMap { $0 as? String }) } == [
        [AVAudioSessionInterruptionTypeKey, AVAudioSessionInterruptionReasonKey],
        [AVAudioSessionInterruptionTypeKey, AVAudioSessionInterruptionOptionKey],
      ])
  }

  @Test func `began does not have a reason before iOS 14.5`() throws {
    let (_, heard) = try interrupted(on: .iOS10)
    let began = try #require(heard.named(AVAudioSession.interruptionNotification).first)
    #expect(began.userInfo?.keys.count == 1)
  }

  @Test func `on iOS 10, suspension is posted late and with a separate key`() throws {
    let phone = try SimulatedPhone(system: .iOS10, notificationCenter: center)
    try phone.app.session.setActive(true)
    let heard = Heard(center, from: phone.app.session)
    try phone.app.enterBackground()
    phone.advance(by: 6)
    #expect(phone.app.lifecycle == .suspended)
    #expect(heard.notifications.isEmpty)
    try phone.app.enterForeground()
    let began = try #require(heard.named(AVAudioSession.interruptionNotification).first)
    #expect(began.userInfo?[AVAudioSessionInterruptionWasSuspendedKey] as? Bool == true)
  }

  @Test func `a route change has its reason and the previous route`() throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    try phone.app.session.setCategory(.playback)
    try phone.app.session.setActive(true)
    let heard = Heard(center)
    try phone.connect(.headphones)
    let change = try #require(heard.named(AVAudioSession.routeChangeNotification).first)
    #expect(change.number(AVAudioSessionRouteChangeReasonKey) == 1)
    let previous =
      change.userInfo?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
    #expect(previous?.outputs.map(\.portType) == [.builtInSpeaker])
    #expect(phone.app.session.currentRoute.outputs.map(\.portType) == [.headphones])
  }

  @Test func `the media services notifications have no dictionary`() throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    let heard = Heard(center)
    try phone.loseMediaServices()
    try phone.resetMediaServices()
    let posted = [
      AVAudioSession.mediaServicesWereLostNotification,
      AVAudioSession.mediaServicesWereResetNotification,
    ].flatMap(heard.named)
    #expect(posted.count == 2)
    #expect(posted.allSatisfy { $0.userInfo == nil })
  }

  @Test func `muting the output is posted as 1 and 0`() throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    let heard = Heard(center)
    try phone.app.session.setOutputMuted(true)
    #expect(phone.app.session.isOutputMuted)
    try phone.app.session.setOutputMuted(false)
    let states = heard.named(AVAudioSession.outputMuteStateChangeNotification).map {
      $0.userInfo?[AVAudioSession.muteStateKey] as? Int
    }
    #expect(states == [1, 0])
  }

  @Test func `notifications of iOS 27 carry contexts that a test can also create`() throws {
    let (_, heard) = try interrupted(on: .iOS27)
    let inactive = heard.named(AVAudioSession.didBecomeInactiveNotification).first
    let context =
      inactive?.userInfo?[AVAudioSession.deactivationContextKey]
      as? AVAudioSession.DeactivationContext
    #expect(
      context
        == AVAudioSession.DeactivationContext(
          source: .system,
          interruptionContext: AVAudioSession.InterruptionContext(reason: .default)))
    let advice = heard.named(AVAudioSession.resumptionRecommendationNotification).first
    let resumption =
      advice?.userInfo?[AVAudioSession.resumptionContextKey] as? AVAudioSession.ResumptionContext
    #expect(resumption == AVAudioSession.ResumptionContext(recommendation: .shouldResume))
  }

  @Test func `on iOS 27, an app that deactivates its own session is not interrupted`() throws {
    let phone = try SimulatedPhone(system: .iOS27, notificationCenter: center)
    try phone.app.session.setActive(true)
    let heard = Heard(center)
    try phone.app.session.setActive(false)
    let inactive = heard.named(AVAudioSession.didBecomeInactiveNotification).first
    let context =
      inactive?.userInfo?[AVAudioSession.deactivationContextKey]
      as? AVAudioSession.DeactivationContext
    #expect(context?.source == .app)
    #expect(context != nil && context?.interruptionContext == nil)
  }
}
