import AudioSession
import AudioSessionTesting
import Foundation
import PhoneRuntime
import Synchronization
import Testing

/// Feedback generators and controls, as an app's code and its tests use them.
@MainActor
struct FeedbackFaceTests {
  private final class Requests: PhoneSink {
    private let all = Mutex<[String]>([])
    var words: [String] { all.withLock { $0 } }

    func receive(_ report: PhoneReport, at time: PhoneTime) {
      guard case .hapticRequested(_, let request) = report else { return }
      all.withLock { $0.append("\(request.name) \(request.intensity) \(request.delay.seconds)") }
    }
  }

  @Test func `generators with UIKit's names request presets from the current phone`() async throws {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    let requests = Requests()
    phone.runtime.add(requests)
    let styles: [UIImpactFeedbackGenerator.FeedbackStyle] = [
      .light, .medium, .heavy, .soft, .rigid,
    ]
    let types: [UINotificationFeedbackGenerator.FeedbackType] = [.success, .warning, .error]
    await phone.runAsCurrent {
      for style in styles { UIImpactFeedbackGenerator(style: style).impactOccurred() }
      UIImpactFeedbackGenerator(style: .heavy).impactOccurred(intensity: 0.5)
      UIImpactFeedbackGenerator(style: .heavy).impactOccurred(intensity: 7)
      for type in types { UINotificationFeedbackGenerator().notificationOccurred(type) }
      let selection = UISelectionFeedbackGenerator()
      selection.prepare()
      phone.runtime.advance(to: PhoneTime(seconds: 1))
      selection.selectionChanged()
    }
    let impacts = ["light", "medium", "heavy", "soft", "rigid"].map { "impact.\($0) 1.0 0.03" }
    let outcomes = ["success", "warning", "failure"].map { "notification.\($0) 1.0 0.03" }
    #expect(
      requests.words == impacts + ["impact.heavy 0.5 0.03", "impact.heavy 1.0 0.03"] + outcomes
        + ["selection 1.0 0.0"])
  }

  @Test func `controls vibrate automatically, and are restored in a new process`() throws {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    let requests = Requests()
    phone.runtime.add(requests)
    let app = phone.app
    app.controls = [
      "wifi": .toggle(SwitchControl()), "letter": .picker(try PickerControl(rowCounts: [26])),
    ]
    try app.operate("wifi", .toggled)
    try app.turn("letter", PickerTurn(wheel: 1, rows: 2, seconds: 1))
    phone.runtime.advance(to: PhoneTime(seconds: 2))
    #expect(requests.words == ["impact.light 1.0 0.0", "selection 1.0 0.0", "selection 1.0 0.0"])
    #expect(app.controls["wifi"]?.words == "on" && app.controls["letter"]?.words == "2")
    #expect(throws: RejectedEvent.notThere("control called bluetooth")) {
      try app.operate("bluetooth", .toggled)
    }
    #expect(throws: RejectedEvent.self) { try app.operate("wifi", .dragged(to: 1)) }
    try app.terminate()
    #expect(throws: RejectedEvent.self) { try app.operate("wifi", .toggled) }
    try app.launch()
    #expect(app.controls["wifi"]?.words == "off" && app.controls["letter"]?.words == "0")
  }

  @Test func `a volume view shows a slider, or the name of a device with its own volume`() throws {
    let phone = try SimulatedPhone(notificationCenter: NotificationCenter())
    #expect(phone.app.volumeView.control == .slider(level: 0.5))
    try phone.connect(device: "living room", [.HDMI])
    #expect(phone.app.volumeView.control == .deviceName("living room"))
    #expect(phone.app.volumeView.outputs == [.phone, .device("living room")])
    #expect(phone.app.volumeView.current == .device("living room"))
  }
}
