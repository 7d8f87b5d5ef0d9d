/// An open question as one row: its key, what is asked, what it may be, and what that rests on.
///
/// The value itself is a typed property of `AudioPolicy`, of the name that is the key. Options are
/// equal if their keys are.
public struct PolicyOption: Sendable {
  /// What files and the command line call it, such as `claimRelease`.
  public let key: String
  /// What the question is about.
  public let feature: SessionFeature
  /// What is asked, in words.
  public let question: String
  /// The answers that the option can have.
  public let values: Values
  /// What the default rests on.
  public let evidence: Evidence
  /// Where `AudioPolicy` keeps the value, in bytes.
  fileprivate let offset: Int
  private let read: @Sendable (AudioPolicy) -> String
  private let write: @Sendable (inout AudioPolicy, String) -> Bool

  /// What an option may be.
  public enum Values: Hashable, Sendable {
    /// One of these answers, the default first.
    case answers([String])
    /// A number in a range, with what it counts.
    case number(ClosedRange<Double>, unit: Unit)
  }

  /// What a number counts.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// A gain multiplies amplitudes: 1 changes nothing.
    case gain
    /// A share of the whole volume: 1 is from silence to the loudest.
    case volume
  }

  /// The row of an option whose answers are the cases of a type.
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

  /// The row of an option that is a number.
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
      preconditionFailure("an option is a stored property of the policy")
    }
    return offset
  }
}

extension PolicyOption: Hashable {
  /// Whether both have the same key.
  public static func == (left: PolicyOption, right: PolicyOption) -> Bool { left.key == right.key }

  /// Hashes the key.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension PolicyOption {
  /// The texts that it may be set to, the default first; for a number its range.
  public var allowed: [String] {
    switch values {
    case .answers(let answers): answers
    case .number(let range, _): ["\(range.lowerBound)...\(range.upperBound)"]
    }
  }

  /// The default, as files write it.
  public var standard: String { read(.standard) }

  /// What a policy says, as files write it.
  public func text(in policy: AudioPolicy) -> String { read(policy) }

  /// Sets the option in a policy.
  ///
  /// - Parameters:
  ///   - policy: the policy; unchanged if this throws.
  ///   - text: one of the answers, or a number in the range.
  /// - Throws: `PolicyError.unknownValue`, which lists what is allowed.
  public func set(_ policy: inout AudioPolicy, to text: String) throws(PolicyError) {
    if write(&policy, text) { return }
    throw .unknownValue(option: key, value: text, allowed: allowed)
  }

  /// Every option, in the order in which `AudioPolicy` declares them; numbers last.
  public static let all = bySubject.sorted { $0.offset < $1.offset }

  /// The option of that key, or nil.
  public init?(key: String) {
    guard let found = Self.all.first(where: { $0.key == key }) else { return nil }
    self = found
  }

  /// The option whose value that property is.
  package static subscript(value: PartialKeyPath<AudioPolicy>) -> PolicyOption {
    guard let option = byOffset[offset(of: value)] else {
      preconditionFailure("an option of the policy has no row")
    }
    return option
  }

  private static let byOffset = Dictionary(uniqueKeysWithValues: all.map { ($0.offset, $0) })

  /// Every option, with those about one subject side by side: the rows.
  package static let bySubject =
    ofCategories + ofActivation + ofNotifications + ofDevice + numberRows
}
