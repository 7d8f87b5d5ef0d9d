// The modules that Apple's module re-exports.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
@_exported public import Observation
@_exported public import PhoneFoundation
