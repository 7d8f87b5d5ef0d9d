import Foundation
import PhoneAVFoundation
import PhoneCallKit
import PhoneMediaPlayer
import PhoneUIKit
import Testing

/// The modules with Apple's names, without the policy's names.
@Suite struct ExportTests {
  @Test func `a name of Foundation that the policy has as well is not ambiguous`() {
    #expect(ObjectIdentifier(Port.self) == ObjectIdentifier(Foundation.Port.self))
  }

  @Test func `names that several modules re-export are not ambiguous`() {
    #expect(AVAudioSession.sharedInstance() === AVAudioSession.sharedInstance())
    #expect(
      "\(CXProvider.self) \(MPRemoteCommandCenter.self)" == "CXProvider MPRemoteCommandCenter")
  }

  /// Source: apps by others that import only AVFoundation and play system sounds, and a synthesizer that names `AUValue`.
  @Test func `the module of players has the names of AudioToolbox`() {
    #expect(kSystemSoundID_Vibrate == 4095)
    #expect(MemoryLayout<AUValue>.size == 4 && MemoryLayout<FourCharCode>.size == 4)
  }

  /// An operation that reports its end as Apple's page of `Operation` says.
  private final class AsynchronousOperation: Operation, @unchecked Sendable {
    private var hasEnded = false
    override var isFinished: Bool { hasEnded }

    func end() {
      willChangeValue(forKey: "isFinished")
      hasEnded = true
      didChangeValue(forKey: "isFinished")
    }
  }

  @Test func `the methods of Foundation's operations are not ambiguous`() {
    let operation = AsynchronousOperation()
    operation.end()
    #expect(operation.isFinished)
  }
}
