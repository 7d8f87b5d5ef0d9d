public import AudioSessionTesting
internal import Foundation
internal import PhoneRuntime
internal import Realtime

extension SimulatedPhone {
  /// Connects a game controller, and notifies the app under test.
  ///
  ///     let controller = phone.connectController()
  ///     controller.recordHaptics()
  ///     let game = Game()            // calls `createEngine(withLocality: .leftHandle)` and plays a pattern
  ///     phone.advance(by: 1)
  ///     #expect(controller.samples(at: .leftHandle, from: 0, to: 1).contains { $0 != 0 })
  ///
  /// Source: page of `controllers()`: the framework posts `GCControllerDidConnect` and `GCControllerDidBecomeCurrent`
  /// when a controller connects. Our choice: only a running app is notified.
  ///
  /// - Parameters:
  ///   - name: the name of the controller.
  ///   - category: the kind of controller.
  ///   - actuators: the places of its actuators; empty for a controller without haptics.
  /// - Returns: the controller.
  @discardableResult
  public func connectController(
    named name: String = "Gamepad", category: String = GCProductCategoryMFi,
    actuators: Set<GCHapticsLocality> = [.handles]
  ) -> GCController {
    let controller = GCController(ControllerDevice(self, actuators), name, category)
    let former = registry.connect(controller)
    post(.GCControllerDidConnect, controller)
    if let former { post(.GCControllerDidStopBeingCurrent, former) }
    post(.GCControllerDidBecomeCurrent, controller)
    return controller
  }

  /// Disconnects a game controller, stops its engines, and notifies the app under test.
  ///
  /// - Parameter controller: the controller; ignored unless it is connected.
  public func disconnect(_ controller: GCController) {
    guard let isCurrent = registry.disconnect(controller) else { return }
    controller.device.disconnect()
    if isCurrent { post(.GCControllerDidStopBeingCurrent, controller) }
    post(.GCControllerDidDisconnect, controller)
    if isCurrent, let next = controllers.last { post(.GCControllerDidBecomeCurrent, next) }
  }

  /// The controllers that are connected.
  var controllers: [GCController] { registry.controllers }

  private var registry: ControllerRegistry {
    if let registry = runtime.sink(ControllerRegistry.self) { return registry }
    let registry = ControllerRegistry()
    runtime.add(registry)
    return registry
  }

  private func post(_ name: Notification.Name, _ controller: GCController) {
    guard app.lifecycle.isRunning else { return }
    app.post(name, from: controller)
  }
}

extension GCController {
  /// Lets the controller's engines that are started from now on run in the phone's time, and records what they play.
  public func recordHaptics() { device.record() }

  /// Returns what an actuator has played since `recordHaptics()`, as far as it is kept.
  ///
  /// The engines of all places that include the actuator are added up.
  ///
  /// - Parameters:
  ///   - locality: the actuator, such as `leftHandle`.
  ///   - start: the beginning, in seconds of the phone's time.
  ///   - end: the end, in seconds of the phone's time.
  /// - Returns: the samples, `SimulatedPhone.HapticRecording.sampleRate` per second; empty if nothing was played.
  public func samples(
    at locality: GCHapticsLocality, from start: Double, to end: Double
  ) -> [Float] {
    device.samples(at: locality, from: start, to: end)
  }
}

/// The controllers of a phone.
///
/// - Thread: any.
private final class ControllerRegistry: PhoneSink {
  private let connected = Guarded<[GCController]>([])

  var controllers: [GCController] { connected.withLock { $0 } }

  /// Adds a controller.
  ///
  /// - Returns: the controller that was used before.
  func connect(_ controller: GCController) -> GCController? {
    connected.withLock { connected in
      defer { connected.append(controller) }
      return connected.last
    }
  }

  /// Removes a controller.
  ///
  /// - Returns: whether it was used; nil if it is not connected.
  func disconnect(_ controller: GCController) -> Bool? {
    connected.withLock { connected in
      guard let place = connected.firstIndex(where: { $0 === controller }) else { return nil }
      let isCurrent = place == connected.count - 1
      connected.remove(at: place)
      return isCurrent
    }
  }

  func receive(_ report: PhoneReport, at time: PhoneTime) {}

  func timePasses(to time: PhoneTime) {
    for controller in controllers { controller.device.timePasses(to: time) }
  }
}
