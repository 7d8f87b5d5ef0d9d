import HapticEngine
import Testing

@Suite struct PresetTests {
  static let profiles: [Profile] = Profile.builtIn

  private static let impacts: [HapticPreset] = [.impactLight, .impactMedium, .impactHeavy]
  private static let notifications: [HapticPreset] = [
    .notificationSuccess, .notificationWarning, .notificationFailure,
  ]

  @Test(arguments: HapticPreset.allCases)
  func `a preset is found by its name`(preset: HapticPreset) {
    #expect(HapticPreset(named: preset.name) == preset)
  }

  @Test func `the presets of the guidelines have the names of the guidelines`() {
    let names = Set(HapticPreset.allCases.map(\.name))
    for name in ["success", "warning", "failure"] {
      #expect(names.contains("notification.\(name)"))
    }
    for name in ["light", "medium", "heavy", "soft", "rigid"] {
      #expect(names.contains("impact.\(name)"))
    }
    #expect(names.contains("selection"))
  }

  @Test func `error is another spelling of failure`() {
    #expect(HapticPreset(named: "notification.error") == .notificationFailure)
    #expect(HapticPreset(named: "notification.none") == nil)
  }

  @Test func `all presets differ in meaning and in pattern`() {
    #expect(Set(HapticPreset.allCases.map(\.meaning)).count == HapticPreset.allCases.count)
    #expect(Set(HapticPreset.allCases.map(\.pattern.entries)).count == HapticPreset.allCases.count)
  }

  @Test(arguments: profiles)
  func `impacts grow from light to heavy, in peak and in energy`(profile: Profile) throws {
    let impacts = try Self.impacts.map { try RenderedPattern($0.pattern, profile: profile) }
    for (lighter, heavier) in zip(impacts, impacts.dropFirst()) {
      #expect(heavier.peak > lighter.peak * 1.25)
      #expect(heavier.energy > lighter.energy * 1.5)
    }
  }

  @Test func `impacts are one tap each`() {
    for preset in Self.impacts + [.impactRigid, .selection] {
      #expect(preset.pattern.events.map(\.type) == [.hapticTransient])
    }
  }

  @Test func `selection is weaker than every impact`() throws {
    let tick = try RenderedPattern(HapticPreset.selection.pattern)
    for preset in Self.impacts + [.impactSoft, .impactRigid] {
      let impact = try RenderedPattern(preset.pattern)
      #expect(tick.peak < impact.peak)
      #expect(tick.energy < impact.energy)
    }
  }

  @Test func `soft rises slowly, and rigid has an immediate onset`() throws {
    let soft = try RenderedPattern(HapticPreset.impactSoft.pattern)
    let rigid = try RenderedPattern(HapticPreset.impactRigid.pattern)
    #expect(soft.time(ofShareOfPeak: 0.9) > 0.015)
    #expect(rigid.time(ofShareOfPeak: 0.9) < 0.002)
  }

  @Test func `notifications can be distinguished by their strength over time alone`() throws {
    let courses = try Self.notifications.map {
      try RenderedPattern($0.pattern).energies(each: 0.01).map { $0.squareRoot() }
    }
    for first in courses.indices {
      for second in courses.indices.dropFirst(first + 1) {
        let alike = likeness(courses[first], courses[second])
        #expect(alike < 0.8, "\(Self.notifications[first]) and \(Self.notifications[second])")
      }
    }
  }

  @Test func `success ends stronger than it begins, a warning weaker`() throws {
    let success = try RenderedPattern(HapticPreset.notificationSuccess.pattern).halves
    let warning = try RenderedPattern(HapticPreset.notificationWarning.pattern).halves
    #expect(success.second > success.first * 1.5)
    #expect(warning.second < warning.first / 1.5)
  }

  @Test(arguments: HapticPreset.allCases)
  func `a preset is brief and never clamped in any profile`(preset: HapticPreset) throws {
    for profile in Self.profiles {
      let rendered = try RenderedPattern(preset.pattern, profile: profile)
      #expect(rendered.peak > 0.01)
      #expect(rendered.peak <= 1)
    }
    #expect(try RenderedPattern(preset.pattern).haptic.count < 24_000)
  }
}
