import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import Testing

/// Mistakes that raise an exception on a phone, and end the process here.
struct EngineMistakeTests {
  private static func words(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `connecting a node that is not attached ends the process`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let engine = AVAudioEngine()
      engine.connect(AVAudioPlayerNode(), to: engine.mainMixerNode, format: nil)
    }
    #expect(Self.words(result).contains("[_nodes containsObject: node]"))
  }

  @Test func `playing while the engine is stopped ends the process`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
      engine.attach(player)
      engine.connect(player, to: engine.mainMixerNode, format: nil)
      player.play()
    }
    #expect(Self.words(result).contains("_engine->IsRunning()"))
  }

  @Test func `a buffer with other channels than the player's ends the process`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
      engine.attach(player)
      engine.connect(player, to: engine.mainMixerNode, format: nil)
      let mono = try #require(
        AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 1))
      let buffer = try #require(AVAudioPCMBuffer(pcmFormat: mono, frameCapacity: 16))
      player.scheduleBuffer(buffer)
    }
    #expect(Self.words(result).contains("_outputFormat.channelCount == buffer.format.channelCount"))
  }

  @Test func `a tap on an input without a format ends the process`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      AVAudioEngine().inputNode.installTap(onBus: 0, bufferSize: 4_800, format: nil) { _, _ in }
    }
    #expect(Self.words(result).contains("IsFormatSampleRateAndChannelCountValid(format)"))
  }
}
