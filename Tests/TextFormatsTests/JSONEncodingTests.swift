import Foundation
import Testing
import TextFormats

struct JSONEncodingTests {
  private struct Sample: Encodable {
    var text = "a \"b\" \\ / \n\t\u{1}é\u{1F600}"
    var numbers = [0, 1, -1.5, 1e-7, 1e20, 123_456_789]
    var levels: [Float] = [0.1, 2]
    var truth = true
    var whole = UInt64.max
    var nothing: Int?
    var empty: [Int] = []
    var none: [String: Int] = [:]
    var nested = ["b": ["x": 1], "a": ["y": 2]]
    var optionals: [Int?] = [1, nil]
  }

  @Test(arguments: [false, true])
  func `values are written as Foundation's encoder writes them`(isOneLine: Bool) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !isOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
    let expected = String(decoding: try encoder.encode([Sample()]), as: UTF8.self)
    #expect(try JSONEncoding.text([Sample()], isOneLine: isOneLine) == expected)
  }

  @Test func `a number that is not finite is rejected`() {
    #expect(throws: EncodingError.self) { try JSONEncoding.text(["x": Double.nan]) }
  }
}
