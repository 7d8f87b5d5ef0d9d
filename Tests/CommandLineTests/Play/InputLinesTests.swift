import Foundation
import Glibc
import Testing

@testable import haptic

/// The lines of standard input, FIFOs, devices and files, which arrive in pieces and break off.
struct InputLinesTests {
  @Test func `the last value of each input counts, and lines may arrive in pieces`() throws {
    let folder = try ScratchFolder()
    let path = try InputFeedTests.fifo("fifo", in: folder)
    let feed = try InputFeedTests.feed([.file(path)])
    #expect(feed.take(at: 0) == [:])
    let writer = unsafe open(path, O_WRONLY)
    defer { close(writer) }
    func send(_ text: String) {
      var bytes = Array(text.utf8)
      #expect(unsafe Glibc.write(writer, &bytes, bytes.count) == bytes.count)
    }
    send("height 1\nspeed 2\nheight 3\nhei")
    #expect(feed.take(at: 0) == ["height": 3, "speed": 2])
    send("ght 4")
    #expect(feed.take(at: 1_000_000_000) == [:])
    send("\n")
    #expect(feed.take(at: 2_000_000_000) == ["height": 4])
    #expect(feed.count == 4)
    #expect(feed.values == ["height": 4, "speed": 2])
  }

  @Test func `a FIFO serves one writer after another, and each writer's last line is complete`()
    throws
  {
    let folder = try ScratchFolder()
    let path = try InputFeedTests.fifo("fifo", in: folder)
    let feed = try InputFeedTests.feed([.file(path)])
    for writer in 1...50 {
      try InputFeedTests.write("height \(writer)\n", to: path)
      #expect(feed.takeRest() == ["height": Double(writer)])
    }
    #expect(feed.descriptors(at: .max).count == 1)
    // Without a writer, the loop that waits for the FIFO sleeps.
    var set = pollfd(
      fd: try #require(feed.descriptors(at: .max).first), events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&set, 1, 0) == 0)
    #expect(feed.takeProblems() == [])
  }

  @Test func `an unfinished line from the writer of a FIFO is rejected`() throws {
    let folder = try ScratchFolder()
    let path = try InputFeedTests.fifo("fifo", in: folder)
    let feed = try InputFeedTests.feed([.file(path)])
    // The beginning of `height 3.25`.
    try InputFeedTests.write("height 1\nheight 3", to: path)
    #expect(feed.takeRest() == ["height": 1])
    #expect(feed.refused == 1)
    #expect(
      feed.takeProblems() == [
        "inputs: the writer closed the FIFO in the middle of the line 'height 3'; end each line with a line break"
      ])
    // The line of the next writer is complete.
    try InputFeedTests.write(".25\nheight 4\n", to: path)
    #expect(feed.takeRest() == ["height": 4])
    #expect(
      feed.takeProblems() == ["inputs: '.25' does not have the form NAME VALUE, such as height 3.2"]
    )
    try InputFeedTests.write(" ", to: path)
    #expect(feed.takeRest() == [:])
    #expect(feed.refused == 2)
  }

  @Test func `a source without line ends is reported, and then ignored`() throws {
    let feed = try InputFeedTests.feed([.file("/dev/zero")])
    #expect(feed.takeRest() == [:])
    #expect(feed.descriptors(at: .max) == [])
    #expect(
      feed.takeProblems() == [
        "inputs: a line has more than 320 bytes",
        "inputs: /dev/zero: no line end within 65536 bytes; the source is no longer read",
      ])
    #expect(feed.refused == 1)
  }

  @Test func `a long line is reported before its end, and the next line is read`() throws {
    let folder = try ScratchFolder()
    let path = try InputFeedTests.fifo("fifo", in: folder)
    let feed = try InputFeedTests.feed([.file(path)])
    let writer = unsafe open(path, O_WRONLY)
    defer { close(writer) }
    func send(_ text: String) {
      var bytes = Array(text.utf8)
      #expect(unsafe Glibc.write(writer, &bytes, bytes.count) == bytes.count)
    }
    send("height 2" + String(repeating: " ", count: 312))
    #expect(feed.takeRest() == [:])
    #expect(feed.takeProblems() == [])
    send(" ")
    #expect(feed.takeRest() == [:])
    #expect(feed.takeProblems() == ["inputs: a line has more than 320 bytes"])
    send(String(repeating: " ", count: 1_000) + "\nheight 3\n")
    #expect(feed.takeRest() == ["height": 3])
    #expect(feed.refused == 1)
  }

  @Test func `a file ends, and is then no longer polled`() throws {
    let folder = try ScratchFolder()
    try folder.write("height 1\nspeed=2", to: "values")
    let feed = try InputFeedTests.feed([.file(folder.path("values"))])
    #expect(feed.take(at: 0) == ["height": 1, "speed": 2])
    #expect(feed.descriptors(at: .max) == [])
  }
}
