/// An action that is carried out without the lock.
struct DeliveryStep: Sendable {
  /// The action that precedes the notification of the sinks.
  var beforehand: (@Sendable () -> Void)?
  /// The reports to the sinks, in order.
  var reports: [PhoneReport] = []
  private var time = PhoneTime.zero
  private var sinks: [any PhoneSink] = []
  /// The actions after the first report, in order.
  private var afterwards: [@Sendable () -> Void] = []

  /// Creates a step that runs an action without notifying sinks.
  init(_ body: @escaping @Sendable () -> Void) { beforehand = body }

  /// Creates a step in which `sinks` receive `report`, which happened at `time`.
  init(_ report: PhoneReport, at time: PhoneTime, _ sinks: [any PhoneSink]) {
    reports = [report]
    self.time = time
    self.sinks = sinks
  }

  /// Adds an action after the first report.
  mutating func add(_ body: @escaping @Sendable () -> Void) { afterwards.append(body) }

  /// Carries out the step.
  func carryOut() {
    beforehand?()
    for (place, report) in reports.enumerated() {
      for sink in sinks { sink.receive(report, at: time) }
      if place == 0 { for body in afterwards { body() } }
    }
  }
}
