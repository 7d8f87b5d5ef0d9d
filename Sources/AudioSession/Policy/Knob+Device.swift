extension Knob {
  /// Questions about routes, volumes, the switch and haptics.
  static let deviceRows: [KnobRow] = [
    KnobRow(
      .switchAffectsHeadphones, [.no, .yes], Evidence(.field, note: "trackswitch 13"),
      "Does the silent switch silence ambient sessions in headphones?"),
    KnobRow(
      .preferredInputReset, [.cleared, .kept], Evidence(.assumed),
      "What becomes of the preferred input when its port has gone?"),
    KnobRow(
      .volumeMemory, [.shared, .perRoute], Evidence(.assumed),
      "Do built-in and connected outputs keep volumes of their own?"),
    KnobRow(
      .buttonsWhenIdle, [.ringer, .media],
      Evidence(.documentation, note: "guidelines of iOS 10 to 13; later a setting"),
      "What do the volume buttons change while nothing plays?"),
    KnobRow(
      .unplugPauses, [.yes, .no],
      Evidence(.documentation, note: "guidelines and AVPlayer; AVAudioEngine leaves it to the app"),
      "Does output stop when what it goes to is unplugged?"),
    KnobRow(
      .captureGuard, [.suppress, .allow],
      Evidence(.documentation, .assumed, note: "guidelines: do not disrupt camera, gyroscope"),
      "Are haptics suppressed while the app captures with a sensor they would shake?"),
    KnobRow(
      .hapticsMutedBy, [.runningInput, .inputCategory],
      Evidence(.documentation, .field, note: "AudioKit PR 1876: an input node is enough"),
      "What silences haptics and system sounds without the allowance?"),
  ]
}
