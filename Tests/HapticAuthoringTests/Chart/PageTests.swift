import Drawing
import Foundation
import FoundationXML
import HapticEngine
import Testing

/// Drawings written as files.
@Suite struct PageTests {
  private func drawing(_ title: String = "a < b & \"c\"") -> Drawing {
    Drawing(
      title: title, description: "One tap & <nothing> else.", seconds: 1,
      panels: [
        .init(
          title: "panel",
          lanes: [
            .init(
              name: "lane", range: 0...1, ticks: [.init(1, "1")], rows: 4,
              marks: [
                .area([.init(0, 0), .init(0.5, 1)], .sharpness(0.5)),
                .band([.init(0, 0.2, 0.4), .init(1, 0.3, 0.5)], .signal),
                .line([.init(0, 0), .init(1, 1)], .control), .stem(.init(0.2, 0.7), .audio),
                .dot(.init(0.3, 0.7), .audio), .bar(from: 0.1, to: 0.4, value: 0.5, .audio),
                .level(0.5, "half"), .text(.init(0.1, 0.5), "here"),
              ])
          ])
      ], keys: [.init(.sharpness(1), "crisp")])
  }

  @Test func `an SVG is well-formed XML and says in words what it shows`() throws {
    let parser = XMLParser(data: Data(Page(drawing()).svg.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    let svg = Page(drawing()).svg
    #expect(svg.contains(#"<title id="title">a &lt; b &amp; &quot;c&quot;</title>"#))
    #expect(svg.contains("One tap &amp; &lt;nothing&gt; else.</desc>"))
    #expect(svg.contains(#"role="img" aria-labelledby="title description""#))
  }

  @Test(arguments: [Double.nan, .infinity, 0, -1])
  func `a length that cannot be drawn is a second`(seconds: Double) {
    var drawing = drawing()
    let page = Page(drawing)
    drawing.seconds = seconds
    #expect(Page(drawing) == page)
    #expect(drawing.timeTicks(5) == self.drawing().timeTicks(5))
    let raster = Drawing.Raster(columnSeconds: 1, rows: 2, levels: [1, 2, 3, 255])
    var odd = Drawing.Raster(columnSeconds: seconds, rows: 2, levels: [1, 2, 3, 255])
    #expect(odd == raster)
    odd.columnSeconds = seconds
    #expect(odd == raster)
  }

  @Test func `lengths and heights are limited`() {
    var drawing = drawing()
    drawing.panels[0].lanes[0].rows = .max
    drawing.panels[0].lanes[0].marks = [
      .raster(.init(columnSeconds: .leastNonzeroMagnitude, rows: 2, levels: [1, 2, 3, 255])),
      .raster(.init(columnSeconds: 1, rows: -1, levels: [1])),
    ]
    for seconds in [1e300, .leastNonzeroMagnitude] {
      drawing.seconds = seconds
      #expect(Page(drawing).height > 10_000)
    }
  }

  @Test func `what is not a number has the colour of nothing`() {
    #expect(Colour.sharpness(.nan) == .sharpness(0))
    #expect(Colour.strength(.nan) == .strength(0))
  }

  @Test func `characters that XML cannot hold do not get into an SVG`() {
    let svg = Page(drawing("a\u{0}b\u{1B}c\u{FFFF}d")).svg
    #expect(XMLParser(data: Data(svg.utf8)).parse())
  }

  @Test(arguments: [240, 700, 2_000])
  func `a PNG has the size of its page`(width: Int) throws {
    let page = Page(drawing(), width: width)
    let bytes = try page.png()
    // Source: PNG specification, 5.2 and 11.2.2: the signature, then IHDR with width and height.
    #expect(Array(bytes.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(16) == width && number(20) == page.height)
    #expect(bytes.count > 1_000)
  }

  @Test func `a page that is too tall for a PNG says what would do, and is an SVG`() {
    let one = drawing()
    let many = Drawing(
      title: one.title, description: one.description, seconds: one.seconds,
      panels: Array(repeating: one.panels, count: 400).flatMap(\.self))
    let page = Page(many)
    #expect(throws: DrawingError.tooTall(height: page.height, maximum: 32_767)) { try page.png() }
    #expect(XMLParser(data: Data(page.svg.utf8)).parse())
  }

  @Test func `a width that makes no sense is taken to the nearest that does`() {
    #expect(Page(drawing(), width: -5).width == Page.widths.lowerBound)
    #expect(Page(drawing(), width: .max).width == Page.widths.upperBound)
  }

  @Test(arguments: [0.001, 0.3, 1, 7, 103, 1e6])
  func `the axis has few texts at round times, whatever it spans`(seconds: Double) {
    let ticks = Drawing(title: "", description: "", seconds: seconds, panels: []).timeTicks(8)
    #expect((2...9).contains(ticks.count))
    #expect(ticks.allSatisfy { $0 <= seconds * 1.000_001 })
  }
}
