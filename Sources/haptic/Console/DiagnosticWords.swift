import HapticEngine

extension AHAPDiagnostic {
  /// The diagnostic as one line, with colour for a terminal.
  func words(coloured: Bool) -> String {
    guard coloured else { return description }
    let colour = severity == .error ? "31" : "35"
    let place = "\u{1B}[1m\(file):\(line):\(column):\u{1B}[0m"
    return "\(place) \u{1B}[1;\(colour)m\(severity.rawValue):\u{1B}[0m \(message) "
      + "\u{1B}[2m[\(code.rawValue)]\u{1B}[0m"
  }
}
