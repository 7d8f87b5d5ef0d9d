internal import AudioSession
public import Foundation
internal import PhoneRuntime
internal import Realtime

/// The number of a system sound.
public typealias SystemSoundID = UInt32
/// The result of one of Apple's C functions: 0 on success.
public typealias OSStatus = Int32

/// A code of four characters, such as that of an audio format.
public typealias FourCharCode = UInt32

/// The value of a parameter of an audio unit.
public typealias AUValue = Float
/// A file, as a parameter of Core Foundation functions: `url as CFURL` compiles.
public typealias CFURL = URL
/// A text, as a parameter of Core Foundation functions: `"text" as CFString` compiles.
public typealias CFString = NSString
/// A run loop, as a parameter of Core Foundation functions.
public typealias CFRunLoop = RunLoop

/// Success, as the result of one of Apple's C functions.
public let noErr: OSStatus = 0

/// The vibration alone; a device without a motor ignores it.
public let kSystemSoundID_Vibrate: SystemSoundID = 0x0000_0FFF
/// Success.
public let kAudioServicesNoError: OSStatus = 0
/// Failure without a stated reason.
///
/// Source: `AudioServices.h`.
public let kAudioServicesSystemSoundUnspecifiedError: OSStatus = -1500

/// Creates a system sound from a file.
///
/// The file is not opened. Its name must end in `.caf`, `.aif`, `.aiff` or `.wav`. The sound lasts one second unless
/// `SimulatedPhone.setSoundSeconds` sets another length.
///
/// - Parameters:
///   - inFileURL: the file.
///   - outSystemSoundID: set to the sound's number.
/// - Returns: `kAudioServicesNoError`, or `kAudioServicesSystemSoundUnspecifiedError` for a file that
///   cannot be a system sound.
/// - Thread: any.
@discardableResult
public func AudioServicesCreateSystemSoundID(
  _ inFileURL: CFURL, _ outSystemSoundID: inout SystemSoundID
) -> OSStatus {
  guard ["caf", "aif", "aiff", "wav"].contains(inFileURL.pathExtension.lowercased()) else {
    return kAudioServicesSystemSoundUnspecifiedError
  }
  outSystemSoundID = SystemSounds.shared.add(inFileURL.path)
  return kAudioServicesNoError
}

/// Disposes of a system sound.
///
/// Its number does not play anything afterwards.
///
/// - Parameter inSystemSoundID: the sound.
/// - Returns: `kAudioServicesNoError`, or `kAudioServicesSystemSoundUnspecifiedError` if the sound does not exist.
/// - Thread: any.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
  SystemSounds.shared.remove(inSystemSoundID)
    ? kAudioServicesNoError : kAudioServicesSystemSoundUnspecifiedError
}

/// Plays a system sound of the app under test, which replaces the sound that is playing.
///
/// A number that was not created by `AudioServicesCreateSystemSoundID` is silent: "System-supplied alert sounds and
/// system-supplied user-interface sound effects are not available to your iOS application" (page of
/// `AudioServicesPlayAlertSound`).
///
/// - Parameter inSystemSoundID: the sound, or `kSystemSoundID_Vibrate`.
/// - Thread: any.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
  AudioServicesPlaySystemSoundWithCompletion(inSystemSoundID, nil)
}

/// Plays a system sound of the app under test as an alert, with a vibration that depends on the user's settings.
///
/// - Parameter inSystemSoundID: the sound, or `kSystemSoundID_Vibrate`.
/// - Thread: any.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
  AudioServicesPlayAlertSoundWithCompletion(inSystemSoundID, nil)
}

/// Plays a system sound, and calls back when the sound is over, is cut off by the next sound, or does not play.
///
/// Source: `AudioServices.h`: the completion block is executed for every attempt to play a system sound, irrespective
/// of success or failure. Our choice: the block of a suspended app is executed when the app runs again, and the block
/// of a process that has ended is never executed, because neither executes code.
///
/// - Parameters:
///   - inSystemSoundID: the sound, or `kSystemSoundID_Vibrate`.
///   - inCompletionBlock: called when the sound is over.
/// - Thread: any.
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
  SystemSounds.shared.play(inSystemSoundID, .uiFeedback, inCompletionBlock)
}

/// Plays a system sound as an alert, and calls back as `AudioServicesPlaySystemSoundWithCompletion` does.
///
/// - Parameters:
///   - inSystemSoundID: the sound, or `kSystemSoundID_Vibrate`.
///   - inCompletionBlock: called when the sound is over.
/// - Thread: any.
public func AudioServicesPlayAlertSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
  SystemSounds.shared.play(inSystemSoundID, .alert, inCompletionBlock)
}

/// The function that is called when a sound is over, with the sound and the value that was given with the function.
public typealias AudioServicesSystemSoundCompletionProc = (
  SystemSoundID, UnsafeMutableRawPointer?
) -> Void

/// Calls a function each time that a system sound is over, in addition to the completion blocks of single calls.
///
/// The function replaces the sound's previous one. Deprecated in iOS 9; use `AudioServicesPlaySystemSoundWithCompletion`.
///
/// - Parameters:
///   - inSystemSoundID: the sound.
///   - inRunLoop: not used.
///   - inRunLoopMode: not used.
///   - inCompletionRoutine: the function, called where completion blocks are called.
///   - inClientData: the value that the function receives.
/// - Returns: `kAudioServicesNoError`, or `kAudioServicesSystemSoundUnspecifiedError` if the sound does not exist.
/// - Thread: any.
@discardableResult
public func AudioServicesAddSystemSoundCompletion(
  _ inSystemSoundID: SystemSoundID, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
  _ inCompletionRoutine: @escaping AudioServicesSystemSoundCompletionProc,
  _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  // SAFETY: the pointer is only passed to the app's function, as Apple documents.
  let routine = Unchecked { unsafe inCompletionRoutine(inSystemSoundID, inClientData) }
  let isKnown = SystemSounds.shared.setCompletion(of: inSystemSoundID) { routine.value() }
  return isKnown ? kAudioServicesNoError : kAudioServicesSystemSoundUnspecifiedError
}

/// Stops calling the function of `AudioServicesAddSystemSoundCompletion` for a system sound.
///
/// - Parameter inSystemSoundID: the sound.
/// - Thread: any.
public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
  _ = SystemSounds.shared.setCompletion(of: inSystemSoundID, nil)
}

/// The sounds that were created from files.
private final class SystemSounds: Sendable {
  static let shared = SystemSounds()

  private struct Known: HoldsUserValues {
    var sounds: [SystemSoundID: Sound] = [kSystemSoundID_Vibrate: Sound(name: "vibrate")]
    /// The next number, above the vibration's number and above the numbers that practitioners use for Apple's own
    /// sounds.
    var next: SystemSoundID = 0x0001_0000

    var userValues: any Sendable { sounds }
  }

  private struct Sound: Sendable {
    let name: String
    var completion: (@Sendable () -> Void)?
  }

  private let known = UserGuarded(Known())

  func add(_ path: String) -> SystemSoundID {
    known.withLock { known in
      known.next += 1
      known.sounds[known.next] = Sound(name: path)
      return known.next
    }
  }

  func remove(_ id: SystemSoundID) -> Bool {
    if id == kSystemSoundID_Vibrate { return false }
    return known.withLock { $0.sounds.removeValue(forKey: id) != nil }
  }

  /// Sets the function that is called each time that a sound is over.
  ///
  /// - Returns: whether the sound exists.
  func setCompletion(of id: SystemSoundID, _ completion: (@Sendable () -> Void)?) -> Bool {
    known.withLock { known in
      known.sounds[id]?.completion = completion
      return known.sounds[id] != nil
    }
  }

  private func isOver(_ id: SystemSoundID, _ completion: (@Sendable () -> Void)?) {
    completion?()
    known.withLock { $0.sounds[id]?.completion }?()
  }

  func play(_ id: SystemSoundID, _ sound: SoundClass, _ completion: (@Sendable () -> Void)?) {
    let app = SimulatedPhone.current.app
    let name = known.withLock { $0.sounds[id]?.name }
    guard let name, id != kSystemSoundID_Vibrate else {
      if let name { _ = try? app.playSound(.vibration, named: name) }
      isOver(id, completion)
      return
    }
    let wait = app.binding.notifications.awaitEnd(of: name, by: app.id) {
      self.isOver(id, completion)
    }
    let verdict = try? app.playSound(sound, named: name)
    if verdict != .played { app.binding.notifications.endWait(wait) }
  }
}
