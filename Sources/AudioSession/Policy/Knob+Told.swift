extension Knob {
  /// Questions about what apps are told, and when.
  static let toldRows: [KnobRow] = [
    KnobRow(
      .legacyOn27, [.yes, .no],
      Evidence(.assumed, note: "deprecated in 27; whether still posted is not verified"),
      "Are the deprecated interruption notifications posted on 27?"),
    KnobRow(
      .routeQueue, [.interleaved, .before, .after],
      Evidence(.header, note: "posted on a secondary thread, so any order is possible"),
      "Where do route changes arrive among the notifications of one event?"),
    KnobRow(
      .mailbox, [.replay, .drop, .coalesce], Evidence(.assumed),
      "What becomes of the notifications for a suspended app when it runs again?"),
    KnobRow(
      .endedInBackground, [.atOnce, .onForeground],
      Evidence(.archive, .field, note: "VialerSIPLib PR 152 saw it at foregrounding"),
      "When does an app in the background learn that its interruption has ended?"),
    KnobRow(
      .siriHandover, [.endedWithoutOption, .staysInterrupted],
      Evidence(.documentation, .assumed, note: "guidelines: not resumable"),
      "What are the others told when Siri has started playback in an app?"),
    KnobRow(
      .notificationTone, [.mix, .interrupt, .interruptWithoutResume],
      Evidence(.field, .assumed, note: "music-assistant PR 504: an end without the option"),
      "What does the tone of a notification do to what plays?"),
    KnobRow(
      .unmuteResumes, [.yes, .no], Evidence(.assumed),
      "Does the end of a microphone mute carry the option to resume?"),
    KnobRow(
      .routeChangeAudience, [.active, .all],
      Evidence(
        .assumed, .field, note: "dictus-ios 353 saw changes of its own route while interrupted"),
      "Who is told of a route change that another app's session caused?"),
    KnobRow(
      .categoryChangePosts, [.always, .onChange], Evidence(.documentation),
      "Does an active session's new category post a route change if the route stays the same?"),
    KnobRow(
      .activationPostsRouteChange, [.no, .yes],
      Evidence(.assumed, note: "the page names new categories only"),
      "Is an app told of the route that its own activation or deactivation brings?"),
    KnobRow(
      .remoteDuringInterruption, [.deferred, .atOnce],
      Evidence(
        .documentation, .peer, note: "Siri: honoured at the end; WebKit, Chromium: last wins"),
      "What becomes of a remote command to an app that is interrupted?"),
    KnobRow(
      .interruptionOnRouteDisconnect, [.header, .documentation],
      Evidence(.header, note: "the page says true for all, the header Now Playing sessions"),
      "Whom does an unplugged output interrupt who has not said (17)?"),
  ]
}
