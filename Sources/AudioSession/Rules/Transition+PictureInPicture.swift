/// Videos that are shown outside their app or on another screen.
extension Transition {
  /// Starts or ends picture in picture.
  ///
  /// If picture in picture ends while the app is in the background, the video pauses.
  ///
  /// Source: page of `AVPictureInPictureController`: picture in picture requires background audio.
  /// `isPictureInPicturePossible` is false while another app uses picture in picture (policy option
  /// `secondPictureInPicture`). Sample AVFoundationPiPPlayer for the categories. Our choice: picture in picture cannot
  /// start on a locked phone, because the screen is not available.
  mutating func setPictureInPicture(_ app: AppID, _ isShown: Bool) throws(RejectedEvent) {
    if isShown {
      try checkPictureInPicture(of: app)
      replacePictureInPicture(of: app)
    }
    state[app].showsPictureInPicture = isShown
    if state[app].lifecycle != .foreground, phone.pausesBehind(app) {
      stopIO(of: app, .output, .backgrounded)
    }
  }

  private func checkPictureInPicture(of app: AppID) throws(RejectedEvent) {
    let since = phone.platform.firstWithPictureInPicture
    guard phone.has(since) else {
      throw .notAvailable("picture in picture", since: since.description)
    }
    guard phone.mayShowPictureInPicture(app) else {
      throw .notThere(
        "picture in picture without the audio background mode and a category that plays in the background"
      )
    }
    if state.device.isLocked { throw .notThere("picture in picture on a locked phone") }
    for other in state.ids where other != app && state[other].showsPictureInPicture {
      guard policy.secondPictureInPicture == .replaces else {
        throw .notThere("picture in picture while another app uses it")
      }
    }
  }

  /// Ends the picture in picture of another app, whose video pauses in the background.
  ///
  /// Source: page of `isPictureInPictureSuspended`: playback is "paused and offscreen" while another app uses the
  /// feature. Our choice: the replaced video does not return automatically.
  private mutating func replacePictureInPicture(of app: AppID) {
    for other in state.ids where other != app && state[other].showsPictureInPicture {
      state[other].showsPictureInPicture = false
      if state[other].lifecycle != .foreground, phone.pausesBehind(other) {
        stopIO(of: other, .output, .backgrounded)
      }
    }
  }

  /// Ends picture in picture that the app may no longer use.
  mutating func endImpossiblePictureInPicture(of app: AppID) {
    guard state[app].showsPictureInPicture, !phone.mayShowPictureInPicture(app) else { return }
    state[app].showsPictureInPicture = false
    if state[app].lifecycle != .foreground, phone.pausesBehind(app) {
      stopIO(of: app, .output, .backgrounded)
    }
  }

  /// Pauses videos in picture in picture when the phone is locked (policy option `pictureInPictureWhenLocked`).
  mutating func pausePictureInPicture() {
    guard policy.pictureInPictureWhenLocked == .pauses else { return }
    for app in state.ids where state[app].player == .video && state[app].showsPictureInPicture {
      if !phone.isShownElsewhere { stopIO(of: app, .output, .backgrounded) }
    }
  }
}

extension Phone {
  /// Returns whether the app's output stops when the app goes to the background.
  ///
  /// The output stops if the app shows a video on the phone's own screen, without picture in picture.
  ///
  /// Source: QA1668, "Special Considerations for Video Media": video that is displayed "on the device's display" is
  /// paused in the background.
  func pausesBehind(_ app: AppID) -> Bool {
    state[app].player == .video && !state[app].showsPictureInPicture && !isShownElsewhere
  }

  /// Whether videos are shown through AirPlay or on another display.
  fileprivate var isShownElsewhere: Bool {
    currentRoute.outputs.contains(.airPlay) || currentRoute.outputs.contains(.HDMI)
  }

  /// Returns whether the app's background mode and category allow picture in picture.
  fileprivate func mayShowPictureInPicture(_ app: AppID) -> Bool {
    goesOnBehind(app) && categoryRow(of: app).hasOutput
  }
}

extension Platform {
  /// The first release with picture in picture.
  ///
  /// Source: page of `AVPictureInPictureController` (iOS 9) and sample AVFoundationPiPPlayer for iPads;
  /// docs.jwplayer.com, "Invoke Picture in Picture playback (iOS)", for iPhones from iOS 14 on. Our choice: a simulator
  /// is treated as an iPhone.
  package var firstWithPictureInPicture: SystemRelease {
    switch self {
    case .iPhone, .simulator: SystemRelease(14)
    case .iPad: SystemRelease(9)
    }
  }
}
