internal import AudioSessionTesting

/// Registers scenarios and outputs for the default phone.
///
/// CPhoneProgram calls this function before the program starts.
@_cdecl("phone_program_register")
func registerProgramParts() {
  ProgramParts.register(
    ProgramParts(
      makePhone: { path throws(ProgramParts.Problem) in try RealTimeScenario.start(path) },
      outputMaker: { name throws(ProgramParts.Problem) in try ProgramOutput.maker(name) }))
}
