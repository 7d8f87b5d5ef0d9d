extension Knob {
  /// Questions about what `setCategory` and `setMode` accept.
  static let categoryRows: [KnobRow] = [
    KnobRow(
      .ambientDuck, [.accept, .reject],
      Evidence(.header, note: "the header lists ambient, the page does not; the header is newer"),
      "Does ambient take duckOthers?"),
    KnobRow(
      .defaultToSpeakerSticky, [.no, .yes],
      Evidence(.header, .archive, note: "header and QA1754: only with no other route"),
      "Does defaultToSpeaker win over connected headphones?"),
    KnobRow(
      .videoChatWithRecord, [.reject, .accept],
      Evidence(.header, note: "the page says yes, the header no"),
      "Does record take mode videoChat?"),
    KnobRow(
      .illegalMixing, [.badParam, .ignore],
      Evidence(.field, .assumed, note: "-50 in field logs; silently unchanged is possible"),
      "What becomes of mixing options with a category that does not take them?"),
    KnobRow(
      .illegalPolicy, [.badParam, .ignore], Evidence(.assumed),
      "What becomes of a long-form policy with a category, mode or option it does not go with?"),
    KnobRow(
      .explicitA2DPWithPlayback, [.accept, .reject],
      Evidence(.assumed, note: "implied there; naming it is unverified"),
      "Does playback take allowBluetoothA2DP explicitly?"),
    KnobRow(
      .speechModesAnywhere, [.accept, .reject],
      Evidence(.assumed, note: "no restriction is stated"),
      "Do all categories take the modes spokenAudio and voicePrompt?"),
    KnobRow(
      .simulatorAcceptsAirPlay, [.yes, .no],
      Evidence(.field, note: "audiobookshelf-app 334"),
      "Does Apple's simulator take allowAirPlay with playback, which devices refuse?"),
    KnobRow(
      .overrideMutedWithoutOutput, [.accept, .reject],
      Evidence(.header, .assumed, note: "the header speaks of categories with input and output"),
      "Do record and multiRoute take overrideMutedMicrophoneInterruption?"),
    KnobRow(
      .overrideWithOtherCategory, [.incompatibleCategory, .badParam],
      Evidence(.assumed, note: "the header's general rule; -50 was seen in the wild"),
      "What does overriding to the speaker throw outside of playAndRecord?"),
    KnobRow(
      .setCategoryDuringCall, [.accept, .insufficientPriority], Evidence(.forum, .assumed),
      "What does setting a category with input give during somebody else's call?"),
  ]
}
