internal import AudioSession

/// The properties of the steps between states that decide whether an interruption can end.
struct StepGraph {
  private var starts: [Int] = []
  private var targets: [UInt32] = []
  /// For each step, the calling app and the apps that the step notified of an end.
  private var marks: [UInt8] = []
  /// For each state, the apps that wait for an end.
  private var waiting: [UInt8] = []
  /// For each state, the apps that a step to that state released without a notification.
  private var unnotified: [UInt8] = []

  /// Starts the next state's steps.
  ///
  /// The given apps wait for an end in that state.
  mutating func open(_ waiting: UInt8) {
    starts.append(targets.count)
    self.waiting.append(waiting)
  }

  /// Adds a step with its mark.
  ///
  /// The step released the apps in `lost` without posting an end, so those apps never receive one.
  mutating func add(to target: Int, _ mark: UInt8, lost: UInt8) {
    targets.append(UInt32(target))
    marks.append(mark)
    while unnotified.count <= target { unnotified.append(0) }
    if lost != 0 { unnotified[target] |= lost }
  }

  /// Returns the apps that wait for an end, one bit each.
  static func waiting(_ state: PhoneState) -> UInt8 {
    var waiting: UInt8 = 0
    for app in state.ids where state[app].isInterrupted { waiting |= 1 << UInt8(app.index) }
    return waiting
  }

  /// Returns the mark of a step, and the apps that the step released without posting an end, one bit each.
  static func mark(
    _ caller: AppID?, _ effects: [SessionEffect], from before: PhoneState, to after: PhoneState
  ) -> (mark: UInt8, lost: UInt8) {
    var mark: UInt8 = caller.map { UInt8($0.index) + 1 } ?? 0
    for effect in effects {
      if let app = effect.endRecipient { mark |= 4 << UInt8(app.index) }
    }
    let waited = waiting(before)
    guard waited != 0, !after.device.isMediaServerDown else { return (mark, 0) }
    var lost: UInt8 = 0
    for app in before.ids where waited & 1 << UInt8(app.index) != 0 {
      let session = after[app]
      guard !session.isInterrupted, !session.isActive, session.lifecycle != .terminated,
        caller != app, mark & (4 << UInt8(app.index)) == 0
      else { continue }
      lost |= 1 << UInt8(app.index)
    }
    return (mark, lost)
  }

  /// Returns the states in which the app waits for an end that cannot come without the app's own action.
  ///
  /// Either the app was released without a notification, so the end will not come, or the source that holds its session
  /// never leaves. An app does not wait if the media services were lost, because it is notified of the loss.
  func stuck(_ app: AppID) -> [Int] {
    let bit = 1 << UInt8(app.index)
    let own = UInt8(app.index) + 1
    var canEnd = [Bool](repeating: false, count: starts.count)
    var isSettled = false
    while !isSettled {
      isSettled = true
      for state in stride(from: starts.count - 1, through: 0, by: -1) where !canEnd[state] {
        let end = state + 1 < starts.count ? starts[state + 1] : targets.count
        for step in starts[state]..<end where marks[step] & 3 != own {
          if marks[step] & (4 << UInt8(app.index)) != 0 || canEnd[Int(targets[step])] {
            canEnd[state] = true
            isSettled = false
            break
          }
        }
      }
    }
    return starts.indices.filter {
      waiting[$0] & UInt8(bit) != 0 && !canEnd[$0] || unnotified[$0] & UInt8(bit) != 0
    }
  }
}

extension SessionEffect {
  /// The app that the effect notifies of an end, or nil.
  fileprivate var endRecipient: AppID? {
    switch self {
    case .notified(let app, .interruptionEnded), .queued(let app, .interruptionEnded),
      .notified(let app, .resumptionRecommendation),
      .queued(let app, .resumptionRecommendation):
      app
    case .notified, .queued, .ioStopped, .ioStarted, .observed, .remoteCommand, .remoteIgnored,
      .remoteDeferred, .callKit, .arSession, .haptic, .sound, .vibration, .notificationPlaced,
      .lifecycleChanged, .gainChanged, .callResult:
      nil
    }
  }
}
