import AudioSession
import AudioSessionTesting
import Foundation
import Synchronization
import Testing

/// System sounds, key clicks and notification settings, as an app's code uses them.
@Suite(.serialized) struct AudioServicesTests {
  /// A sound that was created from a file.
  private func sound(_ name: String) -> SystemSoundID {
    var id: SystemSoundID = 0
    let status = AudioServicesCreateSystemSoundID(URL(filePath: "/sounds/\(name)") as CFURL, &id)
    #expect(status == kAudioServicesNoError)
    return id
  }

  @Test func `a file that cannot be a system sound is rejected`() {
    var id: SystemSoundID = 7
    let status = AudioServicesCreateSystemSoundID(URL(filePath: "/sounds/a.mp3") as CFURL, &id)
    #expect(status == kAudioServicesSystemSoundUnspecifiedError && id == 7)
    #expect(AudioServicesDisposeSystemSoundID(7) == kAudioServicesSystemSoundUnspecifiedError)
  }

  @Test func `a sound calls back when it is over, cut off, or not played`()
    async throws
  {
    let phone = try SimulatedPhone()
    try await phone.runAsCurrent {
      phone.setSoundSeconds(["/sounds/long.caf": 20])
      let (long, short) = (sound("long.caf"), sound("short.wav"))
      let ended = Mutex<[String]>([])
      func play(_ id: SystemSoundID, _ name: String) {
        AudioServicesPlaySystemSoundWithCompletion(id) { ended.withLock { $0.append(name) } }
      }
      play(long, "long")
      phone.advance(by: 5)
      #expect(ended.withLock { $0 } == [])
      play(short, "short")
      #expect(ended.withLock { $0 } == ["long"])
      phone.advance(by: 1)
      #expect(ended.withLock { $0 } == ["long", "short"])
      try phone.setSilentMode(true)
      play(short, "silent")
      #expect(ended.withLock { $0 } == ["long", "short", "silent"])
      AudioServicesDisposeSystemSoundID(short)
      play(short, "disposed")
      #expect(ended.withLock { $0.last } == "disposed")
    }
  }

  @Test func `a sound calls back a suspended app when it runs again, and a terminated one never`()
    async throws
  {
    let phone = try SimulatedPhone()
    try await phone.runAsCurrent {
      let short = sound("short.wav")
      let ended = Mutex<[String]>([])
      func play(_ name: String) {
        AudioServicesPlaySystemSoundWithCompletion(short) { ended.withLock { $0.append(name) } }
      }
      play("suspended")
      try phone.app.suspend()
      phone.advance(by: 2)
      #expect(ended.withLock { $0 } == [])
      try phone.app.enterForeground()
      #expect(ended.withLock { $0 } == ["suspended"])
      play("ended")
      try phone.app.terminate()
      try phone.app.launch()
      play("next")
      #expect(ended.withLock { $0 } == ["suspended"])
      phone.advance(by: 2)
      #expect(ended.withLock { $0 } == ["suspended", "next"])
    }
  }

  private struct Keyboard: UIInputViewAudioFeedback {
    var enableInputClicksWhenVisible: Bool { true }
  }

  private struct Plain: UIInputViewAudioFeedback {}

  @Test func `an input view clicks only if it has enabled clicks`() async throws {
    let phone = try SimulatedPhone()
    try await phone.runAsCurrent {
      try phone.app.showInputView(Plain())
      #expect(try phone.app.playSound(.keyClick) == .suppressed(.clicksNotEnabled))
      try phone.app.showInputView(Keyboard())
      #expect(try phone.app.playSound(.keyClick) == .played)
      UIDevice.current.playInputClick()
    }
  }

  private final class Delegate: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
      _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
      withCompletionHandler completionHandler:
        @escaping (UNNotificationPresentationOptions) -> Void
    ) {
      completionHandler([.banner])
    }
  }

  @Test func `an app requests notifications, reads the settings, and decides in the foreground`()
    async throws
  {
    let phone = try SimulatedPhone()
    try await phone.runAsCurrent {
      let center = UNUserNotificationCenter.current()
      let answers = Mutex<[Bool]>([])
      center.requestAuthorization(options: [.alert, .sound]) { isGranted, _ in
        answers.withLock { $0.append(isGranted) }
      }
      #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
      #expect(answers.withLock { $0 } == [])
      var settings = NotificationSettings.granted
      settings.style = .alert
      settings.hasSound = false
      try phone.app.setNotificationSettings(settings)
      #expect(answers.withLock { $0 } == [true])
      let read = await center.notificationSettings()
      #expect(read.authorizationStatus == .authorized && read.alertStyle == .alert)
      #expect(read.soundSetting == .disabled && read.lockScreenSetting == .enabled)
      #expect(phone.app.shownNotification == nil)
      try phone.deliverNotification(from: phone.app)
      #expect(phone.app.shownNotification == .nowhere)
      let delegate = Delegate()
      center.delegate = delegate
      try phone.deliverNotification(from: phone.app)
      #expect(phone.app.shownNotification == .alert)
      try phone.openNotification(of: phone.app)
      #expect(phone.app.shownNotification == nil)
    }
  }
}
