import TestSupport
import Testing

@testable import HapticEngine

/// Tests of the kernels for all kinds of processor that this one supports.
@Suite struct ArithmeticTests {
  private func pattern(seed: UInt64) throws -> HapticPattern {
    var generator = PatternGenerator(seed: seed, sampleRate: 8_000, length: 0.5, extras: .tones)
    return try generator.pattern()
  }

  @Test func `the fastest arithmetic is supported, and all names are distinct`() {
    #expect(Arithmetic.all.contains(.fastest))
    #expect(Arithmetic.all.first == .portable)
    #expect(Arithmetic.portable.description == "portable")
    #expect(Set(Arithmetic.all.map(\.description)).count == Arithmetic.all.count)
  }

  @Test(arguments: Arithmetic.all, 7_000..<7_020 as Range<UInt64>)
  func `any arithmetic matches the reference`(arithmetic: Arithmetic, seed: UInt64) throws {
    let pattern = try pattern(seed: seed)
    let profile = Profile.builtIn[Int(seed % 4)]
    let rendered = try RenderedSignal(
      pattern, sampleRate: 8_000, profile: profile, arithmetic: arithmetic)
    let reference = ReferenceSignal(pattern, sampleRate: 8_000, profile: profile)
      .hapticBus(frameCount: rendered.haptic.count)
    let worst = SampleDifference.largest(of: rendered.haptic, from: reference)
    #expect(worst.magnitude <= 1e-4, "seed \(seed), \(arithmetic), \(worst)")
  }

  @Test(arguments: Arithmetic.all, 7_100..<7_110 as Range<UInt64>)
  func `blocks of any size give the same bits in any arithmetic`(
    arithmetic: Arithmetic, seed: UInt64
  ) throws {
    let pattern = try pattern(seed: seed)
    let whole = try RenderedSignal(
      pattern, sampleRate: 8_000, blockSizes: [65_536], arithmetic: arithmetic)
    for blockSizes in [[1], [7], [64], [777], [1, 500, 0, 63, 64, 65, 2]] {
      let cut = try RenderedSignal(
        pattern, sampleRate: 8_000, blockSizes: blockSizes, arithmetic: arithmetic)
      #expect(cut.isIdentical(to: whole), "seed \(seed), blocks of \(blockSizes)")
    }
  }

  @Test(arguments: 7_200..<7_230 as Range<UInt64>)
  func `all arithmetics with fused multiply-add give the same bits`(seed: UInt64) throws {
    let pattern = try pattern(seed: seed)
    let fused = try Arithmetic.all.dropFirst().map {
      try RenderedSignal(pattern, sampleRate: 8_000, arithmetic: $0)
    }
    for other in fused.dropFirst() { #expect(other.isIdentical(to: fused[0]), "seed \(seed)") }
  }

  @Test func `the portable bits match the recording`() throws {
    // Golden value: the result of a processor without fused multiply-add, which any other has to match.
    let rendered = try RenderedSignal(variedPattern(), arithmetic: .portable)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for bus in rendered.buses {
      for sample in bus {
        hash = (hash ^ UInt64(sample.bitPattern)) &* 0x100_0000_01B3
      }
    }
    #expect(hash == 0x9458_A693_4F6D_27DD)
  }
}
