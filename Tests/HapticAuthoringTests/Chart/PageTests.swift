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

  @Test func `an SVG is well-formed XML and describes its content in words`() throws {
    let parser = XMLParser(data: Data(Page(drawing()).svg.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    let svg = Page(drawing()).svg
    #expect(svg.contains(#"<title id="title">a &lt; b &amp; &quot;c&quot;</title>"#))
    #expect(svg.contains("One tap &amp; &lt;nothing&gt; else.</desc>"))
    #expect(svg.contains(#"role="img" aria-labelledby="title description""#))
  }

  @Test(arguments: [Double.nan, .infinity, 0, -1])
  func `a length that cannot be drawn becomes one second`(seconds: Double) {
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

  @Test func `a value that is not a number has the color of zero`() {
    #expect(Color.sharpness(.nan) == .sharpness(0))
    #expect(Color.strength(.nan) == .strength(0))
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

  @Test func `a page that is too tall for a PNG reports the limit, and can be an SVG`() {
    let one = drawing()
    let many = Drawing(
      title: one.title, description: one.description, seconds: one.seconds,
      panels: Array(repeating: one.panels, count: 400).flatMap(\.self))
    let page = Page(many)
    #expect(throws: DrawingError.tooTall(height: page.height, maximum: 32_767)) { try page.png() }
    #expect(XMLParser(data: Data(page.svg.utf8)).parse())
  }

  @Test func `an invalid width is clamped to the nearest valid one`() {
    #expect(Page(drawing(), width: -5).width == Page.widths.lowerBound)
    #expect(Page(drawing(), width: .max).width == Page.widths.upperBound)
  }

  @Test(arguments: [0.001, 0.3, 1, 7, 103, 1e6])
  func `the axis has a few labels at round times, whatever it spans`(seconds: Double) {
    let ticks = Drawing(title: "", description: "", seconds: seconds, panels: []).timeTicks(8)
    #expect((2...9).contains(ticks.count))
    #expect(ticks.allSatisfy { $0 <= seconds * 1.000_001 })
  }

  // MARK: Themes and scales

  /// The relative luminance of a color.
  ///
  /// Source: W3C, WCAG 2.1, "relative luminance".
  private func luminance(_ rgb: [Double]) -> Double {
    let linear = rgb.map { part in
      let part = part / 255
      return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  private func rgb(_ hex: Substring) -> [Double] {
    let digits = Array(hex)
    return [0, 2, 4].map { Double(Int(String(digits[$0...$0 + 1]), radix: 16) ?? 0) }
  }

  /// The contrast of a color with this opacity on a background.
  ///
  /// Source: W3C, WCAG 2.1, "contrast ratio".
  private func contrast(_ color: Substring, _ opacity: Double = 1, on ground: Substring) -> Double {
    let mixed = zip(rgb(color), rgb(ground)).map { $0 * opacity + $1 * (1 - opacity) }
    let (one, two) = (luminance(mixed), luminance(rgb(ground)))
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// A drawing with every tone that stands out.
  private var toned: Drawing {
    var tones: [Drawing.Tone] = [.audio, .control, .signal, .measure, .difference]
    tones += Drawing.Role.allCases.map { .role($0) }
    tones += (0...20).map { .sharpness(Double($0) / 20) }
    var drawing = drawing()
    drawing.panels[0].notes = ["what it is"]
    drawing.panels[0].lanes[0].notes = ["of what"]
    drawing.panels[0].lanes[0].marks += tones.flatMap { tone -> [Drawing.Mark] in
      [
        .area([.init(0, 0), .init(1, 1)], tone), .line([.init(0, 0), .init(1, 1)], tone),
        .bar(from: 0, to: 1, value: 0.5, tone), .stem(.init(0.5, 1), tone),
        .band([.init(0, 0, 1), .init(1, 0, 0)], tone),
      ]
    }
    return drawing
  }

  @Test func `every text and every line stands out from the background of its theme`() throws {
    for theme in Page.Theme.allCases {
      let svg = Page(toned, theme: theme).svg
      let grounds = svg.matches(of: /<rect [^>]*fill="#(\w{6})"\/>/).prefix(2).map(\.1)
      #expect(Set(grounds).count == 2)
      for ground in grounds {
        let texts = svg.matches(of: /<text [^>]*fill="#(\w{6})"/)
        #expect(texts.count >= 7)
        for text in texts {
          let contrast = contrast(text.1, on: ground)
          #expect(contrast >= 4.5, "\(theme): text \(text.1)")
        }
        // The lines of ticks are half as wide and should be less visible.
        for line in svg.matches(of: /stroke="#(\w{6})" stroke-width="([1-9][.\d]*)"/) {
          #expect(theme == .dark || contrast(line.1, on: ground) >= 3, "\(theme): line \(line.1)")
        }
        for area in svg.matches(of: /fill="#(\w{6})" fill-opacity="([.\d]+)"/) {
          let contrast = contrast(area.1, Double(area.2) ?? 0, on: ground)
          #expect(theme == .dark || contrast >= 3, "\(theme): area \(area.1), \(contrast)")
        }
      }
    }
  }

  @Test func `the light theme has a white background, and the dark theme is the default`() {
    #expect(Page(drawing(), theme: .light).svg.contains(##"fill="#ffffff"/>"##))
    #expect(Page(drawing(), theme: .dark) == Page(drawing()))
  }

  @Test(arguments: [1.5, 2, 4])
  func `a scale multiplies the size of the page, its texts and its lines`(scale: Double) throws {
    let (one, large) = (Page(drawing(), width: 400), Page(drawing(), width: 400, scale: scale))
    #expect(Double(large.width) == 400 * scale)
    #expect(Double(large.height) == (Double(one.height) * scale).rounded(.up))
    let number = /\s(?:font-size|stroke-width|x|y)="([.\d]+)"/
    let (small, scaled) = (one.svg.matches(of: number), large.svg.matches(of: number))
    #expect(small.count == scaled.count && small.count > 20)
    for (before, after) in zip(small, scaled) {
      let (before, after) = (Double(before.1) ?? 0, Double(after.1) ?? 0)
      #expect(abs(before * scale - after) < 0.03)
    }
    #expect(Page.columns(width: 400, scale: scale) == Int(Double(Page.columns(width: 400)) * scale))
  }

  @Test func `an invalid scale is clamped to the nearest valid one`() {
    #expect(Page(drawing(), scale: .nan) == Page(drawing()))
    #expect(Page(drawing(), scale: 0) == Page(drawing()))
    #expect(Page(drawing(), scale: 100) == Page(drawing(), scale: 4))
  }

  @Test func `long titles and notes wrap between words and end in an ellipsis`() throws {
    let words = (100..<400).map(String.init).joined(separator: " ")
    var drawing = drawing(words)
    drawing.panels[0].notes = [words]
    let texts = Page(drawing, width: 500).svg.matches(of: />([^<]*)<\/text>/).map { String($0.1) }
    let lines = texts.filter { $0.count > 10 }
    #expect(lines.count == 6)
    for line in lines {
      let parts = line.split(separator: " ").filter { $0 != "…" }
      #expect(parts.allSatisfy { $0.count == 3 }, "\(line)")
    }
    #expect(lines.filter { $0.hasSuffix(" …") }.count == 2)
  }
}
