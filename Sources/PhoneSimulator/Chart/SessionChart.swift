public import AudioSession
package import Drawing
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
    /// It is heard, or the interruptor is there.
    case playing
    /// It is heard, and lowered by another app.
    case ducked
    /// Its session is interrupted.
    case interrupted

    /// The character of a column.
    package var symbol: Character {
      switch self {
      case .quiet: " "
      case .silent: "·"
      case .recording: "▒"
      case .playing: "█"
      case .ducked: "▄"
      case .interrupted: "░"
      }
    }

    /// What it is to a drawing.
    package var tone: Drawing.Tone {
      switch self {
      case .quiet, .silent: .silent
      case .recording: .recording
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
      case .recording: "36"
      case .playing: "32"
      case .ducked: "33"
      case .interrupted: "31"
      }
    }
  }

  /// Something that happened at one moment.
  package enum Mark: Character, Hashable, Sendable, CaseIterable {
    /// A haptic that is played.
    case haptic = "h"
    /// One that is not.
    case suppressed = "x"
    /// A notification that is delivered.
    case notification = "n"
    /// Another output.
    case route = "r"

    /// In words.
    package var words: String {
      switch self {
      case .haptic: "haptic"
      case .suppressed: "haptic suppressed"
      case .notification: "notification"
      case .route: "route"
      }
    }
  }

  private let notes: Guarded<Notes>

  /// A chart of a phone, from its present state on.
  public init(_ phone: Phone) { notes = Guarded(Notes(phone)) }

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
  /// - Returns: lines, each with a line break.
  public func text(
    title: String, columns: Int = 80, until end: Double = 0, isColoured: Bool = false
  ) -> String {
    let notes = notes.withLock { $0 }
    return ChartText(
      notes, title: title, columns: max(40, columns), end: max(end, notes.last.seconds),
      isColoured: isColoured
    ).text
  }

  /// A lane in columns.
  package struct Strip: Hashable, Sendable {
    /// Whose it is.
    package let name: String
    /// What it is like in each column.
    package let states: [State]
    /// What happened in each column; the last of several.
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

    /// What happened in each of `columns` columns.
    func marks(from start: Double, to end: Double, columns: Int) -> [Mark?] {
      var found = [Mark?](repeating: nil, count: columns)
      for (time, mark) in marks where start...end ~= time.seconds {
        let place = (time.seconds - start) / (end - start) * Double(columns)
        found[min(columns - 1, Int(place))] = mark
      }
      return found
    }

    mutating func note(_ state: State, at time: PhoneTime) {
      if states.last?.state == state { return }
      if states.last?.time == time { states.removeLast() }
      states.append((time, state))
    }
  }

  /// What was noted.
  struct Notes: Sendable {
    var apps: [Lane]
    /// The interruptors, and the route.
    var others: [Lane]
    /// When something happened last, or until when time has passed since.
    private(set) var last = PhoneTime.zero

    init(_ phone: Phone) {
      apps = phone.names.map { Lane(name: $0.printable) }
      others = SystemSource.visible.map { Lane(name: $0.name) } + [Lane(name: "device")]
      look(at: phone, .zero)
    }

    mutating func pass(until time: PhoneTime) { last = max(last, time) }

    mutating func receive(_ report: PhoneReport, at time: PhoneTime) {
      last = max(last, time)
      switch report {
      case .effect(.haptic(let app, let verdict)):
        let mark = verdict == .played ? Mark.haptic : .suppressed
        apps[app.index].marks.append((time, mark))
      case .settled(let event):
        if case .notificationDelivered(let app, _, _) = event.event {
          if let app {
            apps[app.index].marks.append((time, .notification))
          } else {
            others[others.count - 1].marks.append((time, .notification))
          }
        }
        if event.before.outputs != event.after.outputs {
          others[others.count - 1].marks.append((time, .route))
        }
        look(at: event.after, time)
      case .called, .effect, .hapticRequested, .feedbackExpired, .control, .composite, .haptic,
        .vibration, .soundEnded,
        .engineStopped,
        .engineReset, .rejected, .moved, .finishedPlaying, .reactedWithoutEnd:
        break
      }
    }

    private mutating func look(at phone: Phone, _ time: PhoneTime) {
      for app in phone.apps { apps[app.index].note(Self.state(of: app, phone), at: time) }
      let device = phone.state.device
      for (index, source) in SystemSource.visible.enumerated() {
        others[index].note(source.isThere(on: device) ? .playing : .quiet, at: time)
      }
    }

    private static func state(of app: AppID, _ phone: Phone) -> State {
      if phone.isInterrupted(app) { return .interrupted }
      guard phone.isPlaying(app) else { return phone.isRecording(app) ? .recording : .quiet }
      if !phone.isAudible(app) { return .silent }
      return phone.isDucked(app) ? .ducked : .playing
    }
  }
}

/// A chart in text.
private struct ChartText {
  private let notes: SessionChart.Notes
  private let title: String
  private let end: Double
  private let isColoured: Bool
  private let labelWidth: Int
  private let width: Int

  /// The most columns of a name.
  ///
  /// Our choice: a fifth of eighty.
  private static let longestName = 16

  init(
    _ notes: SessionChart.Notes, title: String, columns: Int, end: Double, isColoured: Bool
  ) {
    self.notes = notes
    self.title = String(title.printable.prefix(columns))
    self.end = max(end, 0.001)
    self.isColoured = isColoured
    let lanes = notes.apps + notes.others.filter { !$0.isEmpty }
    labelWidth = min(Self.longestName, lanes.map(\.name.count).max() ?? 0)
    width = columns - labelWidth - 2
  }

  var text: String {
    let lanes = notes.apps + notes.others.filter { !$0.isEmpty }
    let rows = lanes.flatMap { lane -> [String] in
      let marks = marks(of: lane)
      if lane.hasOnlyMarks { return [label(lane.name) + marks] }
      return [label(lane.name) + states(of: lane)] + (marks.isEmpty ? [] : [label("") + marks])
    }
    return ([title, label("") + scale] + rows + legend(lanes)).map { $0 + "\n" }.joined()
  }

  private func label(_ name: String) -> String {
    let shown = String(name.prefix(labelWidth))
    return shown + String(repeating: " ", count: labelWidth - shown.count + 2)
  }

  /// The times at the left, in the middle and at the right.
  private var scale: String {
    let (middle, last) = ("┬\((end / 2).shortSeconds)", "\(end.shortSeconds)┐")
    let first = "┌0 s"
    var line = first
    line += String(repeating: "─", count: max(1, width / 2 - line.count)) + middle
    line += String(repeating: "─", count: max(1, width - line.count - last.count)) + last
    return line
  }

  private func states(of lane: SessionChart.Lane) -> String {
    let columns = lane.states(from: 0, to: end, columns: width)
    guard isColoured else { return String(columns.map(\.symbol)).trimmedAtEnd }
    var line = ""
    var rest = columns[...]
    while let state = rest.first {
      let run = rest.prefix { $0 == state }
      let symbols = String(run.map(\.symbol))
      line += state.colour.map { "\u{1B}[\($0)m\(symbols)\u{1B}[0m" } ?? symbols
      rest = rest.dropFirst(run.count)
    }
    return line
  }

  private func marks(of lane: SessionChart.Lane) -> String {
    let columns = lane.marks(from: 0, to: end, columns: width)
    return String(columns.map { $0?.rawValue ?? " " }).trimmedAtEnd
  }

  /// What the symbols mean that are there, in as many lines as it takes.
  private func legend(_ lanes: [SessionChart.Lane]) -> [String] {
    let states = Set(lanes.flatMap { $0.states.map(\.state) })
    let marks = Set(lanes.flatMap { $0.marks.map(\.mark) })
    let words =
      SessionChart.State.allCases.filter { $0 != .quiet && states.contains($0) }
      .map { "\($0.symbol) \($0)" }
      + SessionChart.Mark.allCases.filter(marks.contains).map { "\($0.rawValue) \($0.words)" }
    let room = labelWidth + 2 + width
    return words.reduce(into: [String]()) { lines, word in
      if let line = lines.last, line.count + 3 + word.count <= room {
        lines[lines.count - 1] = line + "   " + word
      } else {
        lines.append(word)
      }
    }
  }
}

extension Double {
  /// Seconds in few digits, such as `95 s`.
  fileprivate var shortSeconds: String { "\(rounded(to: 2)) s" }
}

extension String {
  /// Without the spaces at its end.
  fileprivate var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
