/// Who holds an app's session.
extension Explainer {
  mutating func interrupted() -> String {
    guard session.isInterrupted else {
      fact(0, "nobody holds its session")
      return "\(name) is not interrupted"
    }
    holders(0)
    return "\(name) is interrupted"
  }

  /// Everyone who holds the app's session, with what that rests on.
  mutating func holders(_ depth: Int) {
    for other in session.interruptedBy.apps { held(by: other, depth) }
    for (systemName, source) in InterruptionSources.system
    where session.interruptedBy.contains(source) {
      held(by: source, systemName, depth)
    }
  }

  private mutating func held(by other: AppID, _ depth: Int) {
    let holder = phone.state[other]
    let (mine, theirs) = (session.configuration.traits, holder.configuration.traits)
    let bySpeech = theirs.isMixable || mine.isMixable
    let interruptor: Interruptor = bySpeech ? .spokenInterrupter : .nonMixableApp
    because(
      depth, "\(phone.name(of: other)) interrupted it", .interruptor(interruptor.rawValue),
      interruptor.row.evidence)
    if bySpeech {
      because(
        depth + 1, "a session that interrupts spoken audio takes those in mode spokenAudio",
        .rule(2), Evidence(.documentation, .header, note: "interruptSpokenAudioAndMixWithOthers"))
    } else {
      because(
        depth + 1, "of two sessions that do not mix the last to be activated wins", .rule(2),
        Evidence(.archive, .documentation, note: "Audio Session Programming Guide, Table B-1"))
    }
    if holder.isActive {
      fact(depth + 1, "\(phone.name(of: other)) is active with \(words(holder.configuration))")
    } else {
      because(
        depth + 1,
        "\(phone.name(of: other)) was interrupted itself and holds it until it is active again "
          + "or gives up", by: .claimRelease)
    }
  }

  private mutating func held(
    by source: InterruptionSources, _ systemName: String, _ depth: Int
  ) {
    let interruptor = interruptor(of: source)
    let row = interruptor.row
    because(
      depth, "\(spoken(source, systemName)) holds its session",
      .interruptor(interruptor.rawValue), row.evidence)
    because(
      depth + 1, "it takes the sessions of: \(row.victims.statement)", .rule(3), row.evidence)
    fact(depth + 1, present(source))
  }

  private func interruptor(of source: InterruptionSources) -> Interruptor {
    if source == .call {
      return device.calls.call(in: .active) == nil ? .incomingCall : .answeredCall
    }
    return Interruptor.allCases.first { $0.row.source == source } ?? .emergency
  }

  private func spoken(_ source: InterruptionSources, _ systemName: String) -> String {
    switch source {
    case .call: "a call"
    case .alarm: "an alarm"
    case .timer: "a timer"
    case .siri: "Siri"
    case .emergency: "an emergency alert"
    case .microphoneMute: "the muted microphone"
    case .routeLoss: "the loss of its output"
    case .suspension: "its suspension"
    default: systemName
    }
  }

  /// What there is of the source now.
  private func present(_ source: InterruptionSources) -> String {
    switch source {
    case .call: callWords
    case .alarm: "the alarm rings"
    case .timer: "the timer rings"
    case .siri: device.siri == .recording ? "Siri records" : "Siri is there"
    case .emergency: "there is an emergency alert"
    case .microphoneMute: "the microphone is muted in hardware"
    case .routeLoss: "its output was disconnected, which has no end"
    default: "\(name) is \(session.lifecycle.name)"
    }
  }

  /// The calls, in words.
  var callWords: String {
    let words = device.calls.calls.map { call in
      let host =
        switch call.host {
        case .phone: "the Phone app"
        case .app(let host): phone.name(of: host)
        }
      return switch call.phase {
      case .ringing: "a call of \(host) rings"
      case .active: "a call of \(host) is active"
      case .held: "a call of \(host) is on hold"
      }
    }
    return words.isEmpty ? "there is no call" : words.joined(separator: ", ")
  }

  /// A configuration, in words.
  func words(_ configuration: SessionConfiguration) -> String {
    var words = ["\(configuration.category)"]
    if configuration.mode != .default { words.append("mode \(configuration.mode.name)") }
    words += configuration.effectiveOptions.names
    return words.joined(separator: ", ")
  }
}
