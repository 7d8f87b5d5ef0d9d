/// What keeps an app running in the background, and for how long.
extension Phone {
  /// For how many seconds an app without a background task runs on in the background.
  ///
  /// Source: "Extending your app's background execution time": the delegate has five seconds to return,
  /// and "shortly after" the app is suspended; a task gives more time.
  public static let graceSeconds = 5.0

  /// Whether something keeps the app running in the background beyond its grace: a background task, a call
  /// of its own, or sound that its background mode lets go on.
  ///
  /// Source: QA1668: an app whose session is inactive when it goes to the background "will be suspended,
  /// because as far as the system knows" it plays nothing. Our choice: one that is interrupted while it
  /// may sound there is kept, as it is notified of the end there (react-native-audio-api 1220); what has no end,
  /// as the loss of its output, keeps nobody.
  public func isKeptRunning(_ app: AppID) -> Bool {
    state[app].hasRuntimeAssertion || isKeptWithoutTask(app)
  }

  /// Whether something other than a background task keeps it running there.
  func isKeptWithoutTask(_ app: AppID) -> Bool {
    let session = state[app]
    if state.device.calls.calls.contains(where: { $0.host == .app(app) }) { return true }
    let awaitsEnd = !session.interruptedBy.subtracting([.routeLoss, .suspension]).isEmpty
    return goesOnBehind(app) && (!session.running.isEmpty || awaitsEnd)
  }

  /// For how many seconds a background task may run; nil for ever.
  ///
  /// Source: option `backgroundTime`; 180 s before 13 as a log of 7 to 12 has it.
  public var backgroundSeconds: Double? {
    switch policy.backgroundTime {
    case .byVersion: system >= .iOS13 ? 30 : 180
    case .thirtySeconds: 30
    case .threeMinutes: 180
    case .unlimited: nil
    }
  }

  /// Whether the time of a background task runs: the app is in the background, and nothing but the task
  /// keeps it running.
  ///
  /// Source: our choice for who plays there; the page of `backgroundTimeRemaining` speaks of tasks.
  package func hasBackgroundTime(_ app: AppID) -> Bool {
    state[app].lifecycle == .background && state[app].hasRuntimeAssertion
      && !isKeptWithoutTask(app)
  }
}
