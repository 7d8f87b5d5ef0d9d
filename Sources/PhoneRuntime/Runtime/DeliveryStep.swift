/// Something to be carried out without the lock.
struct DeliveryStep: Sendable {
  /// What comes before the sinks are notified.
  var beforehand: (@Sendable () -> Void)?
  /// What the sinks receive, in order.
  var reports: [PhoneReport] = []
  private var time = PhoneTime.zero
  private var sinks: [any PhoneSink] = []
  /// What comes after the first of the reports, in order.
  private var afterwards: [@Sendable () -> Void] = []

  /// Nobody is notified; only something is done.
  init(_ body: @escaping @Sendable () -> Void) { beforehand = body }

  /// `sinks` receive `report`, which happened at `time`.
  init(_ report: PhoneReport, at time: PhoneTime, _ sinks: [any PhoneSink]) {
    reports = [report]
    self.time = time
    self.sinks = sinks
  }

  /// Adds something to be done after the first of the reports.
  mutating func add(_ body: @escaping @Sendable () -> Void) { afterwards.append(body) }

  /// Carries it out.
  func carryOut() {
    beforehand?()
    for (place, report) in reports.enumerated() {
      for sink in sinks { sink.receive(report, at: time) }
      if place == 0 { for body in afterwards { body() } }
    }
  }
}
