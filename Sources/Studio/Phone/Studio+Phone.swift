internal import AudioOutput
private import Foundation
internal import PhoneSimulator
internal import Realtime
internal import TextFormats

/// The files of scenarios, and live phones.
extension Studio {
  /// Returns the scenario file called `name`, or the text of a pattern file that is not valid, and opens the file if no
  /// page has opened it yet.
  ///
  /// - Throws: `StudioError` if the name is refused, or if the file is not text or is a valid pattern.
  func phone(_ name: String) throws(StudioError) -> PhoneFile {
    let path = try path(of: name)
    if let file = phones[path] { return file }
    switch FileKind(named: path) {
    case .scenario: break
    case .pattern:
      if (try? file(name)) != nil { throw StudioError("\(name.printable) is a valid pattern") }
    case .sound, nil: throw StudioError("\(name.printable): scenarios are .yaml files")
    }
    return try openText(name, path)
  }

  /// Returns whether the pattern file called `name` is only text, because it is not valid.
  func isText(_ name: String) async -> Bool {
    guard FileKind(named: name) == .pattern, let file = try? phone(name) else { return false }
    return await file.hasProblems
  }

  private func openText(_ name: String, _ path: String) throws(StudioError) -> PhoneFile {
    let file = try PhoneFile(
      name: name, path: path, root: folder.path, library: library, journal: journal(of: path),
      profile: profile)
    phones[path] = file
    return file
  }

  /// Undoes or redoes a step of a pattern file, which may lead to a text that is not a pattern, such as the text that was
  /// corrected in a page.
  func go(_ direction: HistoryDirection, in name: String) async throws(StudioError) -> Int {
    let file = try file(name)
    guard await file.leadsToText(direction) else { return try await file.go(direction) }
    await file.close()
    forget(file.path)
    let text = try openText(file.name, file.path)
    defer { Task { await file.leaveToText() } }
    return try await text.go(direction)
  }

  /// Returns a live phone that starts like the scenario file called `name`, or the default phone without a name.
  ///
  /// - Throws: `StudioError` if the file is not a valid scenario.
  func live(
    _ name: String, tell: @escaping @Sendable (LivePhone.News) -> Void
  ) async throws(StudioError) -> LivePhone {
    let scenario: Scenario
    var parent = folder.path
    if name.isEmpty {
      guard let phone = try? ScenarioReader.read(LiveSession.phone).first else {
        throw StudioError("the default phone is not valid")
      }
      scenario = phone
    } else {
      scenario = try await phone(name).scenario
      // Paths in the scenario are relative to its folder.
      parent = try path(of: name).folderName
    }
    let number = String(UInt64.random(in: 0 ... .max), radix: 16)
    return try LivePhone(
      scenario, folder: parent, journal: "\(histories)/\(recordingName)\(number).jsonl",
      profile: profile, tell: tell)
  }

  /// The beginning of the names of recordings in the folder of histories.
  private var recordingName: String { "live-\(Self.digest(of: folder.path))-" }

  /// Saves the live phones that a studio recorded and could not save, because it was killed or the disk was full.
  ///
  /// - Returns: a sentence about each.
  func saveRecordings() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: histories)) ?? []
    return names.filter { $0.hasPrefix(recordingName) }.sorted().compactMap { name in
      guard let recording = LiveRecording(leftAt: "\(histories)/\(name)") else { return nil }
      do throws(StudioError) {
        let file =
          recording.isEmpty ? nil : try write(recording.text, as: "", in: recording.folder)
        recording.remove()
        return file.map {
          "A live phone had not been saved. It is now saved as \($0.printable)."
        }
      } catch {
        return error.description
      }
    }
  }

  /// Saves what has happened on `phone` as a new file beside its scenario.
  ///
  /// - Parameters:
  ///   - phone: the phone, which ends.
  ///   - wanted: the name of the file; the first free name of `live.yaml`, `live-2.yaml` and so on if it is empty.
  /// - Returns: the name of the file.
  /// - Throws: `StudioError` if the file exists or cannot be written; the recording remains.
  func save(_ phone: LivePhone, as wanted: String) async throws(StudioError) -> String {
    let text = Array(await phone.finish().utf8)
    let name = try write(text, as: wanted, in: phone.folder)
    await phone.forget()
    return name
  }

  /// Writes a new scenario called `wanted`, or, if that is empty, with the first free name in the folder `parent`.
  func write(
    _ text: [UInt8], as wanted: String, in parent: String
  ) throws(StudioError) -> String {
    if !wanted.isEmpty {
      let name = FileKind(named: wanted) == .scenario ? wanted : wanted + ".yaml"
      let path = try path(of: name)
      do throws(OutputError) {
        try PendingFile.write(text, to: path, existing: .isKept)
        return name
      } catch {
        throw StudioError("\(name.printable) cannot be created: \(error)")
      }
    }
    // The folder may have been removed or replaced by a link since the phone started.
    let inside = SystemPath.resolved(parent).flatMap { folder.isInside($0) ? $0 : nil }
    do throws(OutputError) {
      let path = try NumberedPath.write(text, toFirstFree: (inside ?? folder.path) + "/live.yaml")
      return String(path.dropFirst(folder.path.count).drop { $0 == "/" })
    } catch {
      throw StudioError("the live phone cannot be saved: \(error)")
    }
  }
}
