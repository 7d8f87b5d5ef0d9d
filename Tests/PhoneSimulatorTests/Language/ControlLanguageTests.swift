import PhoneRuntime
import PhoneSimulator
import Testing

/// Tests of controls and feedback in scenarios, valid and invalid.
struct ControlLanguageTests {
  private static func problems(controls: String) throws -> [String] {
    let text = "scenario: a\napps: { x: { controls: { more: \(controls) } } }\nsteps: []"
    do throws(ScenarioErrors) {
      _ = try ScenarioReader.read(text)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  /// Source: the guidelines do not mention haptics for these.
  @Test(arguments: [
    "stepper", "segmentedControl", "refreshControl", "pageControl", "alert", "contextMenu",
    "activityIndicator", "progressView",
  ])
  func `controls without a haptic in the guidelines do not exist`(
    name: String
  ) throws {
    #expect(try Self.problems(controls: name).count == 1)
    #expect(try Self.problems(controls: "{ \(name): true }").count >= 1)
  }

  @Test(arguments: [
    ("switch", "off"), ("slider", "0.5"), ("{ switch: true, turnsOff: [a, b c] }", "on"),
    ("{ slider: 0.25 }", "0.25"), ("{ picker: [26, 10] }", "0 0"),
    ("{ datePicker: dateAndTime }", "0 0 0 0"),
    ("{ datePicker: time, minuteInterval: 20 }", "0 0"),
    ("{ datePicker: countdown, minutes: 1439 }", "23 59"),
    ("{ datePicker: countdown, minuteInterval: 15, minutes: 100 }", "1 30"),
  ])
  func `a control is read and written back unchanged`(text: String, state: String) throws {
    let others = "a: switch, b c: { switch: true }"
    let head = "scenario: a\napps: { x: { controls: { 'a name': \(text), \(others) } } }\nsteps: []"
    let scenario = try #require(try ScenarioReader.read(head).first)
    #expect(scenario.apps[0].controls["a name"]?.words == state)
    let again = try #require(try ScenarioReader.read(scenario.text).first)
    #expect(again.apps == scenario.apps)
  }

  @Test(arguments: [
    ("{ datePicker: time, minuteInterval: 7 }", "must divide 60"),
    ("{ datePicker: time, minuteInterval: 60 }", "at most 30"),
    ("{ datePicker: countdown, minutes: 1440 }", "23 h 59 min"),
    ("{ datePicker: tomorrow }", "mode of a date picker"), ("{ picker: [] }", "1 or more items"),
    ("{ picker: [0] }", "must be from 1"), ("{ picker: [2.5] }", "whole number"),
    ("{ switch: true, slider: 1 }", "unknown key 'slider'"), ("{ slider: 2 }", "must be from 0"),
  ])
  func `an invalid control is reported at its place`(text: String, words: String) throws {
    let problems = try Self.problems(controls: text)
    #expect(problems.count == 1)
    #expect(problems.first?.contains(words) == true, "\(problems)")
    #expect(problems.first?.hasPrefix("2:") == true)
  }

  @Test(arguments: [
    ("{ one: { switch: true, turnsOff: [twp] }, two: switch }", "did you mean 'two'"),
    ("{ one: { switch: true, turnsOff: [one] }, two: switch }", "'one'"),
    ("{ one: { switch: true, turnsOff: [nope] } }", "does not have any"),
    ("{ one: { switch: true, turnsOff: [level] }, level: slider }", "does not have any"),
  ])
  func `a switch can turn off only other switches`(controls: String, words: String) throws {
    let head = "scenario: a\napps: { x: { controls: \(controls) } }\nsteps: []"
    let error = #expect(throws: ScenarioErrors.self) { try ScenarioReader.read(head) }
    #expect(error?.problems.count == 1)
    let problem = error?.problems.first?.description ?? ""
    #expect(problem.hasPrefix("2:") && problem.contains(words), "\(problem)")
  }

  @Test(arguments: [
    ("feedback: { preset: selection, intensity: 0.5 }", "only an impact has an intensity"),
    ("feedback: { preset: notification.success, intensity: 0 }", "only an impact"),
    ("feedback: impact.hevy", "impact.heavy"),
    ("feedback: { preset: impact.soft, intensity: 2 }", "must be from 0 to 1"),
    ("prepareFeedback: impacts", "impact"),
    ("turnPicker: { time: { wheel: 1 } }", "missing key 'by'"),
    ("turnPicker: { time: { wheel: 0, by: 1 } }", "must be from 1"),
    ("toggleSwitch: { wifi: true }", "word"), ("setSwitch: wifi", "{NAME: true}"),
    ("selectRow: { time: { wheel: 1, row: 0.5 } }", "whole number"),
  ])
  func `an invalid feedback or gesture is reported at its place`(
    step: String, words: String
  ) throws {
    let text = "scenario: a\napps: { x: }\nsteps:\n  - x: { \(step) }\n"
    let error = #expect(throws: ScenarioErrors.self) { try ScenarioReader.read(text) }
    let problem = error?.problems.first?.description ?? ""
    #expect(problem.hasPrefix("4:") && problem.contains(words), "\(problem)")
  }

  @Test func `a step with a control that is missing or not on the screen is rejected`()
    throws
  {
    let text = """
      scenario: a
      apps: { x: { controls: { wifi: switch } }, y: { state: background, controls: { wifi: switch } } }
      steps:
        - x: { toggleSwitch: bluetooth }
        - x: { dragSlider: { wifi: 1 } }
        - y: { toggleSwitch: wifi }
      """
    let run = try ScenarioRun(try #require(try ScenarioReader.read(text).first))
    run.run()
    #expect(
      run.failures.map(\.message) == [
        "that is not possible: there is no control called bluetooth",
        "that is not possible: there is no slider with that name",
        "that is not possible: there is no wifi on the screen",
      ])
  }
}
