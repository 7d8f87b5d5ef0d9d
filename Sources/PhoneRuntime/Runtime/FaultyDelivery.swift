internal import AudioSession

/// Notifications that are lost, repeated or late.
extension RuntimeState {
  /// Returns the deliveries of an effect: exactly one, unless the effect is a notification with a delivery fault.
  ///
  /// - Parameters:
  ///   - effect: The effect of an event.
  ///   - value: The value of the remote command, if the event is a remote command.
  ///   - before: The phone before the event.
  /// - Returns: The deliveries, in order.
  mutating func deliveries(
    of effect: SessionEffect, value: Double?, since before: Phone
  ) -> [Delivery] {
    if case .remoteCommand(let app, let command) = effect {
      return [delivery(to: app, of: command, value: value, since: before)]
    }
    if case .remoteDeferred(let app, _) = effect { residents[app.index].deferredValue = value }
    let delivery = Delivery.report(.effect(effect), now)
    guard case .notified(let app, let notification) = effect,
      let distortion = residents[app.index].distortion, distortion.meets(notification)
    else { return [delivery] }
    if !distortion.isLasting { residents[app.index].distortion = nil }
    func told(_ fate: NotificationFate) -> Delivery {
      .report(.notificationDistorted(app, notification, fate), now)
    }
    switch distortion.fault {
    case .missing: return [told(.lost)]
    case .twice: return [told(.repeated), delivery, delivery]
    case .late(let seconds):
      let due = now + PhoneTime(seconds: seconds)
      timers.add(.notification(effect), at: due)
      return [told(.delayed(until: due))]
    }
  }

  /// Delivers a late notification.
  ///
  /// A suspended app receives it when it runs again (R14).
  mutating func deliverLate(_ effect: SessionEffect) {
    guard case .notified(let app, let notification) = effect else { return }
    guard phone.state[app].lifecycle.isRunning else {
      residents[app.index].lateNotifications.append(notification)
      return
    }
    report(.notificationDistorted(app, notification, .arrived))
    report(.effect(effect))
  }

  /// Returns the late notifications for apps that were suspended and are now running.
  mutating func lateDeliveries() -> [Delivery] {
    var deliveries: [Delivery] = []
    for app in phone.apps where phone.state[app].lifecycle.isRunning {
      for notification in residents[app.index].lateNotifications {
        deliveries.append(.report(.notificationDistorted(app, notification, .arrived), now))
        deliveries.append(.report(.effect(.notified(app, notification)), now))
      }
      residents[app.index].lateNotifications = []
    }
    return deliveries
  }
}
