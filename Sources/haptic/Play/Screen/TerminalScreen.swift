import Glibc

/// An animated picture on the terminal, and its keys.
///
/// Without a terminal, the screen does nothing.
class TerminalScreen {
  /// The number of pictures per second.
  ///
  /// Our choice: smooth, at a small part of a processor.
  static let picturesPerSecond = 30.0

  let symbols = ChartSymbols.ofLocale
  private let terminal: Terminal?
  private var painter = CanvasPainter(depth: ColorDepth(SystemCall.environment))

  /// Creates a screen on the terminal of this program.
  ///
  /// - Parameter needsStandardError: whether to draw only if standard error goes to the terminal. This is for
  ///   pictures that are not the program's only purpose.
  init(needsStandardError: Bool = true) {
    terminal = Terminal(needsStandardError: needsStandardError)
  }

  /// Whether there is a terminal to draw on.
  var isTerminal: Bool { terminal != nil }

  /// Whether the picture is drawn, which is false in the background.
  var isDrawn: Bool { terminal?.isTaken ?? false }

  /// Whether the program may use the terminal.
  var isInForeground: Bool { terminal?.isInForeground ?? false }

  /// The descriptor to wait for with poll(2) for keys; nil without keys.
  var keyDescriptor: Int32? { terminal.flatMap { $0.isTaken ? $0.descriptor : nil } }

  /// The size of the terminal; 80 by 24 without one.
  var size: (columns: Int, rows: Int) { terminal?.size ?? (80, 24) }

  /// Takes the terminal over at the start or after the program was stopped, unless the program is in the
  /// background.
  func open() {
    terminal?.forgetInBackground()
    terminal?.take()
    painter.forget()
  }

  /// Takes the terminal over if the shell has since given it to the program.
  ///
  /// A job that continues in the background and is then brought to the foreground does not receive a signal.
  func openInForeground() {
    if let terminal, !terminal.isTaken, terminal.isInForeground { open() }
  }

  /// Restores the terminal.
  func close() { terminal?.giveBack() }

  /// Redraws everything, because the size has changed.
  func resized() { painter.forget() }

  /// Restores the terminal and suspends the program for the shell's Ctrl-Z, and takes the terminal over
  /// again when the program continues.
  func stopForShell() {
    close()
    kill(getpid(), SIGSTOP)
    open()
  }

  /// Returns the bytes of keys that were pressed; nil if the terminal was closed.
  func takeBytes() -> [UInt8]? {
    guard let terminal, terminal.isTaken else { return [] }
    return terminal.read()
  }

  /// Draws the canvas that `canvas` returns for the size of the terminal.
  ///
  /// Nothing is drawn while the terminal does not read.
  func draw(_ canvas: (_ columns: Int, _ rows: Int) -> TextCanvas) {
    guard let terminal, terminal.isTaken else { return }
    terminal.draw {
      let size = terminal.size
      return painter.update(to: canvas(size.columns, size.rows))
    }
  }

  /// Prints `canvas` as lines that remain.
  func leave(_ canvas: TextCanvas) {
    terminal?.write(canvas.rows.map { painter.line($0) + "\n" }.joined())
  }
}
