/// Videos that leave their app, or its screen.
extension Transition {
  /// A video of the app comes out of it, or goes back; one that goes back into an app behind pauses.
  ///
  /// Source: page of `AVPictureInPictureController`: it takes background audio; `isPictureInPicturePossible`
  /// is false while another app is presenting, by the policy; sample AVFoundationPiPPlayer for the
  /// categories. Our choice: on a locked phone there is no screen to start it on.
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
      throw .notThere("picture in picture without the audio background mode and playback")
    }
    if state.device.isLocked { throw .notThere("picture in picture on a locked phone") }
    for other in state.ids where other != app && state[other].showsPictureInPicture {
      guard policy.secondPictureInPicture == .replaces else {
        throw .notThere("picture in picture beside that of another app")
      }
    }
  }

  /// The picture in picture of another app gives way, and its video pauses behind.
  ///
  /// Source: page of `isPictureInPictureSuspended`: playback is "paused and offscreen" while another app
  /// uses the feature. That it does not come back by itself is our choice.
  private mutating func replacePictureInPicture(of app: AppID) {
    for other in state.ids where other != app && state[other].showsPictureInPicture {
      state[other].showsPictureInPicture = false
      if state[other].lifecycle != .foreground, phone.pausesBehind(other) {
        stopIO(of: other, .output, .backgrounded)
      }
    }
  }

  /// What no longer may be out of its app goes back into it.
  mutating func endImpossiblePictureInPicture(of app: AppID) {
    guard state[app].showsPictureInPicture, !phone.mayShowPictureInPicture(app) else { return }
    state[app].showsPictureInPicture = false
    if state[app].lifecycle != .foreground, phone.pausesBehind(app) {
      stopIO(of: app, .output, .backgrounded)
    }
  }

  /// A lock pauses what is shown by picture in picture, by the policy.
  mutating func pausePictureInPicture() {
    guard policy.pictureInPictureWhenLocked == .pauses else { return }
    for app in state.ids where state[app].player == .video && state[app].showsPictureInPicture {
      if !phone.isShownElsewhere { stopIO(of: app, .output, .backgrounded) }
    }
  }
}

extension Phone {
  /// Whether the app's output stops when it goes to the background: a video on the screen of the phone
  /// without picture in picture.
  ///
  /// Source: QA1668, "Special Considerations for Video Media": what displays video "on the device's
  /// display" is paused in the background.
  func pausesBehind(_ app: AppID) -> Bool {
    state[app].player == .video && !state[app].showsPictureInPicture && !isShownElsewhere
  }

  /// Whether videos are shown by AirPlay or on another display.
  fileprivate var isShownElsewhere: Bool {
    currentRoute.outputs.contains(.airPlay) || currentRoute.outputs.contains(.HDMI)
  }

  /// Whether the app may have picture in picture by its background mode and category.
  fileprivate func mayShowPictureInPicture(_ app: AppID) -> Bool {
    goesOnBehind(app) && categoryRow(of: app).hasOutput
  }
}

extension Platform {
  /// The first release with picture in picture.
  ///
  /// Source: page of `AVPictureInPictureController` (9), sample AVFoundationPiPPlayer for iPads; on an
  /// iPhone from 14 on: docs.jwplayer.com, "Invoke Picture in Picture playback (iOS)". A simulator
  /// counts as an iPhone: our choice.
  package var firstWithPictureInPicture: SystemRelease {
    switch self {
    case .iPhone, .simulator: SystemRelease(14)
    case .iPad: SystemRelease(9)
    }
  }
}
