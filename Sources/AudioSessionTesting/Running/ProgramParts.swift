package import PhoneRuntime
package import Realtime

/// The parts of a program that need C libraries: scenarios and outputs of the default phone.
///
/// The product `PhoneProgram` registers them before the program starts.
package struct ProgramParts: Sendable {
  /// The reason why an environment variable cannot be honored.
  package struct Problem: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Starts the scenario in a file, and returns its phone.
  let makePhone: @Sendable (_ path: String) throws(Problem) -> SimulatedPhone
  /// Returns the closure that makes the outputs with a name.
  let outputMaker: @Sendable (_ name: String) throws(Problem) -> EngineOutputs.Maker

  /// Creates the parts.
  package init(
    makePhone: @escaping @Sendable (_ path: String) throws(Problem) -> SimulatedPhone,
    outputMaker: @escaping @Sendable (_ name: String) throws(Problem) -> EngineOutputs.Maker
  ) {
    self.makePhone = makePhone
    self.outputMaker = outputMaker
  }

  private static let parts = Guarded<ProgramParts?>(nil)

  /// The registered parts; nil if the program is not linked with `PhoneProgram`.
  static var registered: ProgramParts? { parts.withLock { $0 } }

  /// Registers the parts of this program.
  package static func register(_ parts: ProgramParts) { Self.parts.withLock { $0 = parts } }
}

/// The outputs of the haptic engines of a phone, for which `HAPTIC_OUTPUT` is set.
///
/// It is a sink so that the runtime keeps it. It does not need any report.
package final class EngineOutputs: PhoneSink {
  /// Makes an output for the next start of an engine.
  package typealias Maker = @Sendable () -> any BlockOutput

  private let maker: Maker

  init(_ maker: @escaping Maker) { self.maker = maker }

  /// Returns an output for the next start of an engine.
  package func make() -> any BlockOutput { maker() }

  package func receive(_ report: PhoneReport, at time: PhoneTime) {}
}
