import ArgumentParser

/// `haptic tour`.
struct TourCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tour",
    abstract: "Learn haptics step by step, with small tasks.",
    discussion: """
      Most steps end with a task. Answer it with a notation, such as "tap, rest 100ms, tap", which is \
      drawn, played and checked. An empty line shows a solution, ? repeats the task, s skips the step, \
      and q or Ctrl-D ends the tour and prints the command that continues it. While something plays, \
      Enter skips it. Without a sound device, or if the device stops, everything is still drawn. \
      Answers may come from a pipe, one per line. If an answer is missing, the solution is shown.

      At a terminal, the tour ends in the studio, if you like: your answers become patterns in the new \
      folder haptic-tour, which haptic studio opens in the browser.

      Examples:
        haptic tour
        haptic tour --step 4
        haptic tour --list
        haptic tour --output null
      """)

  @Option(parsing: .unconditional, help: ArgumentHelp("Begin at this step.", valueName: "number"))
  var step = 1

  @Flag(help: "Print the titles of the steps.")
  var list = false

  @OptionGroup var device: DeviceOptions

  func validate() throws { try check(step, "--step", 1...TourStep.all.count) }

  func run() throws {
    let titles = TourStep.all.enumerated().map { ["\($0 + 1)", $1.title] }
    if list { return try StandardOutput.write(TextTable.text(titles)) }
    try SystemCall.checkThreads()
    let guide = try TourGuide(device)
    for number in step...TourStep.all.count {
      do {
        if try guide.show(TourStep.all[number - 1], number: number) { continue }
      } catch {
        if Failure(error).status != .done { Self.printResumption(at: number) }
        throw error
      }
      return Self.printResumption(at: number)
    }
    try StandardOutput.write(
      "\nThat's all. \(SharedFiles.path(of: "Documentation/Cookbook.md")) has more than thirty recipes; "
        + "haptic presets lists the presets.\n"
    )
    try guide.offerStudio()
  }
}

extension TourCommand {
  /// Prints the command that continues the tour at the step where it ended.
  fileprivate static func printResumption(at number: Int) {
    StandardError.print("To continue here: haptic tour --step \(number)")
  }
}
