/// The patterns that every app shares, each with one meaning: outcomes, impacts, selection.
///
/// The meanings are those of Apple's Human Interface Guidelines; `impact.soft` and `impact.rigid`
/// are younger than those and have theirs from `UIImpactFeedbackGenerator`. The shapes are our own:
/// Apple's are unpublished, and the public look-alikes disagree with each other.
///
/// Raw values are the names on the command line.
public enum HapticPreset: String, Hashable, Sendable, CaseIterable {
  /// A task or action has completed.
  case notificationSuccess = "notification.success"
  /// A task or action has produced a warning.
  case notificationWarning = "notification.warning"
  /// A task or action has failed.
  case notificationFailure = "notification.failure"
  /// Something small or light has met something else.
  case impactLight = "impact.light"
  /// Something of medium size or weight has met something else.
  case impactMedium = "impact.medium"
  /// Something large or heavy has met something else.
  case impactHeavy = "impact.heavy"
  /// Something that gives way has met something else.
  case impactSoft = "impact.soft"
  /// Something that does not give way at all has met something else.
  case impactRigid = "impact.rigid"
  /// One of many values has been passed on the way.
  case selection

  /// The preset called `name`, or nil if there is none.
  ///
  /// `notification.error`, the name in UIKit, is another spelling of `notification.failure`.
  public init?(named name: String) {
    self.init(rawValue: name == "notification.error" ? Self.notificationFailure.rawValue : name)
  }

  /// The name on the command line, such as `impact.heavy`.
  public var name: String { rawValue }

  /// What it says to whoever feels it: one sentence.
  public var meaning: String {
    switch self {
    case .notificationSuccess: "A task or action has completed."
    case .notificationWarning: "A task or action has produced a warning."
    case .notificationFailure: "A task or action has failed."
    case .impactLight: "Something small or light has met something else, or snapped into place."
    case .impactMedium: "Something of medium size has met something else, or snapped into place."
    case .impactHeavy: "Something large or heavy has met something else, or snapped into place."
    case .impactSoft: "Something that gives way has met something else."
    case .impactRigid: "Something that does not give way at all has met something else."
    case .selection: "One of many values has been passed; not for making or confirming a choice."
    }
  }

  /// What it plays.
  public var pattern: HapticPattern {
    let metadata: PatternMetadata = ["Project": .text(name), "Description": .text(meaning)]
    do {
      return try HapticPattern(entries: entries, metadata: metadata)
    } catch {
      preconditionFailure("the preset \(name) is no pattern: \(error)")
    }
  }
}
