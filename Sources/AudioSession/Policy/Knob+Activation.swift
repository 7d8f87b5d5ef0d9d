extension Knob {
  /// Questions about activation and deactivation.
  static let activationRows: [KnobRow] = [
    KnobRow(
      .errorOrder, [.asListed, .priorityFirst],
      Evidence(.assumed, note: "the order of the checks is not published"),
      "In which order is activation checked?"),
    KnobRow(
      .blockedOutputCode, [.insufficientPriority, .cannotInterruptOthers],
      Evidence(.assumed, note: "which code it is has not been seen"),
      "What does activation throw while ringing, an alarm, Siri or an emergency has the output?"),
    KnobRow(
      .backgroundMixableStart, [.accept, .reject],
      Evidence(.field, note: "audio_session 110: 561015905 without a runtime assertion"),
      "May a mixable session start to play in the background without a runtime assertion?"),
    KnobRow(
      .permissionDenied, [.silence, .resourceNotAvailable],
      Evidence(.assumed, note: "behaviour in the field for long"),
      "What does input give without the user's permission?"),
    KnobRow(
      .mutedMicrophoneStart, [.resourceNotAvailable, .silence], Evidence(.assumed),
      "What does input give that starts with the microphone muted in hardware?"),
    KnobRow(
      .deactivateWithRunningIO, [.byVersion, .refused, .doneWithError, .done],
      Evidence(.header, note: "the header's text by version; older pages differ"),
      "What does deactivating with running input or output do?"),
    KnobRow(
      .claimRelease, [.reactivation, .ownEnd],
      Evidence(.assumed, note: "from a counterexample in a model of these rules"),
      "Until when does an interrupted session hold those it had interrupted?"),
    KnobRow(
      .noNotifyEffect, [.nothing, .endedWithoutOption],
      Evidence(.assumed, note: "the documentation only says who is told to resume"),
      "What are those told who were interrupted by a session that leaves without notifying?"),
    KnobRow(
      .recordAndMixablePeers, [.silence, .mix, .interrupt],
      Evidence(.documentation, .assumed, note: "virtually all output is silenced"),
      "What does an active record session do to sessions that mix?"),
    KnobRow(
      .systemInterruptsMixable, [.yes, .no],
      Evidence(.archive, .field, note: "AudioKit PR 1982 says no, likely of apps only"),
      "Do calls, alarms and Siri interrupt sessions that mix?"),
    KnobRow(
      .deferredSuspend, [.no, .yes], Evidence(.documentation, .assumed),
      "Does an app that may not sound in the background run on there for a while?"),
    KnobRow(
      .unholdReactivates, [.no, .yes], Evidence(.forum, note: "threads 749202 and 783870"),
      "Does the system activate the session again when an app's own call is taken off hold?"),
  ]
}
