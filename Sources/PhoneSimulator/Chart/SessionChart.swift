public import AudioSession
internal import Drawing
public import HapticEngine
public import PhoneRuntime
internal import Realtime
internal import TextFormats

/// A sink that records the events of a phone and draws them as lanes over time.
///
/// Each app and each interruptor that was present has a lane.
///
/// - Thread: any.        Realtime-safe: no.
public final class SessionChart: PhoneSink {
  /// The state of a lane at one time.
  enum State: Hashable, Sendable, CaseIterable {
    /// Nothing plays.
    case quiet
    /// The app plays, but is not heard.
    case silent
    /// The app records, but does not play.
    case recording
    /// The app records silence because its input is muted.
    case muted
    /// The app is heard.
    case playing
    /// The app is heard, but ducked by another app.
    case ducked
    /// The app's AR session tracks the position of the phone.
    case tracking
    /// The app's AR session does not know the position yet, at the beginning or after an interruption.
    case lost
    /// The app's session or its AR session is interrupted.
    case interrupted
    /// An interruptor or another cause, which has its own lane, is present.
    case interrupting

    /// The words for the state.
    var words: String {
      switch self {
      case .quiet, .silent, .recording, .playing, .ducked, .interrupted: "\(self)"
      case .muted: "input muted"
      case .tracking: "tracking position"
      case .lost: "finding position"
      case .interrupting: "present"
      }
    }

    /// The role of the state in a drawing; nil if the state is not drawn.
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

  /// Creates a chart of a phone, beginning with its current state.
  ///
  /// - Parameters:
  ///   - phone: the phone at the beginning.
  ///   - patterns: the patterns that apps play, by name. The sounds of patterns are also marked.
  public init(_ phone: Phone, patterns: [String: HapticPattern] = [:]) {
    let sounding = patterns.filter { $0.value.events.contains { !$0.type.isHaptic } }
    notes = Guarded(Notes(phone, sounding: Set(sounding.keys)))
  }

  /// Records a report.
  public func receive(_ report: PhoneReport, at time: PhoneTime) {
    notes.withLock { $0.receive(report, at: time) }
  }

  /// Records the time, so that the chart includes time without events.
  public func timePasses(to time: PhoneTime) { notes.withLock { $0.pass(until: time) } }

  /// The lanes of all apps and of all other causes that occurred, and the time at which the lanes end.
  var shownLanes: (lanes: [Lane], last: PhoneTime) {
    let notes = notes.withLock { $0 }
    return (notes.apps + notes.others.filter { !$0.isEmpty }, notes.last)
  }

  /// One recorded lane.
  struct Lane: Sendable {
    let name: String
    /// The states with their start times.
    var states: [(time: PhoneTime, state: State)] = []
    var marks: [(time: PhoneTime, mark: Mark)] = []

    /// Whether there is nothing to draw in the lane.
    var isEmpty: Bool { marks.isEmpty && states.allSatisfy { $0.state == .quiet } }

    mutating func note(_ state: State, at time: PhoneTime) {
      // States without a duration are dropped.
      if states.last?.time == time { states.removeLast() }
      if states.last?.state == state { return }
      states.append((time, state))
    }
  }

  /// The recorded lanes.
  struct Notes: Sendable {
    var apps: [Lane]
    /// The lanes of interruptors, other causes and the route.
    var others: [Lane]
    /// The names of the patterns with sounds.
    private let sounding: Set<String>
    /// The haptic that each app requested last.
    private var asked: [AppID: String] = [:]
    /// The time at which the chart ends: that of the last event, or later.
    private(set) var last = PhoneTime.zero

    init(_ phone: Phone, sounding: Set<String>) {
      self.sounding = sounding
      apps = phone.names.map { Lane(name: $0.printable) }
      let names =
        SystemSource.visible.map(\.name) + ["VoiceOver", "media services down"]
        + phone.names.map { "\($0.printable) AR" } + ["device"]
      // An app can have the same name as an interruptor.
      others = names.map { Lane(name: phone.names.contains($0) ? "\($0) (phone)" : $0) }
      look(at: phone, .zero)
    }

    /// The lane of the device, for marks that do not belong to an app.
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
