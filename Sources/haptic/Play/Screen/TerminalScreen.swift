import Glibc

/// A moving picture on the terminal, and its keys; does nothing without a terminal.
class TerminalScreen {
  /// Pictures per second.
  ///
  /// Our choice: smooth, and a small part of a processor.
  static let picturesPerSecond = 30.0

  let symbols = ChartSymbols.ofLocale
  private let terminal: Terminal?
  private var painter = CanvasPainter(depth: ColourDepth(SystemCall.environment))

  /// A screen on the terminal of this program.
  ///
  /// - Parameter needsStandardError: whether nothing is drawn where standard error goes elsewhere: for
  ///   a picture that is not all that the program is for.
  init(needsStandardError: Bool = true) {
    terminal = Terminal(needsStandardError: needsStandardError)
  }

  /// Whether there is a terminal to draw on.
  var isTerminal: Bool { terminal != nil }

  /// Whether the picture is drawn: not in the background.
  var isDrawn: Bool { terminal?.isTaken ?? false }

  /// Whether the program may use the terminal.
  var isInForeground: Bool { terminal?.isInForeground ?? false }

  /// The descriptor to wait for with poll(2) for keys; nil without any.
  var keyDescriptor: Int32? { terminal.flatMap { $0.isTaken ? $0.descriptor : nil } }

  /// The size of the terminal; 80 by 24 without one.
  var size: (columns: Int, rows: Int) { terminal?.size ?? (80, 24) }

  /// Takes the terminal, or takes it again after the program was stopped, unless it continues in the
  /// background.
  func open() {
    terminal?.forgetInBackground()
    terminal?.take()
    painter.forget()
  }

  /// Takes the terminal if the shell has given it to the program meanwhile.
  ///
  /// A job that continues in the background and is then brought to the foreground gets no signal.
  func openInForeground() {
    if let terminal, !terminal.isTaken, terminal.isInForeground { open() }
  }

  /// Gives the terminal back.
  func close() { terminal?.giveBack() }

  /// Redraws everything, because the size has changed.
  func resized() { painter.forget() }

  /// Gives the terminal back and stops the program for the shell's Ctrl-Z; takes it again when the
  /// program continues.
  func stopForShell() {
    close()
    kill(getpid(), SIGSTOP)
    open()
  }

  /// The bytes of keys that were pressed; nil if the terminal was closed.
  func takeBytes() -> [UInt8]? {
    guard let terminal, terminal.isTaken else { return [] }
    return terminal.read()
  }

  /// Draws what `canvas` makes for the size of the terminal; nothing while the terminal does not read.
  func draw(_ canvas: (_ columns: Int, _ rows: Int) -> TextCanvas) {
    guard let terminal, terminal.isTaken else { return }
    terminal.draw {
      let size = terminal.size
      return painter.update(to: canvas(size.columns, size.rows))
    }
  }

  /// Prints `canvas` as lines that stay.
  func leave(_ canvas: TextCanvas) {
    terminal?.write(canvas.rows.map { painter.line($0) + "\n" }.joined())
  }
}
