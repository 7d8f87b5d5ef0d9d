internal import Realtime
internal import Testing

/// Notices the issues of a test while it runs.
final class NoticedIssues: Sendable {
  private let noticed = Guarded<Issue?>(nil)

  /// The first issue that makes the test fail, or nil.
  var first: Issue? { noticed.withLock { $0 } }

  /// Runs a test and records its issues as usual.
  ///
  /// - Parameters:
  ///   - sourceLocation: the location of the test.
  ///   - function: runs the test.
  /// - Throws: the error of the test.
  func notice(
    at sourceLocation: SourceLocation, _ function: () async throws -> Void
  ) async throws {
    try await run(at: sourceLocation, areKnown: false, function)
  }

  /// Runs a test without recording any of its issues or errors.
  ///
  /// - Parameters:
  ///   - test: the test.
  ///   - testCase: the case of the test.
  ///   - function: runs the test.
  func silence(
    _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
  ) async {
    // A known issue does not reach a surrounding test's handlers, and the filter keeps the issue out of the output.
    try? await IssueHandlingTrait.filterIssues { _ in false }
      .provideScope(for: test, testCase: testCase) {
        try await self.run(at: test.sourceLocation, areKnown: true, function)
      }
  }

  private func run(
    at sourceLocation: SourceLocation, areKnown: Bool, _ function: () async throws -> Void
  ) async throws {
    try await withKnownIssue(isIntermittent: true, sourceLocation: sourceLocation) {
      try await function()
    } matching: { issue in
      if issue.failsTest { self.noticed.withLock { $0 = $0 ?? issue } }
      return areKnown
    }
  }
}

extension Issue {
  /// Whether the issue makes the test fail, unless it is a known issue.
  fileprivate var failsTest: Bool {
    #if compiler(>=6.3)
      severity >= .error
    #else
      true
    #endif
  }
}
