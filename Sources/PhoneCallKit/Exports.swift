// The modules that Apple's module re-exports, and the names of this module that AudioSessionTesting declares.
@_exported public import PhoneAVFoundation

@_exported public import class AudioSessionTesting.CXAction
@_exported public import class AudioSessionTesting.CXAnswerCallAction
@_exported public import class AudioSessionTesting.CXCall
@_exported public import class AudioSessionTesting.CXCallAction
@_exported public import class AudioSessionTesting.CXCallController
@_exported public import enum AudioSessionTesting.CXCallEndedReason
@_exported public import class AudioSessionTesting.CXCallObserver
@_exported public import protocol AudioSessionTesting.CXCallObserverDelegate
@_exported public import class AudioSessionTesting.CXCallUpdate
@_exported public import class AudioSessionTesting.CXEndCallAction
@_exported public import struct AudioSessionTesting.CXError
@_exported public import struct AudioSessionTesting.CXErrorCodeIncomingCallError
@_exported public import struct AudioSessionTesting.CXErrorCodeRequestTransactionError
@_exported public import let AudioSessionTesting.CXErrorDomain
@_exported public import let AudioSessionTesting.CXErrorDomainIncomingCall
@_exported public import let AudioSessionTesting.CXErrorDomainRequestTransaction
@_exported public import class AudioSessionTesting.CXHandle
@_exported public import class AudioSessionTesting.CXPlayDTMFCallAction
@_exported public import class AudioSessionTesting.CXProvider
@_exported public import class AudioSessionTesting.CXProviderConfiguration
@_exported public import protocol AudioSessionTesting.CXProviderDelegate
@_exported public import class AudioSessionTesting.CXSetGroupCallAction
@_exported public import class AudioSessionTesting.CXSetHeldCallAction
@_exported public import class AudioSessionTesting.CXSetMutedCallAction
@_exported public import class AudioSessionTesting.CXStartCallAction
@_exported public import class AudioSessionTesting.CXTransaction
