import AudioSession
import AudioSessionTesting
import Dispatch
import Foundation
import Testing

/// The order of notifications, and what observers may do in the meantime.
struct OrderTests {
  let center = NotificationCenter()

  @Test func `losing the route posts the interruption before the route change`() throws {
    let phone = try SimulatedPhone(backgroundModes: .audio, notificationCenter: center)
    try phone.app.handleRemoteCommands([.play, .pause]) { _ in }
    try phone.app.session.setCategory(.playback)
    try phone.connect(.headphones)
    phone.app.player.play()
    let heard = Heard(center)
    try phone.disconnect(.headphones)
    #expect(heard.words == ["began 4", "route 2"])
  }

  @Test func `the interrupted app is notified before the interrupting call returns`() throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    phone.app.player.play()
    let heard = Heard(center)
    try phone.otherApp.session.setActive(true)
    #expect(heard.words == ["began 0"])
    try phone.otherApp.session.setActive(false, options: .notifyOthersOnDeactivation)
    #expect(heard.words == ["began 0", "ended 1"])
  }

  @Test func `an app that mixes with others receives the hint`() throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    try phone.app.session.setCategory(.ambient)
    try phone.app.session.setActive(true)
    let heard = Heard(center)
    phone.otherApp.player.play()
    #expect(phone.app.session.secondaryAudioShouldBeSilencedHint)
    phone.otherApp.player.pause()
    #expect(!phone.app.session.secondaryAudioShouldBeSilencedHint)
    #expect(heard.words.filter { $0.hasPrefix("hint") } == ["hint 1", "hint 0"])
  }

  @Test func `other apps post to separate centers`() throws {
    let phone = try SimulatedPhone(furtherApps: ["game"], notificationCenter: center)
    let heard = Heard(center)
    let others = Heard(phone.otherApp.notificationCenter)
    phone.otherApp.player.play()
    phone.furtherApps[0].player.play()
    #expect(!heard.words.contains("began 0"))
    #expect(others.words.contains("began 0"))
  }

  @Test func `a suspended app is notified when it runs again`() throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    try phone.app.session.setActive(true)
    try phone.receiveCall()
    try phone.app.suspend()
    let heard = Heard(center, from: phone.app.session)
    try phone.declineCall()
    #expect(heard.notifications.isEmpty)
    try phone.app.enterForeground()
    // From the foreground the app may activate its session, and it reads the option at that time.
    #expect(heard.words == ["ended 1"])
  }

  @Test func `an observer may call the session, and the effects follow later`() throws {
    let phone = try SimulatedPhone(system: .iOS27, notificationCenter: center)
    let session = phone.app.session
    let effects = Effects()
    phone.observe { effects.all.append($0) }
    try session.setActive(true)
    let heard = Heard(center) { notification in
      guard notification.words == "ended 1" else { return }
      let before = effects.all.count
      #expect(throws: Never.self) { try session.setActive(true) }
      #expect(phone.app.isActive)
      #expect(effects.all.count == before, "nobody is notified before this observer has finished")
    }
    try phone.receiveCall()
    try phone.declineCall()
    #expect(
      heard.words == [
        "began 0", "DidBecomeInactive", "ended 1", "ResumptionRecommendation", "DidBecomeActive",
      ])
  }

  @Test func `observers that trigger each other come to an end`() throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    let other = phone.otherApp
    let mine = Heard(center) { notification in
      if notification.words == "began 0" {
        #expect(throws: Never.self) {
          try other.session.setActive(false, options: .notifyOthersOnDeactivation)
        }
      }
    }
    try phone.app.session.setActive(true)
    try other.session.setActive(true)
    #expect(mine.words == ["began 0", "ended 1"])
    #expect(!phone.app.isActive && !other.isActive)
  }

  @Test func `other threads may call while an observer runs`() throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    let session = phone.app.session
    try session.setActive(true)
    let heard = Heard(center) { notification in
      guard notification.words == "began 0" else { return }
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        #expect(session.category == .soloAmbient)
        #expect(throws: Never.self) { try session.setCategory(.ambient) }
        done.signal()
      }
      done.wait()
      #expect(session.category == .ambient)
    }
    try phone.receiveCall()
    #expect(heard.words.first == "began 0")
  }

  @Test func `observers of effects also receive effects that are not notifications`() throws {
    let phone = try SimulatedPhone(notificationCenter: center)
    let effects = Effects()
    phone.observe { effects.all.append($0) }
    phone.app.player.play()
    try phone.setVolume(0.25)
    #expect(effects.all.contains(.observed(0, .outputVolume(from: 0.5, to: 0.25))))
    try phone.receiveCall(hostedBy: phone.app)
    #expect(effects.all.contains(.ioStopped(0, .output, .interrupted)))
    try phone.answerCall()
    #expect(effects.all.contains(.callKit(0, .didActivate)))
  }

  @Test func `with two threads, begins and ends alternate and none is lost`() throws {
    let phone = try SimulatedPhone(backgroundModes: .audio, notificationCenter: center)
    let heard = Heard(center)
    let effects = Effects()
    phone.observe { effects.all.append($0) }
    let rounds = 300
    DispatchQueue.concurrentPerform(iterations: 2) { side in
      for _ in 0..<rounds {
        try? phone.app.session.setActive(true)
        _ = phone.app.session.currentRoute
        if side == 0 {
          try? phone.receiveCall()
          try? phone.declineCall()
        }
      }
    }
    let posted = heard.words.filter { !$0.hasPrefix("route") }
    #expect(posted == (0..<rounds).flatMap { _ in ["began 0", "ended 1"] })
    let results = effects.all.filter {
      if case .callResult(0, _) = $0 { true } else { false }
    }
    #expect(results.count == 2 * rounds)
  }

  @Test func `a phone is released with its last reference`() throws {
    weak var app: SimulatedApp?
    weak var session: AVAudioSession?
    do {
      let phone = try SimulatedPhone(notificationCenter: center)
      app = phone.app
      session = phone.app.session
      phone.app.player.play()
      #expect(app != nil && session != nil)
    }
    #expect(app == nil && session == nil)
  }
}

/// The effects in order; without a lock, like `Heard`.
private final class Effects: @unchecked Sendable {
  var all: [SessionEffect] = []
}
