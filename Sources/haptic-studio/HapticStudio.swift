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
    let server = try StudioServer(
      folder: place.folder, first: place.file, histories: try StudioPlace.histories(),
      library: PatternFolders.all, port: port)
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run() }
        group.addTask { announce(try await server.address()) }
        while try await group.next() != nil {}
      }
    } catch {
      FileHandle.standardError.write(Data("haptic: \(error)\n".utf8))
      throw ExitCode(69)
    }
  }

  /// Plays the stream from standard input in a page.
  private func runHearing() async throws {
    do {
      let opens = !noOpen
      try await HearingServer(port: port).run { if opens { StudioPlace.openBrowser($0) } }
    } catch {
      FileHandle.standardError.write(Data("haptic: \(error)\n".utf8))
      throw ExitCode(69)
    }
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
  /// Source: XDG Base Directory Specification, `XDG_STATE_HOME`.
  static func histories() throws -> String {
    let variables = ProcessInfo.processInfo.environment
    let base =
      variables["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? (variables["HOME"] ?? "/tmp") + "/.local/state"
    let folder = base + "/haptic-studio"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
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
