// What an app is notified of, and what is heard of it, when a call comes in and is declined.
import AudioSessionTesting
import Foundation

let phone = try SimulatedPhone(backgroundModes: .audio)
let observation = NotificationCenter.default.addObserver(
  forName: AVAudioSession.interruptionNotification, object: phone.app.session, queue: nil
) { print("notified:", $0.userInfo ?? [:]) }
phone.app.player.play()
try phone.receiveCall()
print("audible while it rings:", phone.app.isAudible)
try phone.declineCall()
phone.app.player.play()
print("audible afterwards:", phone.app.isAudible)
NotificationCenter.default.removeObserver(observation)
