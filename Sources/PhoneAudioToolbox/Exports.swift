// The names of this module that AudioSessionTesting declares, and the modules that Apple's module re-exports.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import Observation
@_exported public import PhoneFoundation

@_exported public import func AudioSessionTesting.AudioServicesCreateSystemSoundID
@_exported public import func AudioSessionTesting.AudioServicesDisposeSystemSoundID
@_exported public import func AudioSessionTesting.AudioServicesPlayAlertSound
@_exported public import func AudioSessionTesting.AudioServicesPlayAlertSoundWithCompletion
@_exported public import func AudioSessionTesting.AudioServicesPlaySystemSound
@_exported public import func AudioSessionTesting.AudioServicesPlaySystemSoundWithCompletion
@_exported public import typealias AudioSessionTesting.CFURL
@_exported public import typealias AudioSessionTesting.OSStatus
@_exported public import typealias AudioSessionTesting.SystemSoundID
@_exported public import let AudioSessionTesting.kAudioServicesNoError
@_exported public import let AudioSessionTesting.kAudioServicesSystemSoundUnspecifiedError
@_exported public import let AudioSessionTesting.kSystemSoundID_Vibrate
