internal import AudioSession

/// Explains which app is Now Playing, which app receives remote commands, and the value of the hint.
extension Explainer {
  /// Explains why the app or another app is Now Playing.
  mutating func explainNowPlaying() -> String {
    let owner = phone.nowPlayingApp
    if owner == subject {
      because(Self.precedence, .remote, Self.eligibility)
      return "\(subjectName) is Now Playing"
    }
    explainIneligibility()
    if let owner {
      because(.isNowPlaying(owner)) { $0.because(Self.precedence, .remote, Self.eligibility) }
    }
    if owner == nil, phone.isNowPlayingCandidate(subject) {
      because("an app becomes Now Playing when it starts to play", .remote, Self.eligibility)
    }
    return owner.map { "\(phone.name(of: $0)) is Now Playing, not \(subjectName)" }
      ?? "no app is Now Playing"
  }

  private static let precedence =
    "among the apps that handle remote commands and do not mix, the last app to start playing is Now Playing, "
    + "even while paused"

  private static let eligibility = Evidence(
    .thread("44842: handlers, and no mixing"),
    .page("WWDC 2022, session 110338: what makes an app eligible"),
    .ours("that the last to start wins, even while paused"))

  /// Adds the conditions that always keep the app from being Now Playing.
  private mutating func explainIneligibility() {
    let rule = "only an app that handles remote commands and does not mix is Now Playing"
    if session.remoteCommands.isEmpty {
      because(.handlesNoCommands) { $0.because(rule, .remote, Self.eligibility) }
    }
    if phone.traits(of: subject).isMixable {
      because(.mixes) { $0.because(rule, .remote, Self.eligibility) }
    }
  }

  /// Explains which app a remote command would reach.
  mutating func explainRemote() -> String {
    if device.calls.isUp {
      because(.calls) {
        $0.because(
          "a headset's button controls the call as long as a call exists", .remote,
          Evidence(.page("support.apple.com TA38605: the button of calls")))
      }
    }
    guard let target = phone.remoteTarget else {
      if phone.nowPlayingApp == nil { because(.nobodyIsNowPlaying) }
      explainIneligibility()
      return "a remote command does not reach any app"
    }
    if phone.nowPlayingApp == target {
      because(.isNowPlaying(target)) { $0.because(Self.precedence, .remote, Self.eligibility) }
    } else if phone.nowPlayingApp == nil, phone.isNowPlayingCandidate(target) {
      because(
        "an app in the foreground that handles remote commands receives them while sound goes to AirPlay",
        .remote)
    } else {
      because(
        \.mixingTakesButton, is: "an app that uses playAndRecord and mixes receives the commands")
    }
    if target == subject {
      because(.handles(session.remoteCommands))
      explainWaiting()
    } else {
      explainIneligibility()
    }
    return "a remote command reaches \(phone.name(of: target))"
  }

  /// Adds that a command waits for the end of an interruption, if applicable.
  private mutating func explainWaiting() {
    guard policy.remoteDuringInterruption == .deferred,
      !session.interruptedBy.isDisjoint(with: .endingByThemselves)
    else { return }
    because(\.remoteDuringInterruption, is: "it receives a command when its interruption ends")
  }

  /// Explains the value of the hint that other audio is playing.
  mutating func explainHint() -> String {
    let isSet = phone.secondaryAudioShouldBeSilenced(for: subject)
    let others = phone.apps.filter { $0 != subject && phone.sounds($0) }
    let loud = others.filter { !phone.traits(of: $0).isMixable }
    for other in loud { because(.playsWithoutMixing(other)) { $0.becauseOfHint() } }
    if phone.isSystemCallActive { because(.callIsActive) { $0.becauseOfHint() } }
    if device[.webView] { because(.system(.webView)) { $0.becauseOfHint() } }
    if !isSet {
      because(.nobodyPlaysWithoutMixing) { $0.becauseOfHint() }
      for other in others { because(.isActiveAndMixes(other)) }
    }
    if !session.isActive || session.lifecycle != .foreground {
      if session.isActive { becauseOfLifecycle(of: subject) } else { because(.isNotActive) }
      because(
        "changes to the hint are posted only to apps in the foreground whose session is active",
        .rule(.hint))
    }
    return "secondaryAudioShouldBeSilencedHint is \(isSet) for \(subjectName)"
  }

  private mutating func becauseOfHint() {
    because(
      "the hint is true while another session that does not mix is playing", .rule(.hint),
      Evidence(
        .session(
          "secondaryAudioShouldBeSilencedHint: \"non-mixable audio session is playing audio\""),
        .answer("QA1882")))
  }
}
