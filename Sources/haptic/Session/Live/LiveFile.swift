import AudioOutput
import PhoneSimulator
import Realtime
import TextFormats

/// The file in which a live session is saved as a scenario.
struct LiveFile {
  private let session: LiveSession
  /// The file of `--save`; nil for the first unused name of `live.yaml`, `live-2.yaml` and so on.
  let target: String?
  /// The number of steps that were saved, and the file; nil if nothing was saved.
  private var saved: (steps: Int, file: String)?
  /// The number of steps that keys have caused since the session was last saved.
  var unsavedKeys = 0

  /// Creates the file of a session, without writing it.
  init(_ session: LiveSession, target: String?) {
    (self.session, self.target) = (session, target)
  }

  /// The session as a scenario.
  private var text: String { session.recording(named: session.run.scenario.name).text }

  /// The number of steps of the phone, its apps and the user.
  private var steps: Int {
    session.steps.count { step in
      switch step.content {
      case .pass, .expect: false
      case .app, .event, .notification, .settings, .accessibility, .volumes: true
      }
    }
  }

  /// The number of steps since the session was last saved.
  var unsavedSteps: Int { steps - (saved?.steps ?? 0) }

  /// Saves the session, always in the same file.
  mutating func save() throws(Failure) {
    let bytes = Array(text.utf8)
    do throws(OutputError) {
      if let file = target ?? saved?.file {
        try PendingFile.write(bytes, to: file, existing: .isReplaced)
        saved = (steps, file)
      } else {
        saved = (steps, try NumberedPath.write(bytes, toFirstFree: "live.yaml"))
      }
    } catch {
      throw Failure(error)
    }
    unsavedKeys = 0
  }

  /// A clause that names the file, and the expectations in it.
  var savedWords: String {
    let words = saved.map { "Saved to \($0.file)" } ?? "Not saved"
    return expectationWords.map { "\(words); \($0)" } ?? words
  }

  /// A clause about the expectations of the initial scenario that the file contains; nil if the scenario does not have
  /// any.
  private var expectationWords: String? {
    let all = session.expectedFacts
    guard all > 0 else { return nil }
    let (kept, failed) = (session.run.expectations, session.failedFacts)
    let result = kept == 0 ? "" : failed == 0 ? ", and hold" : ", and \(failed) failed"
    return "\(kept) of \(all.counted("expectation")) kept\(result)"
  }

  /// Prints the scenario that could not be saved, so that the session is not lost.
  func printScenario() {
    // Standard output may be closed, together with the terminal.
    try? StandardOutput.write(text)
  }

  /// Prints the number of steps and the file.
  ///
  /// - Parameter failure: the reason that the session could not be saved at the end.
  func report(_ failure: Failure?) {
    var message = steps.counted("step")
    if let saved {
      let part = unsavedSteps > 0 ? ", \(saved.steps) of them" : ","
      message += "\(part) saved to \(saved.file.printable)"
      if let expectationWords { message += " (\(expectationWords))" }
      message += "; replay the file with haptic session run"
    } else if steps > 0, failure == nil {
      message += ", not saved; to save, press w or use --save FILE"
    }
    if failure != nil {
      message += "; the session was not saved, and standard output has the scenario"
    }
    StandardError.print(message)
  }
}
