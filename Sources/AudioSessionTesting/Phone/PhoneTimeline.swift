public import AudioSession
internal import Foundation
internal import PhoneRuntime
internal import Realtime

/// Something that happened on a phone, as `SimulatedPhone.timeline` lists it.
public struct TimelineEntry: Sendable, CustomStringConvertible {
  /// The kind of an entry, with its values.
  public enum What: Hashable, Sendable {
    /// An event happened: a call of an app, or something that the user or the phone did.
    case happened(SessionEvent)
    /// An effect followed from the event before it, such as a notification.
    case followed(SessionEffect)
    /// A call of an app threw this error.
    case refused(AppID, SessionErrorCode)
    /// An app became audible, or inaudible.
    case audible(AppID, Bool)
  }

  /// The time of the phone, in seconds.
  public let time: Double
  /// The entry as values.
  public let what: What
  /// The entry in words, with the names of the apps.
  public let words: String

  init(_ time: PhoneTime, _ what: What, names: [(id: AppID, name: String)]) {
    self.time = time.seconds
    self.what = what
    words = what.words(names: names)
  }

  /// One line: the time in seconds, and the words.
  public var description: String { String(format: "%8.3f s  ", time) + words }
}

extension TimelineEntry.What {
  fileprivate func words(names: [(id: AppID, name: String)]) -> String {
    func name(_ app: AppID) -> String { names.first { $0.id == app }?.name ?? "\(app)" }
    // The descriptions of enums name the module of each type.
    func plain(_ value: some Any) -> String {
      names.reduce("\(value)".replacingOccurrences(of: "AudioSession.", with: "")) { words, app in
        let id = String(reflecting: app.id).replacingOccurrences(of: "AudioSession.", with: "")
        return words.replacingOccurrences(of: id, with: app.name)
      }
    }
    return switch self {
    case .happened(.app(let app, let event)): "\(name(app)): \(plain(event))"
    case .happened(.phone(let event)): "phone: \(plain(event))"
    case .followed(let effect): "  follows: \(plain(effect))"
    case .refused(let app, let error): "\(name(app)): the call throws \(error)"
    case .audible(let app, let isAudible):
      "\(name(app)): \(isAudible ? "audible" : "not audible")"
    }
  }
}

/// A haptic that an app requested.
public struct RequestedHaptic: Hashable, Sendable {
  /// The app: 0 is the app under test.
  public let app: AppID
  /// The name of the preset or of the pattern.
  public let name: String
  /// The time of the request, in seconds of the phone.
  public let time: Double
  /// Whether the phone plays the haptic, and if not, the reason; nil until the phone has decided.
  public internal(set) var verdict: PlayVerdict?
}

extension SimulatedPhone {
  /// The events of the phone, their effects and the changes of what is audible, in the order of time.
  ///
  /// The phone keeps the last 4096 entries, and the last 4096 haptics (our choice: more than a test makes).
  ///
  /// - Thread: any.
  public var timeline: [TimelineEntry] {
    let phone = runtime.phone
    let names = zip(phone.apps, phone.names).map { (id: $0, name: $1) }
    return timelineSink.entries.map { TimelineEntry($0.time, $0.what, names: names) }
  }

  /// The haptics that apps requested, in the order of the requests, with the verdicts of the phone.
  ///
  /// - Thread: any.
  public var haptics: [RequestedHaptic] { timelineSink.haptics }
}

/// Keeps the last entries of the timeline.
final class TimelineSink: PhoneSink {
  typealias Entry = (time: PhoneTime, what: TimelineEntry.What)

  fileprivate struct State: Sendable {
    var entries: [Entry] = []
    /// Effects of an event that is not settled yet: sinks receive effects before their event.
    var effects: [Entry] = []
    var haptics: [RequestedHaptic] = []
  }

  /// Our choice: more than a test makes, and little memory.
  private static let limit = 4096
  private let state = Guarded(State())

  var entries: [Entry] { state.withLock { ($0.entries + $0.effects).suffix(Self.limit) } }
  var haptics: [RequestedHaptic] { state.withLock { $0.haptics.suffix(Self.limit) } }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    state.withLock { state in
      switch report {
      case .called(let app, _, _, let error?):
        state.effects.append((time, .refused(app, error)))
      case .effect(let effect):
        if case .gainChanged = effect { return }
        state.effects.append((time, .followed(effect)))
        if case .haptic(let app, let verdict) = effect {
          state.decide(verdict) { $0.app == app && $0.verdict == nil }
        }
      case .hapticRequested(let app, let request):
        state.haptics.append(
          RequestedHaptic(app: app, name: request.name, time: time.seconds, verdict: nil))
      case .haptic(let app, .suppressed(let name, let reason)):
        state.decide(.suppressed(reason)) { $0.app == app && $0.name == name }
      case .settled(let event): state.settle(event)
      case .called, .feedbackExpired, .control, .composite, .haptic, .vibration, .soundEnded,
        .engineStopped, .engineReset, .rejected, .moved, .finishedPlaying,
        .notificationDistorted, .reactedWithoutEnd:
        break
      }
      state.trim(to: Self.limit)
    }
  }
}

extension TimelineSink.State {
  /// Sets the verdict of the last haptic that `isMeant` selects.
  fileprivate mutating func decide(
    _ verdict: PlayVerdict, _ isMeant: (RequestedHaptic) -> Bool
  ) {
    if let place = haptics.lastIndex(where: isMeant) { haptics[place].verdict = verdict }
  }

  fileprivate mutating func settle(_ event: SettledEvent) {
    // A notification that arrived late does not follow from this event.
    entries += effects.filter { $0.time < event.time }
    entries.append((event.time, .happened(event.event)))
    entries += effects.filter { $0.time >= event.time }
    effects = []
    for app in event.after.apps where event.before.isAudible(app) != event.after.isAudible(app) {
      entries.append((event.time, .audible(app, event.after.isAudible(app))))
    }
  }

  /// Drops the oldest entries, many at a time.
  fileprivate mutating func trim(to limit: Int) {
    if entries.count > 2 * limit { entries.removeFirst(entries.count - limit) }
    if effects.count > 2 * limit { effects.removeFirst(effects.count - limit) }
    if haptics.count > 2 * limit { haptics.removeFirst(haptics.count - limit) }
  }
}
