/// A part of the simulator whose evidence is counted separately.
public enum SessionFeature: Hashable, Sendable, CaseIterable {
  /// The behavior of each category.
  case categories
  /// Category options.
  case options
  /// Modes.
  case modes
  /// Route-sharing policies.
  case routePolicies
  /// Activation, deactivation and their errors.
  case activation
  /// Interruptions in general, and how overlapping interruptions end.
  case interruptions
  /// Interruptions by one interruptor.
  case interruption(Interruptor)
  /// Apps in the background, and suspension.
  case background
  /// The ring/silent switch.
  case silentSwitch
  /// Ducking.
  case ducking
  /// The secondary-audio hint.
  case hint
  /// Haptics.
  case haptics
  /// Sounds and vibrations that do not go through a session.
  case systemSounds
  /// Prompts of navigation and similar apps.
  case prompts
  /// Recording and the permission to record.
  case recording
  /// Routes and ports.
  case routes
  /// Volumes and gains.
  case volumes
  /// Now Playing and remote commands.
  case nowPlaying
  /// The notifications that apps receive, their order and their times.
  case notifications
  /// Picture in picture.
  case pictureInPicture
  /// The media services.
  case mediaServices
  /// The differences between kinds of devices.
  case devices
  /// The differences between versions of the system.
  case versions

  /// Every feature, in the order in which the pages list them.
  public static let allCases: [SessionFeature] =
    [.categories, .options, .modes, .routePolicies, .activation, .interruptions]
    + Interruptor.allCases.map { .interruption($0) }
    + [
      .background, .silentSwitch, .ducking, .hint, .haptics, .systemSounds, .prompts, .recording,
      .routes, .volumes, .nowPlaying, .notifications, .pictureInPicture, .mediaServices, .devices,
      .versions,
    ]

  /// The feature in words.
  ///
  /// The title starts in lowercase unless it is a proper name.
  public var title: String {
    switch self {
    case .categories: "categories"
    case .options: "category options"
    case .modes: "modes"
    case .routePolicies: "route-sharing policies"
    case .activation: "activation and errors"
    case .interruptions: "interruptions in general"
    case .interruption(let interruptor): "interruption by \(interruptor.name)"
    case .background: "background and suspension"
    case .silentSwitch: "ring/silent switch"
    case .ducking: "ducking"
    case .hint: "secondary-audio hint"
    case .haptics: "haptics"
    case .systemSounds: "system sounds"
    case .prompts: "prompts"
    case .recording: "recording"
    case .routes: "routes and ports"
    case .volumes: "volumes and gains"
    case .nowPlaying: "Now Playing and remote commands"
    case .notifications: "notifications"
    case .pictureInPicture: "picture in picture"
    case .mediaServices: "media services"
    case .devices: "kinds of devices"
    case .versions: "versions"
    }
  }
}

extension SessionRule {
  /// The feature that the rule belongs to.
  public var feature: SessionFeature {
    switch self {
    case .activation, .deactivation: .activation
    case .arbitration: .interruption(.nonMixableApp)
    case .systemInterruption, .interruptionEnd, .abandoning, .claim: .interruptions
    case .suspension: .background
    case .categoryChange: .categories
    case .ducking: .ducking
    case .hint: .hint
    case .route: .routes
    case .order, .mailbox: .notifications
    case .commandsDuringInterruption: .nowPlaying
    case .lifecycleStream: .versions
    case .mediaServices: .mediaServices
    }
  }
}
