// The modules that Apple's module re-exports, and the names of this module that AudioSessionTesting declares.
@_exported public import PhoneFoundation

@_exported public import enum AudioSessionTesting.UNAlertStyle
@_exported public import struct AudioSessionTesting.UNAuthorizationOptions
@_exported public import enum AudioSessionTesting.UNAuthorizationStatus
@_exported public import class AudioSessionTesting.UNMutableNotificationContent
@_exported public import class AudioSessionTesting.UNNotification
@_exported public import class AudioSessionTesting.UNNotificationContent
@_exported public import let AudioSessionTesting.UNNotificationDefaultActionIdentifier
@_exported public import let AudioSessionTesting.UNNotificationDismissActionIdentifier
@_exported public import struct AudioSessionTesting.UNNotificationPresentationOptions
@_exported public import class AudioSessionTesting.UNNotificationRequest
@_exported public import class AudioSessionTesting.UNNotificationResponse
@_exported public import enum AudioSessionTesting.UNNotificationSetting
@_exported public import class AudioSessionTesting.UNNotificationSettings
@_exported public import class AudioSessionTesting.UNNotificationSound
@_exported public import struct AudioSessionTesting.UNNotificationSoundName
@_exported public import class AudioSessionTesting.UNNotificationTrigger
@_exported public import class AudioSessionTesting.UNPushNotificationTrigger
@_exported public import class AudioSessionTesting.UNUserNotificationCenter
@_exported public import protocol AudioSessionTesting.UNUserNotificationCenterDelegate
