extension Double {
  /// The number for people: at most `digits` digits after the point, none where there are none.
  func rounded(to digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (self * scale).rounded()
    guard scaled.magnitude < 1e15 else { return "\(self)" }
    let value = scaled / scale
    return value == value.rounded() ? "\(Int(value))" : "\(value)"
  }

  /// The number with at most three digits after the point.
  var brief: String { rounded(to: 3) }
}

extension Int {
  /// The number and the noun, as in `1 file`, `2 files`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
