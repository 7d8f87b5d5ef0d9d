extension Explainer {
  /// A source of the system that holds a session.
  mutating func explain(
    _ source: InterruptionSources, named sourceName: String, holding app: AppID
  ) {
    let cause = SystemCause(
      source, device: device, calls: device.calls.calls.map { words(for: $0) })
    guard let cause else {
      because("\(name(of: app)) is held by \(sourceName)", .rule(.systemInterruption))
      return
    }
    // Apps do not join those who hold a session already, so the system came after them.
    let statement =
      state[app].interruptedBy.apps.isEmpty
      ? "\(name(of: app)) was interrupted by \(cause.who)"
      : "\(name(of: app)) is held by \(cause.who) as well"
    because(statement, .interruptor(cause.interruptor)) { explainer in
      if let fact = cause.fact { explainer.becauseOfFact(fact) }
      explainer.explainGround(of: cause.interruptor, holding: app)
    }
  }

  /// The rule by which it interrupted, with what that asks for.
  private mutating func explainGround(of interruptor: Interruptor, holding app: AppID) {
    switch interruptor {
    case .suspension: because(.suspension)
    case .routeLoss:
      because(
        "an unplugged output interrupts who is Now Playing or has said so", .rule(.route),
        phone.row(interruptor).placedEvidence
      ) { $0.explainLoss(of: app) }
    case .microphoneMute:
      because(
        "muting the built-in microphone interrupts who records from it without "
          + "overrideMutedMicrophoneInterruption", .rule(.systemInterruption),
        Evidence(.documentation, note: "InterruptionReason.builtInMicMuted"))
    case .incomingCall, .answeredCall, .alarm, .timer, .siri, .notificationTone, .emergency,
      .nonMixableApp, .spokenInterrupter:
      because(.systemInterruption)
    }
  }

  /// Why it was among those that lose with their output; what was so then may have changed.
  private mutating func explainLoss(of app: AppID) {
    let wish = state[app].preferences.interruptionOnRouteDisconnect
    if wish == true {
      becauseOfFact("\(name(of: app)) prefers to be interrupted by that")
    } else if wish == nil, device.nowPlaying == app {
      becauseOfFact("\(name(of: app)) is Now Playing")
    } else if wish == nil, policy.interruptionOnRouteDisconnect == .documentation {
      because(\.interruptionOnRouteDisconnect, is: "who has not said is interrupted")
    } else {
      becauseOfFact("\(name(of: app)) was Now Playing then, or preferred it")
    }
  }

  /// Why what the system does now lets the app be, whose session is active.
  mutating func explainSparing() {
    guard !phone.systemHolding.isEmpty else { return }
    if phone.hostsActiveCall(subject) {
      becauseOfFact("it hosts the call that is active")
      return
    }
    if policy.systemInterruptsMixable == .no, phone.traits(of: subject).isMixable {
      because(
        \.systemInterruptsMixable, is: "calls, alarms and Siri spare sessions that mix, as it does")
      return
    }
    if device.calls.call(in: .ringing) != nil, phone.isExemptFromBanner(subject) {
      because(
        "a call rings as a banner, which spares who prefers that", .interruptor(.incomingCall)
      ) { $0.becauseOfFact("it prefers no interruptions from system alerts") }
    }
    if device.calls.calls.contains(where: { $0.phase != .ringing }),
      !phone.row(category).hasInput
    {
      because("a session without input may be activated during a call", .check(.foreignCall))
    }
  }
}

/// A source of the system in words.
private struct SystemCause {
  var who: String
  var interruptor: Interruptor
  var fact: String?

  init?(_ source: InterruptionSources, device: DeviceState, calls: [String]) {
    switch source {
    case .call:
      let rings = device.calls.calls.allSatisfy { $0.phase == .ringing }
      self.init(
        "a call", rings ? .incomingCall : .answeredCall, calls.joined(separator: " and "))
    case .alarm: self.init("the alarm", .alarm, "the alarm rings")
    case .timer: self.init("the timer", .timer, "the timer rings")
    case .siri:
      self.init("Siri", .siri, device.siri.words)
    case .emergency: self.init("an emergency alert", .emergency, "there is an emergency alert")
    case .microphoneMute:
      self.init("a muted microphone", .microphoneMute, "the microphone is muted in hardware")
    case .routeLoss: self.init("the loss of its output", .routeLoss, "the output was unplugged")
    case .suspension: self.init("its suspension", .suspension, nil)
    case .notification: self.init("the tone of a notification", .notificationTone, nil)
    default: return nil
    }
  }

  private init(_ who: String, _ interruptor: Interruptor, _ fact: String?) {
    self.who = who
    self.interruptor = interruptor
    self.fact = fact
  }
}
