internal import AudioSessionScenarios
internal import AudioSessionTesting
internal import Foundation
internal import PhoneRuntime
internal import Realtime

/// A scenario that happens in real time to the program that this module is linked into.
///
/// The program is the app under test. Everything happens on the main thread, as on a phone, while the main queue is
/// served. If the main thread was busy, events that are due follow immediately.
///
/// - Thread: one of its own.
final class RealTimeScenario: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the drive is used only on the main thread.
  private let drive: ScenarioDrive
  private let name: String

  /// The seconds between two advances of the phone's time.
  ///
  /// Our choice: less than a person notices, and little work.
  private static let interval = 0.005

  private init(_ drive: ScenarioDrive, _ name: String) {
    self.drive = drive
    self.name = name
  }

  /// Starts the scenario in a file, and returns its phone.
  static func start(_ path: String) throws(ProgramParts.Problem) -> SimulatedPhone {
    do throws(UnusableScenario) {
      let drive = try ScenarioDrive(program: path)
      let scenario = RealTimeScenario(drive, path)
      Thread.detachNewThread { scenario.run() }
      return drive.phone
    } catch {
      throw ProgramParts.Problem(description: "\(error)")
    }
  }

  private func run() {
    let start = MonotonicClock.nanoseconds()
    while true {
      let time = PhoneTime(seconds: Double(MonotonicClock.nanoseconds() - start) / 1e9)
      MainThread.run { self.pass(until: time) }
      Thread.sleep(forTimeInterval: Self.interval)
    }
  }

  private func pass(until time: PhoneTime) {
    let mismatches = drive.pass(until: time) { words, seconds in
      tell("at \(seconds) s, the user of this app: \(words)")
    }
    for mismatch in mismatches { tell("\(mismatch)") }
  }

  private func tell(_ words: String) {
    FileHandle.standardError.write(Data("\(name): \(words)\n".utf8))
  }
}
