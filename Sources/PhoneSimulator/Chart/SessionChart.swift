public import AudioSession
internal import Drawing
public import HapticEngine
public import PhoneRuntime
internal import Realtime
internal import TextFormats

/// What happened on a phone as lanes over time: one for each app and for each interruptor that was there.
///
/// A sink that takes notes, and draws them.
///
/// - Thread: any.        Realtime-safe: no.
public final class SessionChart: PhoneSink {
  /// What an app does at a time.
  enum State: Hashable, Sendable, CaseIterable {
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
    var words: String {
      switch self {
      case .quiet, .silent, .recording, .playing, .ducked, .interrupted: "\(self)"
      case .muted: "input muted"
      case .tracking: "tracks its place"
      case .lost: "looks for its place"
      case .interrupting: "present"
      }
    }

    /// What it is to a drawing; nil for what is not drawn.
    var role: Drawing.Role? {
      switch self {
      case .quiet: nil
      case .silent: .faint
      case .recording: .input
      case .muted: .blockedInput
      case .playing: .full
      case .ducked: .reduced
      case .tracking: .found
      case .lost: .searching
      case .interrupted: .broken
      case .interrupting: .cause
      }
    }
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

  /// The lanes of all apps and of what else was there, and until when time has passed.
  var shownLanes: (lanes: [Lane], last: PhoneTime) {
    let notes = notes.withLock { $0 }
    return (notes.apps + notes.others.filter { !$0.isEmpty }, notes.last)
  }

  /// What is known of one lane.
  struct Lane: Sendable {
    let name: String
    /// Each state, and since when.
    var states: [(time: PhoneTime, state: State)] = []
    var marks: [(time: PhoneTime, mark: Mark)] = []

    /// Whether anything is to be seen in it.
    var isEmpty: Bool { marks.isEmpty && states.allSatisfy { $0.state == .quiet } }

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
      case .effect(.lifecycleChanged(let app, let lifecycle)): note(Mark(lifecycle), app, time)
      case .effect(.remoteCommand(let app, let command)): note(.command(command), app, time)
      case .effect(.remoteIgnored): note(.unheeded, nil, time)
      case .settled(let event): settle(event, time)
      case .haptic(let app, .suppressed): note(.suppressed, app, time)
      case .effect, .feedbackExpired, .control, .composite, .haptic, .vibration, .soundEnded,
        .engineStopped, .engineReset, .rejected, .moved, .finishedPlaying,
        .notificationDistorted, .reactedWithoutEnd:
        break
      }
    }

    private mutating func settle(_ event: SettledEvent, _ time: PhoneTime) {
      if case .phone(.notificationDelivered(let app, _, _)) = event.event {
        let isShown = !event.effects.contains { effect in
          if case .notificationPlaced(_, .nowhere) = effect { true } else { false }
        }
        note(isShown ? .notification : .unshown, app, time)
      }
      if case .app(let app, .playHaptic) = event.event, let name = asked.removeValue(forKey: app),
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
