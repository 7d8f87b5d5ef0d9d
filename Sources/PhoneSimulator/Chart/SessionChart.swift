public import AudioSession
package import Drawing
public import HapticEngine
public import PhoneRuntime
internal import Realtime
internal import TextFormats

/// What happened on a phone as lanes over time: one for each app and for each interruptor that was there.
///
/// A sink that takes notes, and draws them in text.
///
/// - Thread: any.        Realtime-safe: no.
public final class SessionChart: PhoneSink {
  /// What an app does during a column; where it does several things, the last of these that it does.
  package enum State: Int, Hashable, Sendable, CaseIterable {
    /// Nothing plays.
    case quiet
    /// It plays, and is not heard.
    case silent
    /// It records, and plays nothing.
    case recording
    /// It records silence: its input is muted.
    case muted
    /// It is heard.
    case playing
    /// It is heard, and lowered by another app.
    case ducked
    /// Its AR session knows where the phone is.
    case tracking
    /// Its AR session looks for its place, at the beginning or after an interruption.
    case lost
    /// Its session is interrupted, or its AR session.
    case interrupted
    /// An interruptor is there, or what else is the cause of something: a lane of its own.
    case interrupting

    /// In words.
    package var words: String {
      switch self {
      case .quiet, .silent, .recording, .playing, .ducked, .interrupted: "\(self)"
      case .muted: "input muted"
      case .tracking: "tracks its place"
      case .lost: "looks for its place"
      case .interrupting: "present"
      }
    }

    /// The character of a column.
    package var symbol: Character {
      switch self {
      case .quiet: " "
      case .silent: "·"
      case .recording: "▒"
      case .muted: "▫"
      case .interrupting: "▓"
      case .playing: "█"
      case .ducked: "▄"
      case .tracking: "■"
      case .lost: "?"
      case .interrupted: "░"
      }
    }

    /// The same in ASCII.
    package var plainSymbol: Character {
      switch self {
      case .quiet: " "
      case .silent: "."
      case .recording: "R"
      case .muted: "m"
      case .interrupting: "%"
      case .playing: "#"
      case .ducked: "="
      case .tracking: "a"
      case .lost: "?"
      case .interrupted: "!"
      }
    }

    /// What it is to a drawing.
    package var tone: Drawing.Tone {
      switch self {
      case .quiet, .silent: .silent
      case .recording, .muted: .recording
      case .interrupting: .signal
      case .tracking: .measure
      case .lost: .control
      case .playing: .playing
      case .ducked: .ducked
      case .interrupted: .interrupted
      }
    }

    /// The colour in a terminal, as a number of an escape sequence; nil for none.
    package var colour: String? {
      switch self {
      case .quiet: nil
      case .silent: "2"
      case .recording, .muted: "36"
      case .tracking: "34"
      case .lost: "33"
      case .interrupting: "35"
      case .playing: "32"
      case .ducked: "33"
      case .interrupted: "31"
      }
    }
  }

  /// Something that happened at one moment, the most telling first: where several share a place, it is
  /// the first that is seen.
  package enum Mark: Character, Hashable, Sendable, CaseIterable {
    /// A call of the app's was refused.
    case refused = "e"
    /// The app was terminated.
    case terminated = "t"
    /// A haptic or a vibration that is not played.
    case suppressed = "x"
    /// A sound that is not heard.
    case unheard = "z"
    /// A notification that is not shown.
    case unshown = "d"
    /// A haptic that is played.
    case haptic = "h"
    /// A vibration.
    case vibration = "v"
    /// A system sound, or the sound of a pattern.
    case sound = "s"
    /// A notification that is shown.
    case notification = "n"
    /// Another output.
    case route = "r"

    /// In words.
    package var words: String {
      switch self {
      case .refused: "call refused"
      case .terminated: "terminated"
      case .suppressed: "haptic suppressed"
      case .unheard: "sound suppressed"
      case .unshown: "notification not shown"
      case .haptic: "haptic"
      case .vibration: "vibration"
      case .sound: "sound"
      case .notification: "notification"
      case .route: "route"
      }
    }

    /// Where it stands among marks in one place.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  private let notes: Guarded<Notes>

  /// A chart of a phone, from its present state on.
  ///
  /// - Parameters:
  ///   - phone: the phone at the beginning.
  ///   - patterns: the patterns that apps play, by name: those with sounds have a mark of their own.
  public init(_ phone: Phone, patterns: [String: HapticPattern] = [:]) {
    let sounding = patterns.filter { $0.value.events.contains { !$0.type.isHaptic } }
    notes = Guarded(Notes(phone, sounding: Set(sounding.keys)))
  }

  /// Takes a note.
  public func receive(_ report: PhoneReport, at time: PhoneTime) {
    notes.withLock { $0.receive(report, at: time) }
  }

  /// Takes a note of the time: what has passed without an event is in the chart, too.
  public func timePasses(to time: PhoneTime) { notes.withLock { $0.pass(until: time) } }

  /// The chart in at most `columns` columns, 40 or more: a title, a scale, a row for each lane, below it
  /// its marks if it has any, and what the symbols mean.
  ///
  /// - Parameters:
  ///   - title: the first line.
  ///   - columns: the width.
  ///   - end: the time of the last column, in seconds; at least the time that has passed is shown.
  ///   - isColoured: whether escape sequences colour the lanes.
  ///   - isUnicode: whether lanes are drawn in blocks, else in ASCII; names are as they are.
  /// - Returns: lines, each with a line break.
  public func text(
    title: String, columns: Int = 80, until end: Double = 0, isColoured: Bool = false,
    isUnicode: Bool = true
  ) -> String {
    let notes = notes.withLock { $0 }
    return ChartText(
      notes, title: title, columns: max(40, columns), end: max(end, notes.last.seconds),
      isColoured: isColoured, isUnicode: isUnicode
    ).text
  }

  /// What stands in the lane of an app in which there is nothing else.
  static let emptyWords = "neither plays nor records"

  /// The shortest time that is drawn, in seconds.
  ///
  /// Our choice: an axis in parts of a second says nothing of a phone.
  static let shortestSeconds = 1.0

  /// A lane in columns.
  package struct Strip: Hashable, Sendable {
    /// Whose it is.
    package let name: String
    /// What it is like in each column.
    package let states: [State]
    /// What happened in each column; the most telling of several.
    package let marks: [Mark?]
  }

  /// The lanes from one time to another, in seconds, in so many columns: all apps, and the others that
  /// were ever seen.
  package func strips(from start: Double, to end: Double, columns: Int) -> [Strip] {
    let (apps, others, _) = shownLanes
    return (apps + others).map { lane in
      Strip(
        name: lane.name, states: lane.states(from: start, to: end, columns: columns),
        marks: lane.marks(from: start, to: end, columns: columns))
    }
  }

  /// The lanes of all apps and of what else was there, and until when time has passed.
  var shownLanes: (apps: [Lane], others: [Lane], last: PhoneTime) {
    let notes = notes.withLock { $0 }
    return (notes.apps, notes.others.filter { !$0.isEmpty }, notes.last)
  }

  /// What is known of one lane.
  struct Lane: Sendable {
    let name: String
    /// Each state, and since when.
    var states: [(time: PhoneTime, state: State)] = []
    var marks: [(time: PhoneTime, mark: Mark)] = []

    /// Whether anything is to be seen in it.
    var isEmpty: Bool { marks.isEmpty && states.allSatisfy { $0.state == .quiet } }

    /// Whether it has marks and nothing else.
    var hasOnlyMarks: Bool { !marks.isEmpty && states.allSatisfy { $0.state == .quiet } }

    /// What it is like in each of `columns` columns, 1 or more.
    func states(from start: Double, to end: Double, columns: Int) -> [State] {
      var found = Array(repeating: State.quiet, count: columns)
      let scale = Double(columns) / (end - start)
      for (index, entry) in states.enumerated() {
        let edge = index + 1 < states.count ? states[index + 1].time.seconds : end
        if edge < start || entry.time.seconds > end { continue }
        let first = min(columns - 1, Int(max(0, (entry.time.seconds - start) * scale)))
        // A state that ends where a column begins is not in that column.
        let next = Int(((min(edge, end) - start) * scale).rounded(.up))
        for place in first...min(columns - 1, max(first, next - 1))
        where found[place].rawValue < entry.state.rawValue {
          found[place] = entry.state
        }
      }
      // The last column shows how it ends, even if that began at the very end.
      if let last = states.last(where: { $0.time.seconds <= end }) {
        found[columns - 1] = last.state
      }
      return found
    }

    /// What happened in each of `columns` columns; the most telling of several.
    func marks(from start: Double, to end: Double, columns: Int) -> [Mark?] {
      allMarks(from: start, to: end, columns: columns).map(\.first)
    }

    /// All that happened in each of `columns` columns, each kind once, the most telling first.
    func allMarks(from start: Double, to end: Double, columns: Int) -> [[Mark]] {
      var found = [Set<Mark>](repeating: [], count: columns)
      for (time, mark) in marks where start...end ~= time.seconds {
        let place = (time.seconds - start) / (end - start) * Double(columns)
        found[min(columns - 1, Int(place))].insert(mark)
      }
      return found.map { $0.sorted { $0.rank < $1.rank } }
    }

    mutating func note(_ state: State, at time: PhoneTime) {
      // What lasted no time was not.
      if states.last?.time == time { states.removeLast() }
      if states.last?.state == state { return }
      states.append((time, state))
    }
  }

  /// What was noted.
  struct Notes: Sendable {
    var apps: [Lane]
    /// The interruptors, what else is the cause of something, and the route.
    var others: [Lane]
    /// The patterns with sounds.
    private let sounding: Set<String>
    /// The haptic that was asked for last, by app.
    private var asked: [AppID: String] = [:]
    /// When something happened last, or until when time has passed since.
    private(set) var last = PhoneTime.zero

    init(_ phone: Phone, sounding: Set<String>) {
      self.sounding = sounding
      apps = phone.names.map { Lane(name: $0.printable) }
      let names =
        SystemSource.visible.map(\.name) + ["VoiceOver", "media services down"]
        + phone.names.map { "\($0.printable) AR" } + ["device"]
      // An app may be called as an interruptor is.
      others = names.map { Lane(name: phone.names.contains($0) ? "\($0) (phone)" : $0) }
      look(at: phone, .zero)
    }

    /// The lane of the device: what is no app's.
    private var device: Int { others.count - 1 }

    private mutating func note(_ mark: Mark, _ app: AppID?, _ time: PhoneTime) {
      if let app {
        apps[app.index].marks.append((time, mark))
      } else {
        others[device].marks.append((time, mark))
      }
    }

    mutating func pass(until time: PhoneTime) { last = max(last, time) }

    mutating func receive(_ report: PhoneReport, at time: PhoneTime) {
      last = max(last, time)
      switch report {
      case .called(let app, _, _, let error):
        if error != nil { note(.refused, app, time) }
      case .hapticRequested(let app, let request): asked[app] = request.name
      case .effect(.haptic(let app, let verdict)):
        note(verdict == .played ? .haptic : .suppressed, app, time)
      case .effect(.vibration(let app, let verdict)):
        note(verdict == .played ? .vibration : .suppressed, app, time)
      case .effect(.sound(let app, _, let verdict)):
        note(verdict == .played ? .sound : .unheard, app, time)
      case .effect(.lifecycleChanged(let app, .terminated)): note(.terminated, app, time)
      case .settled(let event): settle(event, time)
      case .haptic(let app, .suppressed): note(.suppressed, app, time)
      case .effect, .feedbackExpired, .control, .composite, .haptic, .vibration, .soundEnded,
        .engineStopped, .engineReset, .rejected, .moved, .finishedPlaying,
        .notificationDistorted, .reactedWithoutEnd:
        break
      }
    }

    private mutating func settle(_ event: PhoneEvent, _ time: PhoneTime) {
      if case .notificationDelivered(let app, _, _) = event.event {
        let isShown = !event.effects.contains { effect in
          if case .notificationPlaced(_, .nowhere) = effect { true } else { false }
        }
        note(isShown ? .notification : .unshown, app, time)
      }
      if case .playHaptic(let app, _) = event.event, let name = asked.removeValue(forKey: app),
        sounding.contains(name)
      {
        note(event.after.letsSoundOut(of: app) ? .sound : .unheard, app, time)
      }
      if event.before.outputs != event.after.outputs { note(.route, nil, time) }
      look(at: event.after, time)
    }

    private mutating func look(at phone: Phone, _ time: PhoneTime) {
      for app in phone.apps { apps[app.index].note(Self.state(of: app, phone), at: time) }
      let device = phone.state.device
      for (index, source) in SystemSource.visible.enumerated() {
        others[index].note(source.isThere(on: device) ? .interrupting : .quiet, at: time)
      }
      let causes = [device.isVoiceOverSpeaking, device.isMediaServerDown]
      for (index, isThere) in causes.enumerated() {
        others[SystemSource.visible.count + index]
          .note(isThere ? .interrupting : .quiet, at: time)
      }
      for app in phone.apps {
        others[SystemSource.visible.count + causes.count + app.index]
          .note(Self.state(of: phone.arTracking(of: app)), at: time)
      }
    }

    private static func state(of tracking: ARTracking?) -> State {
      switch tracking {
      case nil, .paused: .quiet
      case .normal: .tracking
      case .initializing, .relocalizing: .lost
      case .interrupted: .interrupted
      }
    }

    private static func state(of app: AppID, _ phone: Phone) -> State {
      if phone.isInterrupted(app) { return .interrupted }
      guard phone.isPlaying(app) else {
        guard phone.isRecording(app) else { return .quiet }
        return phone.recordsSilence(app) ? .muted : .recording
      }
      if !phone.isAudible(app) { return .silent }
      return phone.isDucked(app) ? .ducked : .playing
    }
  }
}
