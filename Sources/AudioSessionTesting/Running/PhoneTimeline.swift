public import AudioSession
internal import Foundation
internal import PhoneRuntime
internal import Realtime

/// Something that happened on a phone, as `SimulatedPhone.timeline` lists it.
public struct TimelineEntry: Sendable, CustomStringConvertible {
  /// The kind of an entry, with its values.
  public enum What: Hashable, Sendable {
    /// An event happened: a call by an app, or an action of the user or the phone.
    case happened(SessionEvent)
    /// An effect followed from the event before it, such as a notification.
    case followed(SessionEffect)
    /// A call by an app threw this error.
    case refused(AppID, SessionErrorCode)
    /// An app became audible or inaudible, because its gain rose above 0 or fell to 0.
    case audible(AppID, Bool)
  }

  /// The time of the phone, in seconds.
  public let time: Double
  /// The kind of the entry, with its values.
  public let what: What
  /// Why an app became inaudible, in words that call the app "it"; nil for all other entries.
  ///
  /// `haptic session explain` begins its explanation with the same words.
  public let reason: String?
  private let names: [(id: AppID, name: String)]

  init(
    _ time: PhoneTime, _ what: What, after phone: Phone?, names: [(id: AppID, name: String)]
  ) {
    self.time = time.seconds
    self.what = what
    self.names = names
    if case .audible(let app, false) = what, let words = phone?.silenceWords(of: app) {
      reason = words.isEmpty ? nil : words.joined(separator: " and ")
    } else {
      reason = nil
    }
  }

  /// The entry in words, with the names of the apps.
  public var words: String { what.words(names: names) + (reason.map { ": \($0)" } ?? "") }

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
  /// The time of the request, in seconds of the phone's time.
  public let time: Double
  /// Whether the phone plays the haptic, with the reason if it does not; nil until the phone has decided.
  public internal(set) var verdict: PlayVerdict?
}

extension SimulatedPhone {
  /// The phone's events, their effects and the changes in audibility, in chronological order.
  ///
  /// The phone keeps the last 4096 entries, and the last 4096 haptics (our choice: more than a test produces).
  ///
  /// - Thread: any.
  public var timeline: [TimelineEntry] {
    let phone = runtime.phone
    let names = zip(phone.apps, phone.names).map { (id: $0, name: $1) }
    return timelineSink.entries.map {
      TimelineEntry($0.time, $0.what, after: $0.after.first, names: names)
    }
  }

  /// The timeline as text, with one line for each entry.
  package var timelineText: String { timeline.map { "\($0)\n" }.joined() }

  /// The haptics that apps requested, in the order of the requests, with the phone's verdicts.
  ///
  /// - Thread: any.
  public var haptics: [RequestedHaptic] { timelineSink.haptics }
}

/// Keeps the timeline's most recent entries, in the order in which they were reported.
///
/// Entries are sorted into the timeline's order only when the timeline is read, because a search creates a phone for
/// each of its stories and does not read their timelines.
final class TimelineSink: PhoneSink {
  /// `after` contains the phone after an event that silenced an app, and is empty otherwise.
  ///
  /// It is an array because a phone is large.
  typealias Entry = (time: PhoneTime, what: TimelineEntry.What, after: [Phone])

  private struct State: Sendable {
    /// Effects come before the event that they follow from.
    var entries: [Entry] = []
    var haptics: [RequestedHaptic] = []
  }

  /// Our choice: more than a test produces, and little memory.
  private static let limit = 4096
  private let state = Guarded(State())

  /// The entries, each event before its effects; effects of an event that is not settled yet come last.
  var entries: [Entry] {
    var ordered: [Entry] = []
    var effects: [Entry] = []
    for entry in state.withLock({ $0.entries }) {
      guard case .happened = entry.what else {
        effects.append(entry)
        continue
      }
      // A notification that arrived late does not follow from this event.
      ordered += effects.filter { $0.time < entry.time }
      ordered.append(entry)
      ordered += effects.filter { $0.time >= entry.time }
        .map { ($0.time, $0.what, entry.after) }
      effects = []
    }
    return (ordered + effects).suffix(Self.limit)
  }

  var haptics: [RequestedHaptic] { state.withLock { $0.haptics.suffix(Self.limit) } }

  func receive(_ report: PhoneReport, at time: PhoneTime) {
    switch report {
    case .called(let app, _, _, let error?): note(.refused(app, error), time)
    case .effect(.gainChanged(let app, let from, let to)):
      // The policy has already compared the gains. Comparing the phone before and after each event again would take
      // longer.
      if (from == 0) != (to == 0) { note(.audible(app, to != 0), time) }
    case .effect(let effect):
      note(.followed(effect), time)
      if case .haptic(let app, let verdict) = effect {
        decide(verdict) { $0.app == app && $0.verdict == nil }
      }
    case .hapticRequested(let app, let request):
      let haptic = RequestedHaptic(
        app: app, name: request.name, time: time.seconds, verdict: nil)
      state.withLock { Self.append(haptic, to: &$0.haptics) }
    case .haptic(let app, .suppressed(let name, let reason)):
      decide(.suppressed(reason)) { $0.app == app && $0.name == name }
    case .settled(let event):
      let silences = event.effects.contains {
        if case .gainChanged(_, let from, to: 0) = $0 { from > 0 } else { false }
      }
      note(.happened(event.event), time, after: silences ? [event.after] : [])
    case .called, .feedbackExpired, .control, .composite, .haptic, .vibration, .soundEnded,
      .engineStopped, .engineReset, .rejected, .moved, .finishedPlaying,
      .notificationDistorted, .reactedWithoutEnd:
      break
    }
  }

  private func note(_ what: TimelineEntry.What, _ time: PhoneTime, after: [Phone] = []) {
    state.withLock { Self.append((time, what, after), to: &$0.entries) }
  }

  /// Appends an element.
  ///
  /// Drops the oldest elements, many at a time.
  private static func append<Element>(_ element: Element, to elements: inout [Element]) {
    elements.append(element)
    if elements.count > 2 * limit { elements.removeFirst(elements.count - limit) }
  }

  /// Sets the verdict of the last haptic that `isMeant` selects.
  private func decide(_ verdict: PlayVerdict, _ isMeant: (RequestedHaptic) -> Bool) {
    state.withLock { state in
      if let place = state.haptics.lastIndex(where: isMeant) {
        state.haptics[place].verdict = verdict
      }
    }
  }
}
