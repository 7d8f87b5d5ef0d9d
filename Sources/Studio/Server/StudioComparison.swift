extension Studio {
  /// Answers a question about versions.
  ///
  /// - Throws: `StudioError` if a file or version does not exist, or cannot be rendered.
  func answer(_ request: ComparisonRequest) async throws(StudioError) -> ComparisonAnswer {
    switch request {
    case .steps(let name): return .steps(await (try file(name)).steps)
    case .version(let name, let count):
      return .version(try await (try file(name)).version(after: count))
    case .played(let side, let speed):
      return .played(try await (try file(side.file)).played(side.version, speed: speed))
    case .loop(let name, let version, let from, let to):
      return .loop(
        try await (try file(name)).loop(ofVersion: version, from: from, to: to))
    case .difference(let from, let to):
      let first = try await (try file(from.file)).side(ofVersion: from.version)
      let second = try await (try file(to.file)).side(ofVersion: to.version)
      return .difference(try await Self.difference(from: first, to: second))
    }
  }

  /// Compares two states while other requests are answered.
  @concurrent
  private nonisolated static func difference(
    from first: ComparedSide, to second: ComparedSide
  ) async throws(StudioError) -> VersionDifference {
    try VersionDifference(from: first, to: second)
  }
}
