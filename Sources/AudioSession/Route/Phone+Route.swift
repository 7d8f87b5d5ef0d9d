extension Phone {
  /// Where sound comes from and goes to now.
  public var currentRoute: Route { Route() }

  /// The outputs of the present route, such as `[headphones]`.
  public var outputs: [Port] { currentRoute.outputs.ports }

  /// The inputs of the present route.
  public var inputs: [Port] { currentRoute.inputs.ports }
}
