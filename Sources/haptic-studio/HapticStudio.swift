import ArgumentParser
import Foundation
import Glibc
import Studio
import TextFormats

/// `haptic-studio`, which `haptic studio` executes.
@main
struct HapticStudio: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "haptic-studio",
    abstract: "Edit patterns and scenarios in the browser.",
    discussion: "`haptic studio` executes this program and explains it.")

  /// The prefix of ArgumentParser's error messages, the same as in all other messages.
  static let _errorPrefix = "haptic-studio: "

  @Argument(help: "A folder, or a pattern or scenario, whose folder is opened.")
  var path = "."

  @Option(help: ArgumentHelp("The port; by default, a free port.", valueName: "number"))
  var port: UInt16 = 0

  @Flag(name: .customLong("no-open"), help: "Print the link without opening the browser.")
  var noOpen = false

  @Flag(help: "Print the link and the port as a JSON object.")
  var json = false

  /// `haptic play --output web` and other commands that play give this flag.
  @Flag(help: .hidden)
  var hear = false

  func run() async throws {
    if hear { return try await runHearing() }
    let place = try StudioPlace(path)
    let histories: String
    do {
      histories = try StudioPlace.histories()
    } catch {
      throw Self.failure(error, 73)
    }
    let server = try StudioServer(
      folder: place.folder, first: place.file, histories: histories, library: PatternFolders.all,
      port: port)
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        group.addTask { announce(try await server.address()) }
        while try await group.next() != nil {}
      }
    } catch {
      throw Self.failure(error, 69)
    }
  }

  /// Plays the stream from standard input in a page.
  private func runHearing() async throws {
    do {
      let opens = !noOpen
      try await HearingServer(port: port).run { if opens { StudioPlace.openBrowser($0) } }
    } catch {
      throw Self.failure(error, 69)
    }
  }

  /// Prints an error, and returns the exit status to throw.
  private static func failure(_ error: any Error, _ status: Int32) -> ExitCode {
    FileHandle.standardError.write(Data("haptic: \(error)\n".utf8))
    return ExitCode(status)
  }

  private func announce(_ address: (link: String, port: UInt16)) {
    print(json ? "{\"url\":\"\(address.link)\",\"port\":\(address.port)}" : address.link)
    // The standard output is buffered unless it is a terminal.
    fflush(nil)
    if !noOpen && !json { StudioPlace.openBrowser(address.link) }
  }
}

/// The folder and the file that an argument names.
struct StudioPlace {
  let folder: String
  let file: String?

  /// - Throws: `ValidationError` if nothing exists at `path`.
  init(_ path: String) throws {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ValidationError("\(path.printable): no such file or folder")
    }
    if isFolder.boolValue {
      (folder, file) = (path, nil)
      return
    }
    guard [.pattern, .scenario].contains(FileKind(named: path)) else {
      throw ValidationError("\(path.printable): the studio can edit only .ahap and .yaml files")
    }
    let url = URL(filePath: path)
    (folder, file) = (
      url.deletingLastPathComponent().path(percentEncoded: false), url.lastPathComponent
    )
  }

  /// The folder of the histories, which is created if it does not exist.
  ///
  /// - Throws: `NoHistories`.
  static func histories() throws(NoHistories) -> String {
    guard let base = UserFolder.state.path else { throw NoHistories(folder: nil) }
    let folder = base + "/haptic-studio"
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw NoHistories(folder: folder)
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      throw NoHistories(folder: folder)
    }
    return folder
  }

  /// The folder in which edits are logged and can be undone cannot be written to.
  struct NoHistories: Error, CustomStringConvertible {
    /// The folder; nil if the user does not have a home.
    let folder: String?

    var description: String {
      (folder.map { "the histories of files cannot be written to \($0.printable)" }
        ?? "no folder for the histories of files")
        + "; set \(UserFolder.state.variable) to a folder that you can write to"
    }
  }

  /// Opens `link` with the user's browser, if the system knows one.
  static func openBrowser(_ link: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["xdg-open", link]
    // Standard input may be a stream of sound.
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try? process.run()
  }
}
