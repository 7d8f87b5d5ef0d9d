import AudioSession
import AudioSessionTesting
import Foundation
import Testing

/// The delegate of an app's notifications.
struct NotificationDelegateTests {
  @MainActor private final class Asynchronous: UNUserNotificationCenterDelegate {
    var titles: [String] = []
    var opened: [String] = []

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
      titles.append(notification.request.content.title)
      return [.banner, .list]
    }

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
      let content = response.notification.request.content
      opened.append("\(response.actionIdentifier) \(content.userInfo["episode"] ?? "none")")
    }
  }

  private final class Late: UNUserNotificationCenterDelegate, @unchecked Sendable {
    var answer: ((UNNotificationPresentationOptions) -> Void)?

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
      withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
      answer = completionHandler
    }
  }

  private func content() -> UNNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = "New"
    content.userInfo = ["episode": 7]
    content.badge = 3
    return content
  }

  @MainActor @Test func `an asynchronous delegate presents and opens a notification`() async throws
  {
    let phone = try SimulatedPhone()
    try await phone.runAsCurrent {
      try phone.app.setNotificationSettings(.granted)
      let delegate = Asynchronous()
      UNUserNotificationCenter.current().delegate = delegate
      try phone.deliverNotification(from: phone.app, content: content())
      #expect(phone.app.shownNotification == nil)
      await phone.settle()
      #expect(delegate.titles == ["New"] && phone.app.shownNotification == .banner)
      try phone.openNotification(of: phone.app)
      await phone.settle()
      #expect(delegate.opened == ["com.apple.UNNotificationDefaultActionIdentifier 7"])
    }
  }

  @Test func `a notification arrives when the delegate answers, and only once`() async throws {
    let phone = try SimulatedPhone()
    try await phone.runAsCurrent {
      try phone.app.setNotificationSettings(.granted)
      let delegate = Late()
      UNUserNotificationCenter.current().delegate = delegate
      try phone.deliverNotification(from: phone.app)
      #expect(phone.app.shownNotification == nil)
      delegate.answer?([.alert])
      #expect(phone.app.shownNotification == .banner)
      delegate.answer?([])
      #expect(phone.app.shownNotification == .banner)
    }
  }

  @Test func `a notification that launches the app is passed to its first delegate`() async throws {
    let phone = try SimulatedPhone()
    try await phone.runAsCurrent {
      try phone.app.setNotificationSettings(.granted)
      try phone.app.terminate()
      try phone.deliverNotification(from: phone.app, content: content())
      try phone.openNotification(of: phone.app)
      #expect(phone.app.lifecycle == .foreground)
      let delegate = Asynchronous()
      UNUserNotificationCenter.current().delegate = delegate
      await phone.settle()
      #expect(await delegate.opened.count == 1)
      UNUserNotificationCenter.current().delegate = delegate
      await phone.settle()
      #expect(await delegate.opened.count == 1)
    }
  }

  @Test func `a request keeps the content that it was created with`() {
    let content = UNMutableNotificationContent()
    content.title = "before"
    let request = UNNotificationRequest(identifier: "1", content: content, trigger: nil)
    content.title = "after"
    #expect(request.content.title == "before" && content.title == "after")
    #expect(content.badge == nil && content.sound == nil)
  }
}
