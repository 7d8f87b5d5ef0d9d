// The names of this module that AudioSessionTesting declares, and the modules that Apple's module re-exports.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import Observation
@_exported public import PhoneFoundation

@_exported public import enum AudioSessionTesting.UIAccessibility
@_exported public import class AudioSessionTesting.UIApplication
@_exported public import struct AudioSessionTesting.UIBackgroundTaskIdentifier
@_exported public import class AudioSessionTesting.UIDevice
@_exported public import class AudioSessionTesting.UIFeedbackGenerator
@_exported public import class AudioSessionTesting.UIImpactFeedbackGenerator
@_exported public import protocol AudioSessionTesting.UIInputViewAudioFeedback
@_exported public import class AudioSessionTesting.UINotificationFeedbackGenerator
@_exported public import class AudioSessionTesting.UISelectionFeedbackGenerator
@_exported public import class AudioSessionTesting.UIView
