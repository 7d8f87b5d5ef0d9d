import Testing
import TextFormats

struct SystemLibraryTests {
  @Test func `a library that is not installed is an error that names the package to install`() {
    let library = unsafe SystemLibrary<Int>("libhaptic-none.so.1", package: "libhaptic-none1") {
      _ in nil
    }
    #expect(!library.isThere)
    let error = #expect(throws: MissingLibrary.self) { try library.require() }
    #expect(error?.file == "libhaptic-none.so.1")
    #expect(error?.description.hasSuffix("install the package libhaptic-none1") == true)
  }

  @Test func `a library that lacks a function counts as missing`() {
    let library = unsafe SystemLibrary<Int>("libc.so.6", package: "libc6") { _ in nil }
    #expect(!library.isThere)
    let error = #expect(throws: MissingLibrary.self) { try library.require() }
    #expect(error?.reason.isEmpty == false)
  }
}
