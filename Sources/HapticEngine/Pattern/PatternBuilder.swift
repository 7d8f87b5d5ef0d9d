/// Collects what a `HapticPattern { … }` block lists.
@resultBuilder
public enum PatternBuilder {
  /// A component becomes its entries.
  public static func buildExpression(_ component: some PatternComponent) -> [HapticPattern.Entry] {
    component.entries
  }

  /// Components follow each other.
  public static func buildBlock(_ parts: [HapticPattern.Entry]...) -> [HapticPattern.Entry] {
    parts.flatMap { $0 }
  }

  /// `if` without `else`.
  public static func buildOptional(_ part: [HapticPattern.Entry]?) -> [HapticPattern.Entry] {
    part ?? []
  }

  /// The first branch of `if` … `else`.
  public static func buildEither(first part: [HapticPattern.Entry]) -> [HapticPattern.Entry] {
    part
  }

  /// The second branch of `if` … `else`.
  public static func buildEither(second part: [HapticPattern.Entry]) -> [HapticPattern.Entry] {
    part
  }

  /// `for` … `in`.
  public static func buildArray(_ parts: [[HapticPattern.Entry]]) -> [HapticPattern.Entry] {
    parts.flatMap { $0 }
  }
}

/// What a `HapticPattern { … }` block may list.
public protocol PatternComponent {
  /// The entries the component stands for.
  var entries: [HapticPattern.Entry] { get }
}

extension HapticPattern {
  /// A pattern of what `content` lists, in that order.
  ///
  /// ```swift
  /// let heartbeat = try HapticPattern {
  ///   Transient(at: 0, intensity: 1, sharpness: 0.3)
  ///   Continuous(at: 0.02, duration: 0.1, intensity: 0.5, sharpness: 0.1)
  ///   Curve(.hapticIntensityControl, at: 0, [(0, 1), (0.12, 0)])
  /// }
  /// ```
  ///
  /// - Throws: `PatternError`, as `init(entries:metadata:)`.
  public init(
    metadata: PatternMetadata = [:], @PatternBuilder _ content: () -> [Entry]
  ) throws(PatternError) {
    try self.init(entries: content(), metadata: metadata)
  }
}
