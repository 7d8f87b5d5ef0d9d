/// Collects the causes of one verdict about an app, from the nearest to the furthest.
struct Explainer {
  let phone: Phone
  let app: AppID
  private(set) var causes: [Cause] = []

  init(_ phone: Phone, _ app: AppID) {
    self.phone = phone
    self.app = app
  }

  var name: String { phone.name(of: app) }
  var session: AppState { phone.state[app] }
  var device: DeviceState { phone.state.device }
  var category: SessionCategory { session.configuration.category }

  /// Adds a link to the chain; one that is there already is not said again.
  mutating func because(
    _ depth: Int, _ statement: String, _ reference: RuleReference, _ evidence: Evidence
  ) {
    guard !causes.contains(where: { $0.statement == statement }) else { return }
    causes.append(
      Cause(depth: depth, statement: statement, reference: reference, evidence: evidence))
  }

  /// Adds what nothing explains but that it happened.
  mutating func fact(_ depth: Int, _ statement: String) {
    because(depth, statement, .fact, .events)
  }

  /// The row of the app's category, as a link.
  mutating func because(_ depth: Int, category statement: String) {
    let row = (SessionCategory.allCases.firstIndex(of: category) ?? 0) + 1
    because(
      depth, "\(category) \(statement)", .categoryRow(row),
      Evidence(
        .archive, .documentation, note: "Audio Session Programming Guide, Table B-1"))
  }

  /// An open question and how it is answered, as a link.
  mutating func because(_ depth: Int, _ statement: String, by knob: Knob) {
    because(depth, "\(statement): \(phone.policy[knob].rawValue)", .knob(knob), knob.evidence)
  }
}

extension Evidence {
  /// What links of a chain have that end in something that happened.
  static let events = Evidence(.event)
}
