// What the modules with Apple's names have in common: the modules that Apple's re-export, and the names of Foundation that
// AudioSessionTesting declares.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import Observation

@_exported public import typealias AudioSessionTesting.CFRunLoop
@_exported public import typealias AudioSessionTesting.CFString
@_exported public import typealias AudioSessionTesting.CFURL
@_exported public import class AudioSessionTesting.NSKeyValueObservation
@_exported public import struct AudioSessionTesting.NSKeyValueObservedChange
@_exported public import struct AudioSessionTesting.NSKeyValueObservingOptions
@_exported public import typealias AudioSessionTesting.OSStatus
@_exported public import protocol AudioSessionTesting._KeyValueCodingAndObserving
@_exported public import let AudioSessionTesting.noErr
