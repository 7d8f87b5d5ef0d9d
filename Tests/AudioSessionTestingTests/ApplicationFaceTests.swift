import AudioSessionTesting
import Foundation
import Synchronization
import Testing

/// `UIApplication` and `UIDevice` outside the lifecycle.
struct ApplicationFaceTests {
  @Test func `a URL is opened only in front, and only by an app of the system`() async throws {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    try await phone.runAsCurrent {
      let application = UIApplication.shared
      let page = try #require(URL(string: "HTTPS://swift.org"))
      let unknown = try #require(URL(string: "radio://play"))
      #expect(application.canOpenURL(page) && !application.canOpenURL(unknown))
      #expect(await application.open(page))
      #expect(await !application.open(unknown))
      try phone.app.enterBackground()
      #expect(await !application.open(page))
      #expect(phone.app.openedURLs == [page])
      let settings = try #require(URL(string: UIApplication.openSettingsURLString))
      #expect(application.canOpenURL(settings))
    }
  }

  @Test func `a new process starts with its own settings, and the icon keeps its number`()
    async throws
  {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    try await phone.runAsCurrent {
      UIApplication.shared.isIdleTimerDisabled = true
      UIApplication.shared.applicationIconBadgeNumber = 2
      #expect(UIApplication.shared.isIdleTimerDisabled)
      try phone.app.terminate()
      try phone.app.launch()
      #expect(!UIApplication.shared.isIdleTimerDisabled)
      #expect(UIApplication.shared.applicationIconBadgeNumber == 2)
    }
  }

  @Test func `an app is warned of memory unless it is suspended, and learns that it was launched`()
    async throws
  {
    let center = NotificationCenter()
    let phone = try SimulatedPhone(notificationCenter: center)
    let words = Mutex<[String]>([])
    let names = [
      UIApplication.didReceiveMemoryWarningNotification,
      UIApplication.didFinishLaunchingNotification,
    ]
    let tokens = names.map { name in
      center.addObserver(forName: name, object: nil, queue: nil) { notification in
        words.withLock { $0.append(notification.name.rawValue) }
      }
    }
    phone.app.warnOfMemory()
    try phone.app.suspend()
    phone.app.warnOfMemory()
    try phone.app.terminate()
    try phone.app.launch()
    #expect(words.withLock { $0 } == names.map(\.rawValue))
    for token in tokens { center.removeObserver(token) }
  }

  @Test func `the device is the phone's`() async throws {
    try await SimulatedPhone(system: .iOS14_5, platform: .iPad).runAsCurrent {
      let device = UIDevice.current
      #expect(device.systemVersion == "14.5" && device.systemName == "iPadOS")
      #expect(device.model == "iPad" && device.name == "iPad")
      #expect(device.userInterfaceIdiom == .pad)
    }
    try await SimulatedPhone(system: .iOS17).runAsCurrent {
      #expect(UIDevice.current.systemVersion == "17.0")
      #expect(UIDevice.current.userInterfaceIdiom == .phone)
    }
  }

  private final class Count: Sendable {
    let calls = Mutex<[SystemSoundID]>([])
  }

  @Test func `a sound's completion routine is called until it is removed`() async throws {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    await phone.runAsCurrent {
      var id: SystemSoundID = 0
      AudioServicesCreateSystemSoundID(URL(filePath: "/sounds/routine.caf") as CFURL, &id)
      let count = Count()
      let data = unsafe Unmanaged.passUnretained(count).toOpaque()
      let status = unsafe AudioServicesAddSystemSoundCompletion(
        id, nil, nil,
        { id, data in
          guard let data = unsafe data else { return }
          let count = unsafe Unmanaged<Count>.fromOpaque(data).takeUnretainedValue()
          count.calls.withLock { $0.append(id) }
        }, data)
      #expect(status == noErr)
      AudioServicesPlaySystemSound(id)
      #expect(count.calls.withLock { $0 } == [])
      phone.advance(by: 1)
      AudioServicesPlaySystemSound(id)
      phone.advance(by: 1)
      #expect(count.calls.withLock { $0 } == [id, id])
      AudioServicesRemoveSystemSoundCompletion(id)
      AudioServicesPlaySystemSound(id)
      phone.advance(by: 1)
      #expect(count.calls.withLock { $0 }.count == 2)
      #expect(
        unsafe AudioServicesAddSystemSoundCompletion(7, nil, nil, { _, _ in }, nil)
          == kAudioServicesSystemSoundUnspecifiedError)
    }
  }
}
