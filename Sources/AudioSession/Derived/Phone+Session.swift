/// The values that an app can read from its session, and the output that a listener would hear.
///
/// All values are derived from the current state. Passing an app that the phone does not have is a programming error
/// and terminates the program.
extension Phone {
  /// Every app.
  public var apps: AppIDs { state.ids }

  /// Returns the app with that name, or nil.
  public func app(named name: String) -> AppID? { names.firstIndex(of: name).map { AppID($0) } }

  /// Returns the app's name.
  public func name(of app: AppID) -> String { names[app.index] }

  /// Returns whether the app's session is active.
  public func isActive(_ app: AppID) -> Bool { state[app].isActive }

  /// Returns whether the app's output is running, even if it is not audible.
  public func isPlaying(_ app: AppID) -> Bool { state[app].isOutputRunning }

  /// Returns whether the app's input is running.
  public func isRecording(_ app: AppID) -> Bool { state[app].isInputRunning }

  /// Returns whether the app's session is interrupted.
  public func isInterrupted(_ app: AppID) -> Bool { state[app].isInterrupted }

  /// Returns whether the app is suspended.
  public func isSuspended(_ app: AppID) -> Bool { state[app].lifecycle == .suspended }

  /// Returns the options in effect: the options that were set, and those that the set options and the mode imply.
  public func categoryOptions(of app: AppID) -> CategoryOptions {
    state[app].configuration.effectiveOptions
  }

  /// Returns whether the app hosts the active call.
  package func hostsActiveCall(_ app: AppID) -> Bool {
    state.device.calls.call(in: .active)?.host == .app(app)
  }

  /// The Now Playing app, which receives remote commands, or nil.
  public var nowPlayingApp: AppID? { state.device.nowPlaying }

  /// The categories available on the phone.
  ///
  /// Categories with input require an available input.
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

  /// Returns the notifications that a suspended app will receive when it runs again, in order.
  public func waitingNotifications(of app: AppID) -> [SessionNotification] {
    state.mailbox.filter { $0.app == app }.map(\.notification)
  }

  /// Returns whether a session of a newly created phone can have that mode in any category.
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
  /// Returns whether the speaker's echo can be removed from the app's input (iOS 18.2 or later).
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
