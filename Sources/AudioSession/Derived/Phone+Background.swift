/// How long an app keeps running in the background, and why.
extension Phone {
  /// How many seconds an app without a background task keeps running in the background.
  ///
  /// Source: "Extending your app's background execution time": the delegate has five seconds to return, and "shortly
  /// after" the app is suspended; a background task extends this time.
  public static let graceSeconds = 5.0

  /// Returns whether something keeps the app running in the background beyond its grace period: a background task, its
  /// own call, or sound that its background mode allows.
  ///
  /// Source: QA1668: an app whose session is inactive when it goes to the background "will be suspended, because as far
  /// as the system knows" it does not play anything. Our choice: an interrupted app that may play in the background
  /// keeps running, because it will receive the end notification (react-native-audio-api 1220). Interruptions without
  /// an end, such as the loss of its output, do not keep an app running.
  public func isKeptRunning(_ app: AppID) -> Bool {
    state[app].hasRuntimeAssertion || isKeptWithoutTask(app)
  }

  /// Returns whether something other than a background task keeps the app running in the background.
  func isKeptWithoutTask(_ app: AppID) -> Bool {
    let session = state[app]
    if state.device.calls.calls.contains(where: { $0.host == .app(app) }) { return true }
    let awaitsEnd = !session.interruptedBy.subtracting([.routeLoss, .suspension]).isEmpty
    return goesOnBehind(app) && (!session.running.isEmpty || awaitsEnd)
  }

  /// How many seconds a background task may run, or nil if the time is unlimited.
  ///
  /// Source: policy option `backgroundTime`; 180 s before iOS 13, according to a log from iOS 7 to iOS 12.
  public var backgroundSeconds: Double? {
    switch policy.backgroundTime {
    case .byVersion: system >= .iOS13 ? 30 : 180
    case .thirtySeconds: 30
    case .threeMinutes: 180
    case .unlimited: nil
    }
  }

  /// Returns whether the time of the app's background task is running: the app is in the background, and only the task
  /// keeps it running.
  ///
  /// Source: our choice for apps that play in the background; the page of `backgroundTimeRemaining` mentions only
  /// tasks.
  package func hasBackgroundTime(_ app: AppID) -> Bool {
    state[app].lifecycle == .background && state[app].hasRuntimeAssertion
      && !isKeptWithoutTask(app)
  }
}
