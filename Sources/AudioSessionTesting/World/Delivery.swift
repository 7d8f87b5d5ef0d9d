import AudioSession
import Foundation

/// Something that somebody is to be told.
enum Delivery: Sendable {
  /// What follows from an event.
  case effect(SessionEffect)
  /// The user's answer to a request to record.
  case permission(@Sendable (Bool) -> Void, Bool)
}

/// What it takes to carry a delivery out without the lock.
struct DeliveryContext: Sendable {
  /// To whom, or nil.
  var resident: Resident?
  /// The version that the notification looks like.
  var system: OSVersion
  /// Names of ports that the test has given.
  var portNames: PortNames
  /// Who is told of every effect.
  var observers: [@Sendable (SessionEffect) -> Void]
}

extension Delivery {
  /// The app that has to be looked up, or nil.
  var recipient: AppID? {
    switch self {
    case .effect(.notified(let app, _)), .effect(.remoteCommand(let app, _)): app
    case .effect, .permission: nil
    }
  }

  /// Tells those who are to be told: the app first, then the observers of effects.
  func carryOut(in context: DeliveryContext) {
    switch self {
    case .permission(let response, let isGranted): response(isGranted)
    case .effect(let effect):
      if case .notified(_, let notification) = effect { post(notification, in: context) }
      if case .remoteCommand(_, let command) = effect { context.resident?.remoteHandler?(command) }
      for observer in context.observers { observer(effect) }
    }
  }

  private func post(_ notification: SessionNotification, in context: DeliveryContext) {
    guard let session = context.resident?.session, let center = context.resident?.center else {
      return
    }
    let payload = notification.payload(on: context.system)
    let entries = payload.entries.map { entry in
      (AnyHashable(entry.key), entry.value.object(named: context.portNames))
    }
    let userInfo = Dictionary(uniqueKeysWithValues: entries)
    center.post(
      name: NSNotification.Name(payload.name), object: session,
      userInfo: userInfo.isEmpty ? nil : userInfo)
  }
}

extension PayloadValue {
  /// What is in the dictionary: numbers as `NSNumber`, never Swift's enumerations.
  fileprivate func object(named names: PortNames) -> Any {
    switch self {
    case .unsigned(let number): NSNumber(value: number)
    case .boolean(let isTrue): NSNumber(value: isTrue)
    case .route(let route): AVAudioSessionRouteDescription(route, names: names)
    case .deactivation(let context): AVAudioSession.DeactivationContext(context)
    case .resumption(let context): AVAudioSession.ResumptionContext(context)
    }
  }
}
