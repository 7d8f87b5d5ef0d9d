internal import HapticEditing
internal import Realtime
internal import TextFormats

/// A line of the recording of a live phone.
enum LiveRecord: Codable, Hashable, Sendable {
  /// The folder in which the scenario will be saved, and the scenario without steps.
  case base(folder: String, text: String)
  /// The change of the scenario by its next steps.
  case change(TextPatch)
}

/// What has happened on a live phone, on the disk, until it is saved as a scenario.
///
/// The journal is locked as long as the phone exists. A journal that is not locked was left by a studio that was killed.
///
/// - Thread: one at a time.        Realtime-safe: no.
final class LiveRecording {
  /// The folder in which the scenario will be saved; its relative paths begin there.
  let folder: String
  /// The text of the scenario so far.
  private(set) var text: [UInt8]
  /// Whether nothing has happened.
  private(set) var isEmpty = true
  private let journal: StudioJournal<LiveRecord>

  /// Begins a recording at `path`.
  ///
  /// - Parameters:
  ///   - path: the path of the journal.
  ///   - folder: the folder in which the scenario will be saved.
  ///   - text: the text of the scenario without steps.
  /// - Throws: `StudioError` if the journal cannot be written.
  init(path: String, folder: String, text: String) throws(StudioError) {
    (self.folder, self.text) = (folder, Array(text.utf8))
    do throws(SystemError) {
      journal = try StudioJournal(path: path)
      journal.lock()
      try journal.append([.base(folder: folder, text: text)])
    } catch {
      throw StudioError("a live phone cannot be recorded in \(path): \(error)")
    }
  }

  /// Takes over the recording at `path` from a studio that was killed.
  ///
  /// - Returns: nil if a studio still records it, or if it cannot be read.
  init?(leftAt path: String) {
    guard let journal = try? StudioJournal<LiveRecord>(path: path, creates: false),
      journal.tryToLock(), let records = try? journal.newRecords(),
      case .base(let folder, let text)? = records.first
    else { return nil }
    (self.journal, self.folder, self.text) = (journal, folder, Array(text.utf8))
    for case .change(let patch) in records {
      guard patch.fits(self.text.count) else { return nil }
      (self.text, isEmpty) = (patch.applied(to: self.text), false)
    }
  }

  /// Writes the change of the scenario to `text` to the journal.
  ///
  /// - Throws: `StudioError` if the disk is full; the change is then part of the next one.
  func record(_ text: String) throws(StudioError) {
    let next = Array(text.utf8)
    let patch = TextPatch(from: self.text, to: next)
    if patch.isEmpty { return }
    do throws(SystemError) {
      try journal.append([.change(patch)])
    } catch {
      throw StudioError("the live phone cannot be recorded: \(error)")
    }
    (self.text, isEmpty) = (next, false)
  }

  /// Removes the recording, because the scenario was saved or is not wanted.
  func remove() { journal.remove() }
}
