import Drawing
import HapticCharts
import HapticEngine
import HapticFormats
import Testing

@testable import haptic

/// The steps of the tour as printed.
struct TourPageTests {
  private static func lines(_ index: Int, columns: Int, rows: Int?) throws -> [String] {
    let step = TourStep.all[index]
    let drawing = try Drawing(
      of: [DrawnPattern(try step.pattern(), name: "The example")], profile: .audible)
    let text = TourPage(columns: columns, rows: rows)
      .text(of: step, number: index + 1, drawing: drawing)
    #expect(text.hasSuffix("\n"))
    return text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test(arguments: 0..<TourStep.all.count, [(80, 24), (100, 30), (200, 50)])
  func `title, text, command, chart and task of a step fit on one screen`(
    index: Int, size: (columns: Int, rows: Int)
  ) throws {
    let step = TourStep.all[index]
    let lines = try Self.lines(index, columns: size.columns, rows: size.rows)
    // The prompt also takes a row.
    #expect(lines.count <= size.rows - 1)
    #expect(lines.allSatisfy { $0.count <= size.columns }, "\(lines)")
    let text = lines.joined(separator: " ")
    #expect(lines[1] == "\(index + 1) of 12: \(step.title)")
    for word in step.text.split(separator: " ") { #expect(text.contains(word)) }
    #expect(text.contains("haptic play"))
    #expect(lines.contains { $0.hasPrefix("intensity ") || $0.contains(" 0.5┤") })
    #expect(lines.contains { $0.contains("┬0s") })
    #expect(text.contains("Task: ") == (step.task != nil))
    // Decibels have not been explained yet.
    #expect(!text.contains(" dB┤"))
  }

  @Test(arguments: 0..<TourStep.all.count)
  func `a long notation is folded so that the shell can still parse it`(index: Int) throws {
    let step = TourStep.all[index]
    let lines = try Self.lines(index, columns: 80, rows: 24)
    guard let first = lines.firstIndex(where: { $0.hasPrefix("  haptic play --notation \"") })
    else {
      #expect(lines.contains("  haptic play \(step.notation)"))
      return
    }
    let end = try #require(lines[first...].firstIndex { $0.hasSuffix("\"") })
    let command = lines[first...end].joined(separator: "\n")
    let notation = command.dropFirst("  haptic play --notation \"".count).dropLast()
    #expect(try HapticPattern(notation: String(notation)) == step.pattern())
  }

  @Test func `a larger terminal shows more lanes, and a small one only the text`() throws {
    let lanes = { (lines: [String]) in
      Set(
        lines.filter { $0.contains("┤") || $0.contains("│") }
          .compactMap { $0.split(separator: " ").first.map(String.init) })
    }
    // The lesson on sharpness.
    let small = lanes(try Self.lines(2, columns: 80, rows: 24))
    #expect(small.isSuperset(of: ["events", "intensity", "sharpness"]))
    #expect(!small.contains("signal"))
    let large = lanes(try Self.lines(2, columns: 200, rows: 50))
    #expect(large.isSuperset(of: ["intensity", "sharpness", "signal"]))
    let tiny = try Self.lines(2, columns: 80, rows: 12)
    #expect(lanes(tiny).isEmpty && tiny.contains { $0.hasPrefix("Task: ") })
    #expect(try !lanes(Self.lines(2, columns: 80, rows: nil)).contains("feeling"))
  }

  @Test func `the chart of an answer leaves room for the comment on it`() throws {
    let pattern = try HapticPattern(notation: "3x(tap, rest 100ms), buzz 1s 0..1, tone 1s")
    let drawing = try Drawing(of: [DrawnPattern(pattern, name: "Your answer")])
    let chart = TourPage(columns: 80, rows: 24).chart(ofAnswer: drawing)
    #expect(chart.hasPrefix("Your answer\n"))
    #expect(chart.split(separator: "\n").count <= 20)
  }
}
