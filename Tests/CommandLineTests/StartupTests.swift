import Testing

/// What the program loads before it has done anything.
struct StartupTests {
  @Test(arguments: ["--help", "presets", "validate"])
  func `what needs no sound, scenario or Foundation loads no library for it`(word: String) throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run([word], in: folder, adding: ["LD_DEBUG": "files"])
    // The dynamic linker says which files it maps; the C library is always among them.
    #expect(outcome.words.contains("libc.so.6"))
    for library in [
      "libasound", "libsndfile", "libsamplerate", "libyaml", "libFoundation.so",
      "libFoundationInternationalization", "lib_FoundationICU", "libicu",
    ] {
      #expect(!outcome.words.contains(library), "\(library) is loaded")
    }
  }

  @Test func `what decodes sounds loads the library when it does`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run(
      ["render", "heartbeat", "-o", "heartbeat.wav"], in: folder, adding: ["LD_DEBUG": "files"])
    #expect(outcome.status == 0)
    #expect(outcome.words.contains("libsndfile"))
  }
}
