/// How long an app keeps running in the background, and why.
extension Phone {
  /// How many seconds an app without a background task keeps running in the background.
  ///
  /// Source: "Extending your app's background execution time": the delegate has five seconds to return,
  /// and "shortly after" the app is suspended; a task gives more time.
  public static let graceSeconds = 5.0

  /// Whether something keeps the app running in the background beyond its grace period: a background task, its own
  /// call, or sound that its background mode allows.
  ///
  /// Source: QA1668: an app whose session is inactive when it goes to the background "will be suspended, because as far
  /// as the system knows" it does not play anything. Our choice: an interrupted app that may play there stays alive,
  /// because it will receive the end notification (react-native-audio-api 1220). Interruptions without an end, such as
  /// the loss of its output, do not keep an app alive.
  public func isKeptRunning(_ app: AppID) -> Bool {
    state[app].hasRuntimeAssertion || isKeptWithoutTask(app)
  }

  /// Whether something other than a background task keeps the app running in the background.
  func isKeptWithoutTask(_ app: AppID) -> Bool {
    let session = state[app]
    if state.device.calls.calls.contains(where: { $0.host == .app(app) }) { return true }
    let awaitsEnd = !session.interruptedBy.subtracting([.routeLoss, .suspension]).isEmpty
    return goesOnBehind(app) && (!session.running.isEmpty || awaitsEnd)
  }

  /// How many seconds a background task may run; nil if unlimited.
  ///
  /// Source: option `backgroundTime`; 180 s before 13, according to a log of 7 to 12.
  public var backgroundSeconds: Double? {
    switch policy.backgroundTime {
    case .byVersion: system >= .iOS13 ? 30 : 180
    case .thirtySeconds: 30
    case .threeMinutes: 180
    case .unlimited: nil
    }
  }

  /// Whether a background task's time is running out: the app is in the background, and only the task keeps it running.
  ///
  /// Source: our choice for apps that play there; the page of `backgroundTimeRemaining` mentions only tasks.
  package func hasBackgroundTime(_ app: AppID) -> Bool {
    state[app].lifecycle == .background && state[app].hasRuntimeAssertion
      && !isKeptWithoutTask(app)
  }
}
