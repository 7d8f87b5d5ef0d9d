import Foundation
import Testing

/// The libraries that the program loads at startup.
struct StartupTests {
  @Test(arguments: ["--help", "presets", "validate"])
  func `a command loads sound, scenario and Foundation libraries only if needed`(
    word: String
  ) throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run([word], in: folder, adding: ["LD_DEBUG": "files"])
    // The dynamic linker lists the files that it maps. The C library is always among them.
    #expect(outcome.words.contains("libc.so.6"))
    for library in [
      "libasound", "libsndfile", "libsamplerate", "libyaml", "libcairo", "libfftw3f",
      "libFoundation.so",
      "libFoundationInternationalization", "lib_FoundationICU", "libicu",
    ] {
      #expect(!outcome.words.contains(library), "\(library) is loaded")
    }
  }

  @Test func `decoding a sound loads the library on demand`() throws {
    let folder = try ScratchFolder()
    let outcome = try Program.run(
      ["render", "heartbeat", "-o", "heartbeat.wav"], in: folder, adding: ["LD_DEBUG": "files"])
    #expect(outcome.status == 0)
    #expect(outcome.words.contains("libsndfile"))
  }

  @Test(arguments: [
    (["render", "heartbeat", "-o", "x.flac"], "libsndfile.so.1", "libsndfile1", Int32(69)),
    (["play", "heartbeat"], "libasound.so.2", "libasound2 (libasound2t64 since Debian 13", 69),
    (["devices"], "libasound.so.2", "libasound2 (libasound2t64 since Debian 13", 69),
    (["chart", "heartbeat", "-o", "x.png"], "libcairo.so.2", "libcairo2", 69),
    (["listen", "x.wav"], "libfftw3f.so.3", "libfftw3-single3", 69),
    (["session", "run", "x.yaml"], "libyaml-0.so.2", "libyaml-0-2", 69),
    (["test", "x.yaml"], "libyaml-0.so.2", "libyaml-0-2", 69),
    (["session", "live"], "libyaml-0.so.2", "libyaml-0-2", 69),
  ])
  func `a missing library is an error that names the package to install`(
    arguments: [String], library: String, package: String, status: Int32
  ) throws {
    let folder = try ScratchFolder()
    try folder.write("scenario: a\nsteps: []\n", to: "x.yaml")
    #expect(try Program.run("render", "heartbeat", "-o", "x.wav", in: folder).status == 0)
    // The dynamic linker looks here first, and does not find a library in the file.
    try folder.write("", to: library)
    let outcome = try Program.run(
      arguments, in: folder, adding: ["LD_LIBRARY_PATH": folder.url.path])
    #expect(outcome.status == status)
    let messages = outcome.text + outcome.words
    #expect(messages.contains("\(library) cannot be loaded"))
    #expect(messages.contains("install the package \(package)"))
  }
}
