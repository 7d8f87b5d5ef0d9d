import ArgumentParser
import Drawing
import Glibc
import HapticCharts
import HapticEditing
import HapticEngine
import HapticPerception
import Realtime
import RealtimeThreads
import TextFormats

/// `haptic watch`.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Play a pattern whenever its file is saved.",
    discussion: """
      In a folder, the last saved .ahap file plays. Editors that save by renaming are supported, and so \
      are links. If a file has errors, they are printed instead, and the last good pattern keeps \
      playing, for example with --loop. The device stays open, so that a pattern starts within \
      milliseconds of the save. After a minute of silence the device is closed, and the next save \
      reopens it. Ctrl-C quits.

      Examples:
        haptic watch knock.ahap
        haptic watch . --chart
        haptic watch knock.ahap --loop --intensity 0.5

      Exit status: 66 if the file or folder does not exist; 69 without a sound device; 130 for Ctrl-C.
      """)

  @Argument(help: "An .ahap file, or a folder with such files.", completion: .file())
  var path: String

  @Flag(help: "Draw the pattern whenever it plays.")
  var chart = false

  @OptionGroup var options: PlayOptions

  func validate() throws {
    if path.isEmpty || path == "-" {
      throw ValidationError("Only a file or a folder can be watched; give its name.")
    }
  }

  func run() throws {
    try SystemCall.checkThreads()
    try WatchSession(path, options, isDrawn: chart).watchAndPlay()
  }
}

/// Plays saved files, in one loop that waits for saves and signals.
final class WatchSession {
  private var watch: FileWatch
  /// The identity of the folder that the path led to when it was last checked.
  private var identity: FileIdentity?
  private let path: String
  private let folder: String
  /// The name of the file; nil for all files of a folder.
  private let file: String?
  private let options: PlayOptions
  private let profile: Profile
  private let device: PlayDevice
  private let signals: SignalPipe
  private let isDrawn: Bool
  private var stage: PlayStage?
  private var playing: PlayRun?
  /// The time since the last sound.
  private var silence = SilenceWatch()
  /// The file that is reported as missing unless it reappears.
  private var missing: String?

  /// The time that a file may be absent before it is treated as removed, in milliseconds.
  ///
  /// Our choice: editors move a file away and write a new one within a few milliseconds.
  private static let absenceMilliseconds: Int32 = 300
  /// The interval at which the path of the folder is checked, in milliseconds.
  ///
  /// The system does not report that a link now leads elsewhere, or that the program's working folder, which stays
  /// open, was removed.
  ///
  /// Our choice.
  private static let folderMilliseconds: Int32 = 1_000

  /// Creates a session for `path`, without playing anything.
  init(_ path: String, _ options: PlayOptions, isDrawn: Bool) throws {
    if SystemCall.isFolder(path) {
      (folder, file) = (path.hasSuffix("/") ? path : path + "/", nil)
    } else {
      let slash = path.lastIndex(of: "/")
      folder = slash.map { String(path[...$0]) } ?? "./"
      file = slash.map { String(path[path.index(after: $0)...]) } ?? path
    }
    self.path = path
    self.options = options
    self.isDrawn = isDrawn
    profile = try options.loadProfile()
    device = PlayDevice(options.device, title: path)
    signals = try SignalPipe()
    do throws(SystemError) {
      watch = try FileWatch(folder: folder)
    } catch {
      throw Self.failure(error, folder)
    }
    identity = SystemCall.identity(of: folder)
  }

  /// Plays the file, and then every saved file, until a signal ends the session.
  func watchAndPlay() throws {
    try begin()
    while true {
      signals.wait(
        or: [watch.descriptor],
        milliseconds: missing == nil ? Self.folderMilliseconds : Self.absenceMilliseconds)
      for signal in signals.take() { try handle(signal) }
      device.printNews()
      try handle(watch.changes())
      if let error = stage?.engine.outputError { throw Failure(deviceLost: error) }
      // The reader of the messages has closed standard error.
      if StandardError.isBroken {
        stage?.engine.stop()
        return
      }
      try checkFolder()
      sleepIfSilent()
    }
  }

  /// Plays the file, or opens the device for later saves in the folder.
  private func begin() throws {
    guard let file else {
      followLinks()
      let silent = try PatternArgument(argument: "selection").load()
      let argument = PatternArgument(argument: path)
      _ = try openStage(
        for: try PlayItem(silent, argument, profile: profile, playedBy: .watch(path)))
      return StandardError.print("\(folder.printable): waiting for a file to be saved")
    }
    let problem: String? =
      SystemCall.mode(at: folder + file) == nil
      ? "the file does not exist"
      : SystemCall.isFile(folder + file) ? nil : "only a file or a folder can be watched"
    if let problem { throw Failure(.noInput, "\((folder + file).printable): \(problem)") }
    try play(file)
  }

  /// Plays the last saved file, or notes a removed file.
  private func handle(_ changes: FileWatch.Changes) throws {
    if changes.isFolderGone { throw folderGone() }
    if changes.isOverflow, file == nil {
      StandardError.print(
        "\(folder.printable): too many files were saved at the same time to tell which; to play a file, save it again"
      )
    }
    let saved = changes.isOverflow ? [file].compactMap(\.self) : changes.saved.filter(isWatched)
    let previous = missing
    missing = saved.isEmpty ? changes.removed.last(where: isWatched) : nil
    if let name = saved.last {
      try play(name)
    } else if missing == nil, let previous {
      if SystemCall.isRemoved(folder: folder) { throw folderGone() }
      if SystemCall.mode(at: folder + previous) == nil {
        StandardError.print("\(previous.printable): was removed; waiting for it to reappear")
      }
    }
  }

  /// Closes the device after a minute of silence.
  ///
  /// The next save reopens it.
  private func sleepIfSilent() {
    if let playing, !playing.ended.wait(milliseconds: 0) { return silence.interrupted() }
    if silence.isOver(), stage?.engine.isRunning == true { stage?.engine.stop() }
  }

  /// If the path now leads to a different folder, watches that folder and plays the file in it.
  private func checkFolder() throws {
    if SystemCall.isRemoved(folder: folder) { throw folderGone() }
    let now = SystemCall.identity(of: folder)
    if now == identity { return }
    do throws(SystemError) {
      watch = try FileWatch(folder: folder)
    } catch {
      throw Self.failure(error, folder)
    }
    identity = now
    StandardError.print("\(folder.printable): the path now leads to a different folder")
    if let file {
      if SystemCall.mode(at: folder + file) != nil { try play(file) }
    } else {
      followLinks()
    }
  }

  /// Watches the destinations of the links in the folder.
  private func followLinks() {
    for name in (SystemCall.names(inFolder: folder) ?? []) where isWatched(name) {
      watch.follow(name)
    }
  }

  private static func failure(_ error: SystemError, _ folder: String) -> Failure {
    Failure(
      error.code == ENOSPC || error.code == EMFILE ? .systemError : .noInput,
      "\(folder.printable) cannot be watched: \(error)"
        + (error.code == ENOSPC ? "; see /proc/sys/fs/inotify/max_user_watches" : ""))
  }

  private func folderGone() -> Failure {
    stage?.engine.stop()
    return Failure(.noInput, "\(folder.printable): the folder was removed or renamed")
  }

  private func isWatched(_ name: String) -> Bool {
    file.map { $0 == name } ?? (FileKind.pattern.isNamed(name) && !name.hasPrefix("."))
  }

  /// The time that a device takes to play the fade of a pause, in microseconds.
  ///
  /// Our choice: more than the usual buffer.
  private static let fadeMicroseconds: UInt32 = 50_000

  private func handle(_ signal: Int32) throws {
    switch signal {
    case SIGTSTP:
      try? playing?.setPaused(true)
      usleep(Self.fadeMicroseconds)
      kill(getpid(), SIGSTOP)
      try? playing?.setPaused(false)
    case SIGCONT, SIGWINCH: break
    default:
      stage?.engine.stop()
      throw Failure(.signal(signal))
    }
  }

  // MARK: Playing

  /// Plays the file called `name` in place of the present pattern, or prints its problems.
  private func play(_ name: String) throws {
    // Follow the file before it is read, so that a save in the meantime plays next.
    watch.follow(name)
    // Keep the name as given. A name without an ending might be that of a preset.
    let isPlain = folder == "./" && file == path && name.hasSuffix(".ahap")
    let argument = PatternArgument(argument: isPlain ? name : folder + name)
    let item: PlayItem
    do throws(Failure) {
      item = try PlayItem(argument, options, profile: profile, playedBy: .watch(path))
      try item.checkStart(options)
    } catch {
      if !error.message.isEmpty { StandardError.print(error.message) }
      let kept =
        playing.map {
          file == nil
            ? "; \($0.item.loaded.name) was the last good pattern" : "; its last good state is kept"
        } ?? ""
      StandardError.print("\(name.printable): not played\(kept)")
      return
    }
    silence.interrupted()
    if stage?.engine.isRunning != true
      || (item.hasSounds && stage?.folder != item.loaded.folder)
    {
      stage?.engine.stop()
      guard try openStage(for: item) else { return }
    }
    guard let stage else { return }
    do { try playing?.stop() } catch is EngineError {}
    let run = try stage.play(item, rate: options.rate, from: PlayStart(options), isDrawn: false)
    playing = run
    StandardError.print("\(name.printable): plays, \(run.outline.length.brief) s")
    if isDrawn { try draw(item) }
  }

  /// Opens the device for `item`.
  ///
  /// Another program may have taken the device while it was closed. The next save tries again.
  ///
  /// - Returns: Whether the device is open.
  private func openStage(for item: PlayItem) throws -> Bool {
    let stage = PlayStage(item, on: device, options)
    do {
      if let signal = try stage.open(for: item, until: signals) { throw Failure(.signal(signal)) }
    } catch let failure as Failure where failure.status == .deviceUnavailable && self.stage != nil {
      let reason = stage.engine.outputError?.description.printable ?? failure.message
      StandardError.print("\(reason)\n\(item.loaded.name): not played; the next save tries again")
      return false
    }
    self.stage = stage
    return true
  }

  private func draw(_ item: PlayItem) throws {
    let drawing = try Drawing(
      of: [DrawnPattern(item.loaded.pattern, name: item.loaded.name)], profile: item.profile)
    try StandardOutput.write(
      DrawingCanvas.text(drawing, columns: StandardOutput.columns))
  }
}
