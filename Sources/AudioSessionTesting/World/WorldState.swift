import AudioSession
import Foundation

/// What the lock of a world protects.
struct WorldState: Sendable {
  /// The policy.
  var phone: Phone
  /// What belongs to each app and is not the policy's.
  var residents: [Resident]
  /// Names of ports that the test has given.
  var portNames = PortNames()
  /// Who is told of every effect.
  var observers: [@Sendable (SessionEffect) -> Void] = []

  private var queue: ArraySlice<Delivery> = []
  private var isDelivering = false

  init(_ phone: Phone, residents: Int) {
    self.phone = phone
    self.residents = Array(repeating: Resident(), count: residents)
  }

  /// Lets something happen, and puts what follows in the queue.
  mutating func handle(_ event: SessionEvent) throws(RejectedEvent) -> SessionErrorCode? {
    let effects = try phone.handle(event)
    forget(after: event)
    queue.append(contentsOf: effects.map { .effect($0) })
    for case .callResult(_, _, let error) in effects { return error }
    return nil
  }

  /// Puts an answer to a request for permission in the queue.
  mutating func answer(_ response: @escaping @Sendable (Bool) -> Void, _ isGranted: Bool) {
    queue.append(.permission(response, isGranted))
  }

  /// With the process goes what it asked for, with the media services what it wished.
  ///
  /// Source: R17 for the media services, "session fields reset to defaults".
  private mutating func forget(after event: SessionEvent) {
    if event == .mediaServicesReset {
      for place in residents.indices { residents[place].wishes = HardwareWishes() }
    }
    if case .terminate(let app) = event {
      residents[app.index].wishes = HardwareWishes()
      residents[app.index].permissionRequests = []
      residents[app.index].remoteHandler = nil
    }
  }

  /// True if the caller has to empty the queue from now on.
  mutating func beginDelivery() -> Bool {
    guard !isDelivering, !queue.isEmpty else { return false }
    isDelivering = true
    return true
  }

  /// The next one in the queue and what it takes to carry it out; nil ends the delivery.
  mutating func nextDelivery() -> (Delivery, DeliveryContext)? {
    guard let delivery = queue.popFirst() else {
      isDelivering = false
      return nil
    }
    let resident = delivery.recipient.map { residents[$0.index] }
    let context = DeliveryContext(
      resident: resident, system: phone.system, portNames: portNames, observers: observers)
    return (delivery, context)
  }
}

/// What belongs to an app and is not the policy's.
struct Resident: Sendable {
  /// The session; the world does not keep it alive.
  weak var session: SimulatedAudioSession?
  /// Where its notifications are posted.
  var center: NotificationCenter?
  /// What it asked of the hardware.
  var wishes = HardwareWishes()
  /// Its requests that the user has not answered.
  var permissionRequests: [@Sendable (Bool) -> Void] = []
  /// What it does with remote commands.
  var remoteHandler: (@Sendable (RemoteCommand) -> Void)?
}
