/// The values that `setCategory` sets: category, mode, policy and options.
public struct SessionConfiguration: Hashable, Sendable {
  /// The category.
  public var category: SessionCategory
  /// The mode.
  public var mode: SessionMode
  /// How the session shares its route with other apps.
  public var policy: RouteSharingPolicy
  /// The options as they were set.
  public var options: CategoryOptions

  /// Creates a configuration.
  ///
  /// The configuration is checked only when an app sets it.
  public init(
    _ category: SessionCategory, mode: SessionMode = .default,
    policy: RouteSharingPolicy = .default, options: CategoryOptions = []
  ) {
    self.category = category
    self.mode = mode
    self.policy = policy
    self.options = options
  }

  /// The configuration that every process starts with: solo ambient, without options.
  public static let processDefault = SessionConfiguration(.processDefault)

  /// The options that `categoryOptions` returns: the options that were set, and those that they and the mode imply.
  ///
  /// Source: header of the options; that the getter includes the implied options is our assumption.
  public var effectiveOptions: CategoryOptions {
    options.union(mode.impliedOptions).withImplied
  }
}
