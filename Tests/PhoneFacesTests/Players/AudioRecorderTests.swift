import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import Testing

/// `AVAudioRecorder` on a simulated phone.
@MainActor @Suite struct AudioRecorderTests {
  private var phone: SimulatedPhone { .current }

  private static let settings: [String: Any] = [
    AVFormatIDKey: Int(kAudioFormatMPEG4AAC), AVSampleRateKey: 16_000.0,
    AVNumberOfChannelsKey: 2, AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
  ]

  /// Gives `body` a recorder of a file in a folder that exists only during the call.
  private func withRecorder(
    _ name: String = "memo.m4a",
    _ body: @MainActor (AVAudioRecorder, RecorderLog) async throws -> Void
  ) async throws {
    try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    let recorder = try AVAudioRecorder(url: file, settings: Self.settings)
    let log = RecorderLog()
    recorder.delegate = log
    try await body(recorder, log)
  }

  @Test(.phone(), arguments: ["memo.m4a", "memo.wav", "memo.caf"])
  func `a recording has its length in the file`(_ name: String) async throws {
    try await withRecorder(name) { recorder, log in
      #expect(recorder.record() && recorder.isRecording && phone.app.isActive)
      phone.advance(by: 2)
      recorder.pause()
      phone.advance(by: 5)
      #expect(!recorder.isRecording && recorder.currentTime == 2)
      recorder.record()
      phone.advance(by: 1)
      recorder.stop()
      #expect(recorder.currentTime == 0 && log.steps.isEmpty)
      await phone.settle()
      #expect(log.steps == ["finished true"])
      let player = try AVAudioPlayer(contentsOf: recorder.url)
      #expect(player.duration == 3 && player.numberOfChannels == 2)
      #expect(recorder.deleteRecording() && !recorder.deleteRecording())
    }
  }

  @Test(.phone()) func `a recording ends after its duration`() async throws {
    try await withRecorder { recorder, log in
      #expect(recorder.record(atTime: recorder.deviceCurrentTime + 1, forDuration: 4))
      phone.advance(by: 4)
      #expect(recorder.isRecording && recorder.currentTime == 3)
      #expect(!recorder.deleteRecording())
      phone.advance(by: 1)
      #expect(!recorder.isRecording && log.steps == ["finished true"])
      #expect(recorder.fileSeconds == 4)
    }
  }

  // Source: `AVAudioRecorder.h`: "The recorded file will be closed."
  @Test(.phone()) func `a call closes the file, and recording begins anew`() async throws {
    try await withRecorder { recorder, log in
      recorder.record()
      phone.advance(by: 7)
      try phone.receiveCall()
      #expect(!recorder.isRecording)
      #expect(recorder.fileSeconds == 7)
      try phone.declineCall()
      #expect(log.steps == ["interruption", "end 1"])
      #expect(recorder.record() && recorder.currentTime == 0)
      phone.advance(by: 1)
      recorder.stop()
      #expect(recorder.fileSeconds == 1)
    }
  }

  @Test(.phone()) func `a recording needs a place and a possible format`() throws {
    try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
    let nowhere = URL(fileURLWithPath: "/missing/memo.caf")
    let recorder = try AVAudioRecorder(url: nowhere, settings: [:])
    #expect(!recorder.prepareToRecord() && !recorder.record() && !phone.app.isActive)
    recorder.isMeteringEnabled = true
    recorder.updateMeters()
    #expect(
      recorder.averagePower(forChannel: 0) == -160 && recorder.peakPower(forChannel: 0) == -160)
    for key in [AVNumberOfChannelsKey, AVLinearPCMBitDepthKey, AVSampleRateKey] {
      #expect { try AVAudioRecorder(url: nowhere, settings: [key: 0]) } throws: {
        ($0 as NSError).code == 1_718_449_215
      }
    }
  }

  @Test(.phone()) func `a category without input does not record`() async throws {
    try await withRecorder { recorder, _ in
      try AVAudioSession.sharedInstance().setCategory(.playback)
      #expect(!recorder.record() && !recorder.isRecording)
    }
  }
}

extension AVAudioRecorder {
  /// The length of the recorded file; nil if it cannot be read.
  fileprivate var fileSeconds: Double? { (try? AVAudioPlayer(contentsOf: url))?.duration }
}

/// Notes what a recorder tells its delegate.
@MainActor final class RecorderLog: NSObject, @preconcurrency AVAudioRecorderDelegate {
  var steps: [String] = []

  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
    steps.append("finished \(flag)")
  }

  func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) { steps.append("interruption") }

  func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {
    steps.append("end \(flags)")
  }
}
