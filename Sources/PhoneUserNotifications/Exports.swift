// The names of this module that AudioSessionTesting declares, and the modules that Apple's module re-exports.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import Observation
@_exported public import PhoneFoundation

@_exported public import enum AudioSessionTesting.UNAlertStyle
@_exported public import struct AudioSessionTesting.UNAuthorizationOptions
@_exported public import enum AudioSessionTesting.UNAuthorizationStatus
@_exported public import class AudioSessionTesting.UNNotification
@_exported public import struct AudioSessionTesting.UNNotificationPresentationOptions
@_exported public import enum AudioSessionTesting.UNNotificationSetting
@_exported public import class AudioSessionTesting.UNNotificationSettings
@_exported public import class AudioSessionTesting.UNUserNotificationCenter
@_exported public import protocol AudioSessionTesting.UNUserNotificationCenterDelegate
