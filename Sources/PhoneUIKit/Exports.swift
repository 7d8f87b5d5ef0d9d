// The modules that Apple's module re-exports, and the names of this module that AudioSessionTesting declares.
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
@_exported public import enum AudioSessionTesting.UIUserInterfaceIdiom
@_exported public import class AudioSessionTesting.UIView
