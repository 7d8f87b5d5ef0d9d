import AudioSession
import AudioSessionAnalysis
import Testing

/// Properties of every explanation in every state that random walks reach.
@Suite struct ExplanationWalkTests {
  static let seeds: ClosedRange<UInt64> = 1...8

  /// For each seed, walks on one version with one policy, and calls `look` for every app after every step.
  ///
  /// In total, `look` must find a subject more than `least` times.
  private func walk(least: Int = 500, _ look: (Phone, AppID) throws -> Bool) throws {
    let counts = try Self.seeds.map { try walk($0, look) }
    #expect(counts.reduce(0, +) > least, "\(counts)")
  }

  private func walk(_ seed: UInt64, _ look: (Phone, AppID) throws -> Bool) throws -> Int {
    var count = 0
    var walk = EventWalk(apps: 3, seed: seed)
    let policy = seed.isMultiple(of: 2) ? try walk.policy() : .standard
    let system = OSVersion.allCases[Int(seed) % OSVersion.allCases.count]
    var phone = try Phone(walk.setup(on: system, policy: policy))
    for _ in 0..<400 {
      guard (try? phone.handle(walk.next())) != nil else { continue }
      for app in phone.apps where try look(phone, app) { count += 1 }
    }
    return count
  }

  @Test func `a verdict agrees with the functions that decide`() throws {
    try walk { phone, app in
      let name = phone.name(of: app)
      let records = phone.isRecording(app)
      let heard = phone.isAudible(app) ? "heard" : records ? "silent and recording" : "silent"
      #expect(phone.explain(.audible, for: app).verdict == "\(name) is \(heard)")
      let silence = phone.recordsSilence(app) ? " silence" : ""
      let recording = records ? "recording\(silence)" : "not recording"
      #expect(phone.explain(.recording, for: app).verdict == "\(name) is \(recording)")
      let ducked = phone.isDucked(app) ? "ducked" : "not ducked"
      #expect(phone.explain(.ducked, for: app).verdict == "\(name) is \(ducked)")
      let interrupted = phone.isInterrupted(app) ? "interrupted" : "not interrupted"
      #expect(phone.explain(.interrupted, for: app).verdict == "\(name) is \(interrupted)")
      let gain = phone.explain(.gain, for: app).verdict.split(separator: " ").last
      let explained = try #require(gain.flatMap { Double(String($0)) })
      #expect(abs(explained - phone.gain(of: app)) <= 0.0001)
      return true
    }
  }

  @Test func `an activation has the result that its explanation predicts`() throws {
    try walk { phone, app in
      let verdict = phone.explain(.activation, for: app).verdict
      let name = phone.name(of: app)
      var tried = phone
      guard let effects = try? tried.handle(.app(app, .activate)) else {
        #expect(verdict == "\(name) cannot be activated")
        return true
      }
      for case .callResult(app, let error) in effects {
        let result =
          error.map { "cannot be activated: \($0.name) (\($0.fourCharacters))" }
          ?? "can be activated"
        #expect(verdict == "\(name) \(result)")
      }
      return true
    }
  }

  @Test func `an activation interrupts exactly the apps that its explanation names`() throws {
    try walk { phone, app in
      let explanation = phone.explain(.activation, for: app)
      guard explanation.verdict.hasSuffix("can be activated") else { return false }
      let named = explanation.causes.filter { $0.statement.hasPrefix("it would interrupt") }
      var tried = phone
      _ = try tried.handle(.app(app, .activate))
      let lost = phone.apps.filter { phone.isActive($0) && tried.isInterrupted($0) }
      #expect(
        named.map(\.statement) == lost.map { "it would interrupt \(phone.name(of: $0))" })
      return true
    }
  }

  @Test func `a haptic has the result that its explanation predicts`() throws {
    try walk { phone, app in
      var tried = phone
      guard let effects = try? tried.handle(.app(app, .playHaptic())) else { return false }
      let verdict = phone.explain(.haptic, for: app).verdict
      var isDecided = false
      for case .haptic(app, let result) in effects {
        isDecided = true
        switch result {
        case .played: #expect(verdict.hasSuffix("would be played"))
        case .suppressed(let reason):
          #expect(verdict.hasSuffix("would be suppressed: \(reason.rawValue)"))
        }
      }
      return isDecided
    }
  }

  @Test func `a sound outside sessions has the result that its explanation predicts`() throws {
    try walk(least: 100) { phone, app in
      var isDecided = false
      for question in ExplainedQuestion.allCases {
        guard let sound = question.sound else { continue }
        let event: SessionEvent =
          switch sound {
          case .messageTone: .phone(.notificationDelivered(app, hasSound: true))
          case .ringtone, .alarm: .phone(.alertBegan(.timer))
          case .uiFeedback, .alert, .keyClick, .vibration: .app(app, .playSound(sound))
          }
        var tried = phone
        guard let effects = try? tried.handle(event) else { continue }
        let verdict = phone.explain(question, for: app).verdict
        for case .sound(app, sound, let result) in effects {
          isDecided = true
          switch result {
          case .played: #expect(verdict.hasSuffix("would be heard") || sound == .vibration)
          case .suppressed(let reason):
            #expect(verdict.hasSuffix("would be suppressed: \(reason.rawValue)"))
          }
        }
        // The gain of the ringing sound shows whether it is heard.
        if sound == .alarm, tried.ringing?.sound == .alarm {
          #expect((tried.ringing?.gain == 0) == !verdict.hasSuffix("would be heard"))
        }
      }
      return isDecided
    }
  }

  @Test
  func `a chain of causes is complete, does not repeat itself, and rests on facts and sources`()
    throws
  {
    try walk { phone, app in
      for question in ExplainedQuestion.allCases {
        let explanation = phone.explain(question, for: app)
        let causes = explanation.causes
        #expect(causes.first?.depth == 0, "\(explanation)")
        #expect(Set(causes.map(\.statement)).count == causes.count, "\(explanation)")
        for (cause, next) in zip(causes, causes.dropFirst()) {
          #expect(next.depth <= cause.depth + 1, "\(explanation)")
        }
        for cause in causes {
          let hasSource = cause.evidence.kinds != [.event] && !cause.evidence.kinds.isEmpty
          #expect(cause.fact != nil || hasSource, "\(cause)")
          #expect(!cause.statement.isEmpty && !cause.evidence.description.isEmpty, "\(cause)")
        }
      }
      return true
    }
  }

  @Test
  func `every source that interrupts an app by the rules is named`()
    throws
  {
    try walk { phone, app in
      guard phone.isInterrupted(app) else { return false }
      let sources = phone.state[app].interruptedBy
      let causes = phone.explain(.interrupted, for: app).causes.filter { $0.depth == 0 }
      for holder in sources.apps {
        #expect(causes.contains { $0.statement.contains(phone.name(of: holder)) })
      }
      let holders = causes.filter {
        $0.reference != .rule(.interruptionEnd) || $0.statement.hasPrefix("it was")
      }
      #expect(holders.count == sources.apps.count + sources.systemNames.count)
      return true
    }
  }

  @Test func `a refusal names its causes`() throws {
    try walk { phone, app in
      guard phone.state[app].lifecycle.isRunning, let refusal = phone.refusal(of: app) else {
        return false
      }
      let causes = phone.explain(.activation, for: app).causes
      #expect(causes.first?.reference == .check(refusal.check))
      #expect(causes.dropFirst().contains { $0.depth == 1 && $0.fact != nil })
      return true
    }
  }

  @Test func `every port of the route is named with a reason`() throws {
    try walk { phone, app in
      let explanation = phone.explain(.route, for: app)
      for port in phone.outputs + phone.inputs where !port.isBuiltIn {
        #expect(explanation.verdict.contains(port.name), "\(explanation)")
        #expect(explanation.causes.contains { $0.statement.contains(port.name) }, "\(explanation)")
      }
      return true
    }
  }

  @Test func `a timeline and an explanation describe a silence in the same words`() throws {
    try walk { phone, app in
      let words = phone.silenceWords(of: app)
      #expect(words.isEmpty == phone.isAudible(app))
      let explanation = phone.explain(.audible, for: app)
      let said = Set(explanation.causes.map(\.statement))
      // For an inactive session, the explanation says more.
      for clause in words where clause != "its own session is not active" {
        #expect(said.contains(clause), "\(clause): \(explanation)")
      }
      return !words.isEmpty
    }
  }
}
