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
}
