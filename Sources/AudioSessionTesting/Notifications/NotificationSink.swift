import AudioSession
import Foundation
import PhoneRuntime
import Realtime

/// Posts what apps are notified of, as the system does.
final class NotificationSink: PhoneSink {
  /// Where an app's notifications go.
  private struct Address: Sendable {
    /// Their object; the sink does not keep it alive.
    weak var session: SimulatedAudioSession?
    let center: NotificationCenter
  }

  private struct State: Sendable {
    var addresses: [AppID: Address] = [:]
    var names = PortNames()
  }

  /// The version that notifications look like.
  private let system: OSVersion
  private let state = Guarded(State())

  init(_ system: OSVersion) { self.system = system }

  /// Posts what `session` is notified of at `center` from now on.
  func post(_ session: SimulatedAudioSession, at center: NotificationCenter) {
    state.withLock { $0.addresses[session.app] = Address(session: session, center: center) }
  }

  /// What the user is shown for each port.
  var portNames: PortNames { state.withLock { $0.names } }

  /// Calls a port by another name; nil for ours.
  ///
  /// - Returns: what it was called, if that was not our name.
  @discardableResult
  func name(_ port: AudioSession.Port, _ name: String?) -> String? {
    state.withLock { $0.names.give(name, to: port) }
  }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    guard case .effect(.notified(let app, let notification)) = report else { return }
    let (address, names) = state.withLock { ($0.addresses[app], $0.names) }
    guard let address, let session = address.session else { return }
    let payload = notification.payload(on: system)
    let entries = payload.entries.map { entry in
      (AnyHashable(entry.key), entry.value.object(named: names))
    }
    let userInfo = Dictionary(uniqueKeysWithValues: entries)
    address.center.post(
      name: NSNotification.Name(payload.name), object: session,
      userInfo: userInfo.isEmpty ? nil : userInfo)
  }
}

/// Calls a handler with everything that follows from events.
final class EffectSink: PhoneSink {
  private let handler: @Sendable (SessionEffect) -> Void

  init(_ handler: @escaping @Sendable (SessionEffect) -> Void) { self.handler = handler }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    if case .effect(let effect) = report { handler(effect) }
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
