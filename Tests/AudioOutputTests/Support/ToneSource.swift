import Foundation
import Realtime
import Synchronization

/// A sine of amplitude 0.5 on the haptic bus, silence on the others.
final class ToneSource: BlockSource {
  private let hertz: Double
  private let position = Atomic<Int>(0)
  private let rate = Atomic<UInt64>(0)

  init(hertz: Double) { self.hertz = hertz }

  func prepare(sampleRate: Double) { rate.store(sampleRate.bitPattern, ordering: .releasing) }

  func render(into block: BusBlock) {
    let start = position.load(ordering: .relaxed)
    let rate = Double(bitPattern: rate.load(ordering: .acquiring))
    for i in 0..<block.frameCount {
      unsafe block.haptic[i] = Self.sample(start + i, hertz: hertz, rate: rate)
      unsafe block.audioLeft[i] = 0
      unsafe block.audioRight[i] = 0
    }
    position.store(start + block.frameCount, ordering: .releasing)
  }

  func collect() {}

  static func sample(_ frame: Int, hertz: Double, rate: Double) -> Float {
    Float(0.5 * sin(2 * .pi * hertz * Double(frame) / rate))
  }
}
