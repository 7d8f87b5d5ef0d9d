import AppPorting
import ArgumentParser
import TextFormats

/// The place of this project's sources, which the packages of `haptic port` depend on.
struct ProjectPlace: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of swift-haptic-engine, or the URL of its repository; by default the folder in which haptic was built.",
      valueName: "folder|URL"))
  var package: String?

  @Option(
    name: .customLong("language-mode"),
    help: ArgumentHelp("The version of the Swift language, 5 or 6.", valueName: "number"))
  var languageMode = 5

  func validate() throws { try check(languageMode, "--language-mode", 5...6) }

  /// The project.
  ///
  /// - Throws: `Failure` if it was not given and is not found.
  func project() throws(Failure) -> LinuxPackage.Project {
    guard let package else { return .path(try built()) }
    if package.contains("://") || package.hasPrefix("git@") {
      return .repository(url: package, version: BuildDescription.version)
    }
    guard let path = SystemPath.resolved(package), SystemCall.isFile(path + "/Package.swift") else {
      throw Failure(.noInput, "\(package.printable): no Swift package is in this folder")
    }
    return .path(path)
  }

  /// The folder of the package in whose build folder this program is.
  private func built() throws(Failure) -> String {
    var parts = (SystemPath.resolved("/proc/self/exe") ?? "").split(separator: "/")
    while !parts.isEmpty {
      parts.removeLast()
      let folder = "/" + parts.joined(separator: "/")
      if SystemCall.isFile(folder + "/Package.swift") { return folder }
    }
    throw Failure(
      .usage,
      "the sources of swift-haptic-engine, which an app's code is compiled with, were not found, because this program is "
        + "installed; clone its repository, and give the folder: --package FOLDER"
    )
  }
}
