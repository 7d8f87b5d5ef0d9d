import AudioOutput
import Glibc
import Realtime

/// The page that plays, as the terminal shows it: its link, and whether it is closed or paused.
final class BrowserPage: Sendable {
  private struct State {
    var link = ""
    var listener: BrowserReport.Listener?
    var hasNews = false
  }

  private let state = Guarded(State())

  /// Whether the browser is opened: there is a display, and a person reads the output.
  static var isOpened: Bool {
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { SystemCall.environment($0) != nil }
    return hasDisplay && isatty(STDOUT_FILENO) == 1
  }

  /// Heeds a report about the page; prints its address.
  func heed(_ report: BrowserReport) {
    switch report {
    case .address(let link, let port):
      state.withLock { $0.link = link }
      printAddress(link, port)
    case .listener(let listener):
      state.withLock { state in
        // That the page plays for the first time can be heard.
        state.hasNews = state.listener != nil && state.listener != listener
        state.listener = listener
      }
    case .played, .ranDry: break
    }
  }

  private func printAddress(_ link: String, _ port: Int) {
    var lines = ["The sound plays in the browser, at \(link)"]
    if !Self.isOpened {
      let host = SystemCall.hostName ?? "HOST"
      lines.append(
        "On another machine, first run there: ssh -L \(port):127.0.0.1:\(port) \(host)")
    }
    lines.append("Waiting for the page: press Play there, or Ctrl-C here to stop.")
    StandardError.print(lines.joined(separator: "\n"))
  }

  /// Why nothing is heard, in words, each shorter than the one before; nil while the page plays.
  var problem: [String]? {
    let (listener, link) = state.withLock { ($0.listener, $0.link) }
    switch listener {
    case nil, .listens: return nil
    case .paused: return ["paused in the browser; press Play there", "paused in the browser"]
    case .left:
      return ["page closed; to continue, open \(link)", "open \(link)", "page closed"]
    }
  }

  /// Returns a line about what has changed since the last call; nil if nothing has.
  func takeNews() -> String? {
    let (hasNews, link) = state.withLock { state in
      defer { state.hasNews = false }
      return (state.hasNews, state.link)
    }
    guard hasNews else { return nil }
    switch state.withLock({ $0.listener }) {
    case nil: return nil
    case .listens: return "the page plays again"
    case .paused: return "the page is paused; press Play there to continue, or Ctrl-C here to stop"
    case .left:
      return "the page was closed; to continue, open \(link), or press Ctrl-C here to stop"
    }
  }
}
