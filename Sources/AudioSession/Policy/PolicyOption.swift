/// One row of the table of open questions: the key, the question, the possible answers, and the evidence.
///
/// The value itself is stored in a typed property of `AudioPolicy` whose name is the key. Two options are equal if
/// their keys are equal.
public struct PolicyOption: Sendable {
  /// The name in files and on the command line, such as `claimRelease`.
  public let key: String
  /// The feature that the question is about.
  public let feature: SessionFeature
  /// The question, in words.
  public let question: String
  /// The answers that the option can have.
  public let values: Values
  /// The evidence for the default.
  public let evidence: Evidence
  /// The offset of the value in `AudioPolicy`, in bytes.
  fileprivate let offset: Int
  private let read: @Sendable (AudioPolicy) -> String
  private let write: @Sendable (inout AudioPolicy, String) -> Bool

  /// The values that an option can have.
  public enum Values: Hashable, Sendable {
    /// One of these answers, the default first.
    case answers([String])
    /// A number in a range, with its unit.
    case number(ClosedRange<Double>, unit: Unit)
  }

  /// The unit of a number.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// A factor that multiplies amplitudes; 1 changes nothing.
    case gain
    /// A fraction of the volume scale, where 1 is the distance from silence to full volume.
    case volume
  }

  /// Creates the row of an option whose answers are the cases of an enumeration.
  init<Answer: PolicyAnswer>(
    _ key: String, _ value: any WritableKeyPath<AudioPolicy, Answer> & Sendable,
    _ feature: SessionFeature, _ evidence: Evidence, _ question: String
  ) {
    let standard = AudioPolicy.standard[keyPath: value]
    let others = Answer.allCases.filter { $0 != standard }
    self.key = key
    self.feature = feature
    self.question = question
    self.evidence = evidence
    values = .answers(([standard] + others).map(\.rawValue))
    offset = Self.offset(of: value)
    read = { $0[keyPath: value].rawValue }
    write = { policy, text in
      guard let answer = Answer(rawValue: text) else { return false }
      policy[keyPath: value] = answer
      return true
    }
  }

  /// Creates the row of an option whose value is a number.
  init(
    _ key: String, _ value: any WritableKeyPath<AudioPolicy, Double> & Sendable,
    _ feature: SessionFeature, _ range: ClosedRange<Double>, _ unit: Unit, _ evidence: Evidence,
    _ question: String
  ) {
    self.key = key
    self.feature = feature
    self.question = question
    self.evidence = evidence
    values = .number(range, unit: unit)
    offset = Self.offset(of: value)
    read = { "\($0[keyPath: value])" }
    write = { policy, text in
      guard let number = Double(text), range.contains(number) else { return false }
      policy[keyPath: value] = number
      return true
    }
  }

  private static func offset(of value: PartialKeyPath<AudioPolicy>) -> Int {
    guard let offset = MemoryLayout<AudioPolicy>.offset(of: value) else {
      preconditionFailure("every option must be a stored property of the policy")
    }
    return offset
  }
}

extension PolicyOption: Hashable {
  /// Returns whether both options have the same key.
  public static func == (left: PolicyOption, right: PolicyOption) -> Bool { left.key == right.key }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension PolicyOption {
  /// The values that the option accepts, as text, the default first.
  ///
  /// A number lists its range instead.
  public var allowed: [String] {
    switch values {
    case .answers(let answers): answers
    case .number(let range, _): ["\(range.lowerBound)...\(range.upperBound)"]
    }
  }

  /// The default, as it is written in files.
  public var standard: String { read(.standard) }

  /// Returns the option's value in a policy, as it is written in files.
  public func text(in policy: AudioPolicy) -> String { read(policy) }

  /// Sets the option in a policy.
  ///
  /// - Parameters:
  ///   - policy: the policy; unchanged if this throws.
  ///   - text: one of the answers, or a number in the range.
  /// - Throws: `PolicyError.unknownValue`, which lists the allowed values.
  public func set(_ policy: inout AudioPolicy, to text: String) throws(PolicyError) {
    if write(&policy, text) { return }
    throw .unknownValue(option: key, value: text, allowed: allowed)
  }

  /// Every option, in the order in which `AudioPolicy` declares them.
  ///
  /// Numbers come last.
  public static let all = bySubject.sorted { $0.offset < $1.offset }

  /// The option with that key, or nil.
  public init?(key: String) {
    guard let found = Self.all.first(where: { $0.key == key }) else { return nil }
    self = found
  }

  /// The option whose value is stored in that property.
  package static subscript(value: PartialKeyPath<AudioPolicy>) -> PolicyOption {
    guard let option = byOffset[offset(of: value)] else {
      preconditionFailure("a property of the policy does not have a row in the table of options")
    }
    return option
  }

  private static let byOffset = Dictionary(uniqueKeysWithValues: all.map { ($0.offset, $0) })

  /// Every option, grouped by subject.
  package static let bySubject =
    ofCategories + ofActivation + ofNotifications + ofDevice + numberRows
}
