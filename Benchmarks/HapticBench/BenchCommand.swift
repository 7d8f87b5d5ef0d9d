import ArgumentParser
import Glibc
import HapticEngine
import Realtime
import TextFormats

/// The program behind `scripts/bench`.
@main
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "HapticBench",
    abstract: "Render the standard workloads and report the speed.",
    discussion: """
      Times are processor time of one core; the fastest of several runs counts. "x real time" is \
      seconds of signal per second of rendering.
      """)

  @Argument(help: "W1 to W4; all by default.")
  var workloads: [Workload] = Workload.allCases

  @Option(help: "The number of runs of each workload.")
  var runs = 5

  @Flag(
    help: """
      Measure a thousand voices of each kind, and a phone with sixteen apps, in blocks of 64 frames \
      instead.
      """)
  var voices = false

  @Flag(
    help: """
      Instead, measure the time from a key on a live phone to the first sample that it changes, with \
      several periods; on the null output, or on --device.
      """)
  var keys = false

  @Option(help: .init("The sound device of --keys, such as hw:0.", valueName: "pcm"))
  var device: String?

  @Flag(help: "Print a JSON array, or with --voices an object.")
  var json = false

  @Flag(
    help: .init("Print the workload as lines of numbers, for other programs.", visibility: .hidden))
  var export = false

  @Flag(help: .init("Print the arithmetic that computes the samples.", visibility: .hidden))
  var kernels = false

  @Flag(help: .init("Print the workload as AHAP, for other programs.", visibility: .hidden))
  var ahap = false

  @Flag(
    help: .init(
      "Write the samples of the haptic bus as 32-bit floats, for comparing.", visibility: .hidden))
  var samples = false

  @Option(
    help: .init(
      "Render this many blocks of 256 frames once and print nothing, to count instructions.",
      visibility: .hidden))
  var blocks: Int?

  func validate() throws {
    if runs < 1 { throw ValidationError("--runs is \(runs); it must be at least 1.") }
    if device != nil, !keys { throw ValidationError("--device requires --keys.") }
    if let blocks, !(0...1_000_000_000).contains(blocks) {
      throw ValidationError("--blocks is \(blocks); it must be from 0 to 1000000000.")
    }
  }

  func run() throws {
    if kernels {
      print(Arithmetic.fastest)
    } else if voices {
      try measureVoices()
    } else if keys {
      try measureKeys()
    } else if export {
      for workload in workloads {
        print(WorkloadExport.lines(try workload.pattern()), terminator: "")
      }
    } else if ahap {
      for workload in workloads {
        print(String(decoding: AHAP.encode(try workload.pattern()), as: UTF8.self), terminator: "")
      }
    } else if samples {
      for workload in workloads {
        try writeSamples(workload)
      }
    } else if let blocks {
      for workload in workloads {
        if workload == .w4 {
          try PhoneWorkload().render(blocks: blocks)
          continue
        }
        WorkloadResult.render(
          try renderer(workload), frames: blocks * 256, blockFrames: 256
        ) { _ in }
      }
    } else {
      try measure()
    }
  }

  private func writeSamples(_ workload: Workload) throws {
    let renderer = try renderer(workload)
    let silence = [Float](repeating: 0, count: WorkloadResult.blockFrames)
    try WorkloadResult.render(renderer, frames: renderer.frameCount) { block in
      let isSilent = unsafe block.signal.map { unsafe !$0.pointee.contains(.haptic) } ?? false
      let bytes = block.frameCount * MemoryLayout<Float>.size
      let written =
        isSilent
        ? unsafe write(STDOUT_FILENO, silence, bytes)
        : unsafe write(STDOUT_FILENO, block.haptic, bytes)
      if written != bytes { throw ValidationError("the samples could not be written") }
    }
  }

  private func renderer(_ workload: Workload) throws -> OfflineRenderer {
    try OfflineRenderer(try workload.pattern(), sampleRate: WorkloadResult.sampleRate)
  }

  private func measure() throws {
    var results: [Result] = []
    for workload in workloads {
      let result: Result =
        workload == .w4
        ? .phone(try PhoneWorkloadResult(runs: runs))
        : .pattern(try WorkloadResult(workload, runs: runs))
      if !json {
        switch result {
        case .pattern(let result): print(text(result))
        case .phone(let result): print(text(result))
        }
      }
      results.append(result)
    }
    if json { print(try JSONEncoding.text(results)) }
  }

  private enum Result: Encodable {
    case pattern(WorkloadResult)
    case phone(PhoneWorkloadResult)

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .pattern(let result): try result.encode(to: encoder)
      case .phone(let result): try result.encode(to: encoder)
      }
    }
  }

  private func measureVoices() throws {
    let results = try VoiceKind.allCases.map { try VoiceResult($0) }
    let seeks = try [1, 1e-6].map { try SeekResult(rate: $0) }
    let phone = try LivePhoneResult()
    if json {
      return print(
        try JSONEncoding.text(VoiceResults(voices: results, seeks: seeks, phone: phone)))
    }
    var rows = results.map { result in
      [
        result.summary, "\((result.medianSeconds * 1e6).brief) us",
        "mean \((result.meanSeconds * 1e6).brief) us",
        "\((result.shareOfBudget * 100).brief) % of the time the block lasts",
      ]
    }
    rows += seeks.map { seek in
      [
        "a seek within the moving events, rate \(seek.rate)",
        "\((seek.medianSeconds * 1e6).brief) us",
      ]
    }
    rows.append([
      "a phone, 16 apps and 200 haptic voices", "\((phone.medianSeconds * 1e6).brief) us",
      "99.9th percentile \((phone.percentileSeconds * 1e6).brief) us",
      "\((phone.shareOfBudget * 100).brief) % of the time the block lasts",
    ])
    print("1 000 voices, a block of 64 frames, the median; computed with \(Arithmetic.fastest)")
    print(table(rows))
  }

  /// Our choice of periods, in milliseconds: from the shortest that devices support to a long one.
  private static let keyPeriods = [1.333, 5, 21.333]

  private func measureKeys() throws {
    let results = try Self.keyPeriods.map {
      try KeyLatency(device: device, periodMilliseconds: $0)
    }
    if json { return print(try JSONEncoding.text(results)) }
    let milliseconds = { (seconds: Double) in "\((seconds * 1_000).rounded(to: 1)) ms" }
    let rows = results.map { result in
      [
        "a period of \(milliseconds(result.periodSeconds))",
        "median \(milliseconds(result.medianSeconds))",
        "longest \(milliseconds(result.longestSeconds))",
        "of at most \(milliseconds(result.limitSeconds))",
        "heard after \(milliseconds(result.heardSeconds))",
      ]
    }
    print("from a key to the first changed sample, on \(device?.printable ?? "the null output")")
    print(table(rows))
  }

  /// Returns the rows as indented lines, with the cells aligned in columns.
  private func table(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      zip(row, widths).map { cell, width in
        "  " + cell + String(repeating: " ", count: width - cell.count)
      }.joined()
    }.joined(separator: "\n")
  }

  private struct VoiceResults: Encodable {
    let voices: [VoiceResult]
    let seeks: [SeekResult]
    let phone: LivePhoneResult
  }

  private func text(_ result: PhoneWorkloadResult) -> String {
    let rows = [
      ["events and rendering", "\((result.renderSeconds * 1_000).brief) ms"],
      ["x real time", "\(Int(result.timesRealTime))"],
    ]
    return "\(result.workload): \(result.summary)\n" + table(rows)
  }

  private func text(_ result: WorkloadResult) -> String {
    var rows = [
      ["rendering", "\((result.renderSeconds * 1_000).brief) ms"],
      ["x real time", "\(Int(result.timesRealTime))"],
      ["frames per second", "\(Int(result.framesPerSecond))"],
      ["voice frames per second", "\(Int(result.voiceFramesPerSecond))"],
      ["maximum polyphony", "\(result.polyphony) voices"],
      ["compiling", "\((result.compileSeconds * 1_000).brief) ms"],
    ]
    for reading in result.reading {
      rows.append([
        "reading, \(reading.form.rawValue)",
        "\((reading.seconds * 1_000).brief) ms, \(Int(reading.speed)) MB/s",
      ])
    }
    let added = (Double(result.renderMemoryBytes) / 1_048_576).brief
    rows.append([
      "peak memory so far",
      "\(result.peakMemoryBytes / 1_048_576) MiB, \(added) of them for rendering",
    ])
    return "\(result.workload): \(result.summary)\n" + table(rows)
  }
}
