/// A question about the audio session that Apple leaves open, or answers in two ways.
///
/// Each has a default and alternatives, see `question`, `answers` and `evidence`.
public enum Knob: UInt8, Hashable, Sendable, CaseIterable {
  /// Ducking with the ambient category.
  case ambientDuck
  /// The speaker by default, with headphones connected.
  case defaultToSpeakerSticky
  /// Mode video chat with the record category.
  case videoChatWithRecord
  /// Who is interrupted when the output is unplugged and the app has not said.
  case interruptionOnRouteDisconnect
  /// Deactivating with running input or output.
  case deactivateWithRunningIO
  /// The silent switch with headphones.
  case switchAffectsHeadphones
  /// Until when a session that is interrupted holds those it had interrupted.
  case claimRelease
  /// What those are told who are released without notice.
  case noNotifyEffect
  /// The order in which activation is checked.
  case errorOrder
  /// The deprecated notifications on 27.
  case legacyOn27
  /// When route changes arrive, which come on another queue.
  case routeQueue
  /// What becomes of notifications for a suspended app.
  case mailbox
  /// The error while ringing, an alarm, Siri or an emergency has the output.
  case blockedOutputCode
  /// Mixing options with a category that does not take them.
  case illegalMixing
  /// A long-form policy with what does not go with it.
  case illegalPolicy
  /// The stereo Bluetooth option given to playback.
  case explicitA2DPWithPlayback
  /// The modes for speech with other categories than playback and play-and-record.
  case speechModesAnywhere
  /// What recording does to sessions that mix.
  case recordAndMixablePeers
  /// Whether the system interrupts sessions that mix.
  case systemInterruptsMixable
  /// What the tone of a notification does.
  case notificationTone
  /// Whether suspension waits after the background was entered.
  case deferredSuspend
  /// The preferred input when its port has gone.
  case preferredInputReset
  /// Input without permission.
  case permissionDenied
  /// Whether each family of routes has its own volumes.
  case volumeMemory
  /// What the volume buttons change while nothing plays.
  case buttonsWhenIdle
  /// Input started with the microphone muted in hardware.
  case mutedMicrophoneStart
  /// Whether unmuting the microphone lets resume.
  case unmuteResumes
  /// The speaker override with another category than play-and-record.
  case overrideWithOtherCategory
  /// What others are told when Siri has started playback.
  case siriHandover
  /// Who is told of route changes that another app caused.
  case routeChangeAudience
  /// Whether a new category always posts a route change.
  case categoryChangePosts
  /// Whether activation posts a route change to the app itself.
  case activationPostsRouteChange
  /// Remote commands to an app that is interrupted.
  case remoteDuringInterruption
  /// Haptics while a sensor is in use.
  case captureGuard
  /// What silences haptics and system sounds.
  case hapticsMutedBy
  /// Setting a category with input during somebody else's call.
  case setCategoryDuringCall
  /// Whether output stops when it is unplugged.
  case unplugPauses
  /// Starting to play a mixable session in the background.
  case backgroundMixableStart
  /// Whether an app's own call taken up again activates its session.
  case unholdReactivates
  /// When an app in the background learns that its interruption has ended.
  case endedInBackground
  /// Explicit AirPlay with playback on Apple's simulator.
  case simulatorAcceptsAirPlay
  /// A microphone muted in hardware, with the override option legal for record and multi-route.
  case overrideMutedWithoutOutput

  /// The name, such as `ambientDuck`.
  public var name: String { "\(self)" }

  /// The knob of that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// A number that Apple does not publish.
public enum NumberKnob: UInt8, Hashable, Sendable, CaseIterable {
  /// What the gain of others is multiplied by while somebody ducks them.
  case duckGain
  /// What one press of a volume button changes.
  case volumeStep
  /// What the receiver at the ear multiplies the gain by.
  case receiverGain
  /// What mode voice chat multiplies the gain by.
  case voiceChatGain

  /// The name, such as `duckGain`.
  public var name: String { "\(self)" }

  /// The knob of that name, or nil.
  public init?(named name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
