// The modules that Apple's module re-exports.
@_exported public import PhoneFoundation
