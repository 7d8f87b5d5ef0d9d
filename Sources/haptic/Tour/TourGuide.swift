import ArgumentParser
import Drawing
import Glibc
import HapticCharts
import HapticEngine
import HapticFormats
import Realtime
import RealtimeThreads
import TextFormats

/// Guides the user through the steps.
final class TourGuide {
  private let options: PlayOptions
  private let profile: Profile
  private let device: PlayDevice
  private let signals: SignalPipe
  /// Whether answers are read, either from a user at the terminal or from a pipe until it ends.
  private var isAnswered: Bool
  private let isAtTerminal: Bool
  private var stage: PlayStage?
  private var isSilent = false
  /// The line that was read while something played, if it was not empty.
  private var earlyLine: String?
  /// The patterns with which the user has solved tasks, each with the number and title of its step.
  private(set) var answers: [(name: String, pattern: HapticPattern)] = []

  init(_ device: DeviceOptions) throws {
    var options = try PlayOptions.parse([])
    options.device = device
    self.options = options
    profile = try options.loadProfile()
    self.device = PlayDevice(device, title: "haptic tour")
    signals = try SignalPipe()
    isAtTerminal = isatty(STDIN_FILENO) == 1
    isAnswered = !isAtTerminal || isatty(STDOUT_FILENO) == 1
  }

  /// Shows a step and checks answers to its task.
  ///
  /// - Returns: whether the tour continues.
  func show(_ step: TourStep, number: Int) throws -> Bool {
    let pattern = try step.pattern()
    let drawing = try drawing(of: pattern, name: "The example")
    try StandardOutput.write(page.text(of: step, number: number, drawing: drawing))
    guard try play(LoadedPattern(pattern, name: step.title)) else { return false }
    guard let task = step.task else { return isAnswered && isAtTerminal ? try pause() : true }
    while isAnswered {
      guard let answer = try answer() else {
        if !isAtTerminal { break }
        return try endLine()
      }
      if answer == "q" { return false }
      if answer == "s" { return true }
      if answer.isEmpty { break }
      if ["?", "help"].contains(answer) {
        try write("Task: \(task.text)")
        try write(Self.form)
        continue
      }
      switch try judge(answer, for: task) {
      case .right(let pattern):
        answers.append(("\(number < 10 ? "0" : "")\(number) \(step.title)", pattern))
        try StandardOutput.write("Right.\n")
        return true
      case .notYet(let missing): try write("Not yet: \(missing)")
      case .ended: return false
      }
    }
    try StandardOutput.write("A solution: \(task.solution)\n")
    return true
  }

  /// The description of an answer.
  private static let form = """
    An answer is a notation, such as: tap 0.8/0.5, rest 100ms, buzz 300ms 0.4/0.3. \
    See \(SharedFiles.path(of: "Documentation/Notation.md")) for the complete syntax.
    """

  /// A page for the present size of the terminal.
  private var page: TourPage {
    TourPage(columns: StandardOutput.columns, rows: StandardOutput.rows)
  }

  /// Writes `text`, wrapped to the width of the terminal.
  private func write(_ text: String) throws { try StandardOutput.write(page.wrapped(text)) }

  /// Returns the notation in an answer, which may be quoted, as in a shell, or be the complete command.
  private static func notation(of answer: String) -> String {
    var rest = answer[...]
    for word in ["haptic", "play", "--notation"] where rest.hasPrefix(word + " ") {
      rest = rest.dropFirst(word.count).drop { $0 == " " }
    }
    if let quote = rest.first, quote == "\"" || quote == "'", rest.count > 1, rest.last == quote {
      rest = rest.dropFirst().dropLast()
    }
    return String(rest)
  }

  /// The result of judging an answer.
  private enum Judgement {
    case right(HapticPattern)
    /// The answer does not solve the task, with a sentence about what is missing.
    case notYet(String)
    /// The user ended the tour while the answer played.
    case ended
  }

  /// Draws and plays `answer`, and checks whether it solves `task`.
  private func judge(_ answer: String, for task: TourStep.Task) throws -> Judgement {
    let pattern: HapticPattern
    var source = NotationSource(file: "answer", text: Self.notation(of: answer))
    do throws(NotationError) {
      (pattern, source.columns) = try Notation.read(source.text)
    } catch {
      guard let problem = error.problems.first else { return .notYet("\(error)") }
      return .notYet("column \(problem.column): \("\(problem.reason)".printable)".sentence)
    }
    do throws(Failure) { try RenderLimit.check(pattern, "the answer") } catch {
      return .notYet(error.message.sentence)
    }
    let drawing = try drawing(of: pattern, name: "Your answer")
    try StandardOutput.write(page.chart(ofAnswer: drawing))
    let loaded = LoadedPattern(pattern, name: "your answer", notation: source)
    guard try play(loaded) else { return .ended }
    return task.missing(in: pattern).map(Judgement.notYet) ?? .right(pattern)
  }

  // MARK: Answers

  /// Returns the next answer; nil at the end of the input.
  private func answer() throws -> String? {
    try StandardOutput.write(
      isAtTerminal ? "type a notation, or Enter for the solution, s to skip, q to quit> " : "")
    return try line()
  }

  /// Waits until standard input is readable, which at a terminal means that a line was entered.
  ///
  /// Meanwhile a signal may end or suspend the program.
  private func waitForInput() throws {
    var hasInput = false
    let silence = SilenceWatch()
    while !hasInput {
      let isOpen = stage?.engine.isRunning ?? false
      hasInput = signals.wait(
        or: [STDIN_FILENO], milliseconds: isOpen ? silence.millisecondsLeft() : -1)
      try heedSignals()
      if !hasInput && silence.isOver() { stage?.engine.stop() }
    }
  }

  private func pause() throws -> Bool {
    try StandardOutput.write("Enter continues, q ends> ")
    guard let answer = try line() else { return try endLine() }
    return answer != "q"
  }

  /// Ends the tour after Ctrl-D, which leaves the prompt's line open.
  private func endLine() throws -> Bool {
    try StandardOutput.write("\n")
    return false
  }

  /// The maximum length of an input line, in bytes.
  ///
  /// Our choice: longer than any notation that a person types.
  private static let longestLine = 100_000

  private func line() throws -> String? {
    if let early = earlyLine.take() { return early }
    var bytes: [UInt8] = []
    while bytes.count < Self.longestLine {
      try waitForInput()
      var byte: UInt8 = 0
      // SAFETY: one byte is read into one byte.
      let count = unsafe read(STDIN_FILENO, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 {
        isAnswered = false
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\n") { break }
      bytes.append(byte)
    }
    while bytes.last == UInt8(ascii: "\r") || bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return String(decoding: bytes.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
  }

  private func heedSignals() throws {
    if let signal = signals.heed() { try end(by: signal) }
  }

  private func end(by signal: Int32) throws -> Never {
    stage?.engine.stop()
    // The shell's prompt starts on a new line, if the terminal still exists.
    if isAtTerminal { try? StandardOutput.write("\n") }
    throw Failure(.signal(signal))
  }

  // MARK: The end

  /// Offers a user at a terminal to continue with the answers in the browser; without answers, with an empty folder.
  ///
  /// - Throws: `Failure` if the answers cannot be written, or if the studio is not installed.
  func offerStudio() throws {
    guard isAtTerminal, isAnswered else { return }
    let what = answers.isEmpty ? "an empty folder" : "your answers"
    try StandardOutput.write("Enter opens \(what) in the studio in the browser, q ends> ")
    guard let line = try line() else { return try StandardOutput.write("\n") }
    if line == "q" { return }
    stage?.engine.stop()
    let folder = Self.freeFolder
    let code = SystemCall.makeFolder(folder)
    if code != 0 { throw Failure(.cannotCreate, "\(folder): \(SystemText.error(code))") }
    try NewFiles.write(
      answers.map { ("\(folder)/\($0.name).ahap", AHAP.encode($0.pattern)) }, force: false)
    StandardError.print("wrote \(answers.count.counted("pattern")) to \(folder)")
    StudioProgram.execute([folder])
    throw Failure(.deviceUnavailable, StudioProgram.missing)
  }

  /// The name of a folder that does not exist in the current folder.
  private static var freeFolder: String {
    let names = sequence(first: 2) { $0 + 1 }.lazy.map { "haptic-tour-\($0)" }
    if SystemCall.mode(at: "haptic-tour") == nil { return "haptic-tour" }
    return names.first { SystemCall.mode(at: $0) == nil } ?? "haptic-tour"
  }

  // MARK: Drawing and playing

  private func drawing(of pattern: HapticPattern, name: String) throws -> Drawing {
    try Drawing(of: [DrawnPattern(pattern, name: name)], profile: profile)
  }

  /// Prints the warnings about a pattern, and plays it to its end, or until a line is read.
  ///
  /// - Returns: Whether the tour continues.
  private func play(_ loaded: LoadedPattern) throws -> Bool {
    if loaded.pattern.entries.isEmpty { return true }
    let item = try PlayItem(loaded, PatternArgument(argument: loaded.name), profile: profile)
    if isSilent { return true }
    guard let stage = try openedStage(for: item) else { return true }
    let run: PlayRun
    do {
      run = try stage.play(item, rate: 1, from: PlayStart(options), isDrawn: false)
    } catch let failure as Failure where failure.status == .deviceUnavailable {
      goOnSilently(because: failure.message)
      return true
    }
    let isSkippable = isAtTerminal && isAnswered
    let isLong = isSkippable && loaded.pattern.duration > Self.longSeconds
    if isLong { try StandardOutput.write(Self.skipPrompt) }
    if try waitForEnd(of: run, on: stage, orLine: isSkippable) {
      return try goesOnAfterLine(during: run)
    }
    if isLong {
      let blanks = String(repeating: " ", count: Self.skipPrompt.count)
      try StandardOutput.write("\r\(blanks)\r")
    }
    if let error = stage.engine.outputError {
      goOnSilently(because: Failure(deviceLost: error).message)
    }
    return true
  }

  private static let skipPrompt = "playing, Enter skips> "
  /// The duration in seconds above which a prompt shows that the pattern can be skipped.
  ///
  /// Our choice: before the user is bored.
  private static let longSeconds = 1.5

  /// Waits until `run` has ended, its device has stopped, or a line can be read.
  ///
  /// - Returns: Whether a line can be read.
  private func waitForEnd(
    of run: PlayRun, on stage: PlayStage, orLine isSkippable: Bool
  ) throws -> Bool {
    let others = [run.ended.descriptor] + (isSkippable ? [STDIN_FILENO] : [])
    while !run.ended.wait(milliseconds: 0) {
      signals.wait(or: others, milliseconds: 100)
      try heedSignals()
      device.printNews()
      if stage.engine.outputError != nil { return false }
      if isSkippable, SystemCall.isReadable(STDIN_FILENO) { return true }
    }
    return false
  }

  /// Reads the line that was entered while `run` played, and fades out.
  ///
  /// - Returns: Whether the tour continues.
  private func goesOnAfterLine(during run: PlayRun) throws -> Bool {
    try? run.stop()
    guard let line = try line() else { return try endLine() }
    if line == "q" { return false }
    if !line.isEmpty { earlyLine = line }
    return true
  }

  private func goOnSilently(because reason: String) {
    isSilent = true
    stage?.engine.stop()
    stage = nil
    StandardError.print("\(reason)\nThe tour continues silently.")
  }

  /// Returns the engine; nil without a device, after one message about it.
  private func openedStage(for item: PlayItem) throws -> PlayStage? {
    if let stage, stage.engine.isRunning { return stage }
    if let error = stage?.engine.outputError {
      goOnSilently(because: Failure(deviceLost: error).message)
      return nil
    }
    let stage = PlayStage(item, on: device, options)
    do {
      if let signal = try stage.open(for: item, until: signals) { try end(by: signal) }
      self.stage = stage
      return stage
    } catch let failure as Failure where failure.status == .deviceUnavailable {
      isSilent = true
      let reason = stage.engine.outputError?.description.printable ?? failure.message
      StandardError.print("nothing can be played here, so everything is only drawn: \(reason)")
      return nil
    }
  }
}
