internal import AudioOutput
internal import PhoneSimulator
internal import Realtime
internal import TextFormats

/// The files of scenarios, and live phones.
extension Studio {
  /// Returns the scenario file called `name`, and opens the file if no page has opened it yet.
  ///
  /// - Throws: `StudioError` if the name is refused, or if the file is not text.
  func phone(_ name: String) throws(StudioError) -> PhoneFile {
    let path = try path(of: name)
    if let file = phones[path] { return file }
    guard FileKind(named: path) == .scenario else {
      throw StudioError("\(name.printable): scenarios are .yaml files")
    }
    let file = try PhoneFile(
      name: name, path: path, root: folder.path, library: library, journal: journal(of: path),
      profile: profile)
    phones[path] = file
    return file
  }

  /// Returns a live phone that starts like the scenario file called `name`, or the default phone without a name.
  ///
  /// - Throws: `StudioError` if the file is not a valid scenario.
  func live(
    _ name: String, tell: @escaping @Sendable (LivePhone.News) -> Void
  ) async throws(StudioError) -> LivePhone {
    let scenario: Scenario
    if name.isEmpty {
      guard let phone = try? ScenarioReader.read(LiveSession.phone).first else {
        throw StudioError("the default phone is not valid")
      }
      scenario = phone
    } else {
      scenario = try await phone(name).scenario
    }
    return try LivePhone(scenario, file: name.isEmpty ? nil : name, profile: profile, tell: tell)
  }

  /// The number of names that are tried for the scenario of a live phone.
  private static let maximumNames = 10_000

  /// Saves what has happened on `phone` as a new file beside its scenario.
  ///
  /// - Parameters:
  ///   - phone: the phone, which ends.
  ///   - wanted: the name of the file; the first free name of `live.yaml`, `live-2.yaml` and so on if it is empty.
  /// - Returns: the name of the file.
  /// - Throws: `StudioError` if the file exists or cannot be written.
  func save(_ phone: LivePhone, as wanted: String) async throws(StudioError) -> String {
    let text = Array(await phone.finish().utf8)
    // Paths in the scenario are relative to its folder.
    let parent =
      phone.file.flatMap { file in file.lastIndex(of: "/").map { String(file[...$0]) } } ?? ""
    if !wanted.isEmpty {
      let name = FileKind(named: wanted) == .scenario ? wanted : wanted + ".yaml"
      let path = try path(of: name)
      do throws(OutputError) {
        try PendingFile.write(text, to: path, existing: .isKept)
      } catch {
        throw StudioError("\(name.printable) cannot be created: \(error)")
      }
      return name
    }
    for number in 1...Self.maximumNames {
      let name = parent + (number == 1 ? "live.yaml" : "live-\(number).yaml")
      let path = try path(of: name)
      if SystemPath.resolved(path) != nil { continue }
      do throws(OutputError) {
        try PendingFile.write(text, to: path, existing: .isKept)
        return name
      } catch {
        if SystemPath.resolved(path) != nil { continue }
        throw StudioError("\(name.printable) cannot be created: \(error)")
      }
    }
    throw StudioError("the folder has no free name for the scenario; give it a name")
  }
}
