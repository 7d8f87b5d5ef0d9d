/// The values that an app can read from its session, and the output that a listener would observe.
///
/// All values are derived from the current state. Passing an app that the phone does not have is a programming error
/// and terminates the program.
extension Phone {
  /// Every app.
  public var apps: AppIDs { state.ids }

  /// The app with that name, or nil.
  public func app(named name: String) -> AppID? { names.firstIndex(of: name).map { AppID($0) } }

  /// The name of the app.
  public func name(of app: AppID) -> String { names[app.index] }

  /// Whether the session of the app is active.
  public func isActive(_ app: AppID) -> Bool { state[app].isActive }

  /// Whether the output of the app runs, whether audible or not.
  public func isPlaying(_ app: AppID) -> Bool { state[app].isOutputRunning }

  /// Whether the input of the app runs.
  public func isRecording(_ app: AppID) -> Bool { state[app].isInputRunning }

  /// Whether the session of the app is interrupted.
  public func isInterrupted(_ app: AppID) -> Bool { state[app].isInterrupted }

  /// Whether the app is suspended.
  public func isSuspended(_ app: AppID) -> Bool { state[app].lifecycle == .suspended }

  /// The options in effect: the options that were set, and the options that they and the mode imply.
  public func categoryOptions(of app: AppID) -> CategoryOptions {
    state[app].configuration.effectiveOptions
  }

  /// Whether the app hosts the active call.
  package func hostsActiveCall(_ app: AppID) -> Bool {
    state.device.calls.call(in: .active)?.host == .app(app)
  }

  /// The app that remote commands go to, or nil.
  public var nowPlayingApp: AppID? { state.device.nowPlaying }

  /// The categories available on the phone. Categories with input require an available input.
  public var availableCategories: [SessionCategory] {
    SessionCategory.allCases.filter { category in
      if category == .audioProcessing { return system < .iOS10 }
      return !category.row.hasInput || isInputAvailable
    }
  }

  /// The modes available in the phone's version of the system.
  public var availableModes: [SessionMode] {
    var setup = PhoneSetup(apps: [AppState()])
    setup.release = release
    setup.platform = platform
    guard let fresh = try? Phone(setup) else { return [] }
    return SessionMode.allCases.filter { fresh.takes($0) }
  }

  /// The notifications that a suspended app will receive when it runs, in order.
  public func waitingNotifications(of app: AppID) -> [SessionNotification] {
    state.mailbox.filter { $0.app == app }.map(\.notification)
  }

  /// Whether a session of a fresh phone can be in that mode, in any category.
  private func takes(_ mode: SessionMode) -> Bool {
    SessionCategory.allCases.contains { category in
      [CategoryOptions([]), .allowBluetoothHFP].contains { options in
        var phone = self
        let event = SessionEvent.app(0, .setCategory(category, mode: mode, options: options))
        _ = try? phone.handle(event)
        return phone.state[0].configuration.mode == mode
      }
    }
  }
}

extension Phone {
  /// Whether the app's input can be free of the speaker's echo (18.2).
  ///
  /// Source: page of `isEchoCancelledInputAvailable`: "true if the device supports echo cancellation and the app uses
  /// the playAndRecord category and default mode". Our choice: every device supports it except the simulator, which
  /// does not have a phone's speakers.
  public func isEchoCancelledInputAvailable(for app: AppID) -> Bool {
    let configuration = state[app].configuration
    return has(.echoCancelledInput) && platform != .simulator
      && configuration.category == .playAndRecord && configuration.mode == .default
  }
}

extension SystemRelease {
  /// The first release with echo-canceled input.
  package static let echoCancelledInput = SystemRelease(18, 2)
}
