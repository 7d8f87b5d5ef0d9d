/// What `setCategory` sets: category, mode, policy and options.
public struct SessionConfiguration: Hashable, Sendable {
  /// The category.
  public var category: SessionCategory
  /// The mode.
  public var mode: SessionMode
  /// With which apps the route is shared.
  public var policy: RouteSharingPolicy
  /// The options, as they were given.
  public var options: CategoryOptions

  /// A configuration; whether it is legal is decided when it is set.
  public init(
    _ category: SessionCategory, mode: SessionMode = .default,
    policy: RouteSharingPolicy = .default, options: CategoryOptions = []
  ) {
    self.category = category
    self.mode = mode
    self.policy = policy
    self.options = options
  }

  /// What every process starts with: solo ambient, no options.
  public static let processDefault = SessionConfiguration(.processDefault)

  /// What `categoryOptions` reads: the options with what they and the mode bring along.
  ///
  /// Source: header of the options; that reading gives them back is our assumption.
  public var effectiveOptions: CategoryOptions {
    options.union(mode.impliedOptions).withImplied
  }
}
