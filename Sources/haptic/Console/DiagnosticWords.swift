import HapticEngine
import TextFormats

extension AHAPDiagnostic {
  /// The diagnostic as one line, with colour for a terminal.
  func words(coloured: Bool) -> String {
    let place = "\(file.printable):\(line):\(column):"
    guard coloured else {
      return "\(place) \(severity.rawValue): \(message.printable) [\(code.rawValue)]"
    }
    let colour = severity == .error ? "31" : "35"
    return "\u{1B}[1m\(place)\u{1B}[0m \u{1B}[1;\(colour)m\(severity.rawValue):\u{1B}[0m "
      + "\(message.printable) \u{1B}[2m[\(code.rawValue)]\u{1B}[0m"
  }
}
