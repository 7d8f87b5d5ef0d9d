import Testing
import TextFormats

/// Numbers as text.
@Suite struct NumberTextTests {
  @Test(arguments: [
    (0.1 + 0.2, 6, "0.3"), (1.0 / 3, 2, "0.33"), (2, 3, "2"), (-0.001, 2, "0"),
    (2.5e9, 6, "2500000000"),
    (1e300, 2, "1e+300"), (.infinity, 2, "inf"),
  ])
  func `a rounded number has the requested decimals at most, and no trailing zeros`(
    number: Double, digits: Int, text: String
  ) {
    #expect(number.rounded(to: digits) == text)
  }

  @Test(arguments: [0.1 + 0.2, 1.0 / 3, 12, -0.5, 1e-9, 123_456_789_012_345, 1e300])
  func `the exact text reads back to the number, and a whole number has no point`(number: Double) {
    #expect(Double(number.exactText) == number)
    #expect(!number.exactText.hasSuffix(".0"))
  }

  @Test func `zero has no sign, and a float is not written as a double`() {
    #expect((-0.0).exactText == "0")
    #expect(Float(0.1).exactText == "0.1")
  }
}
