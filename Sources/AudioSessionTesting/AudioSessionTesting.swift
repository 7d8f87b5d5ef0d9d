// The policy's types are what many members here take and return (why an interruption ended, what was
// refused, which version of the system): who imports this module has them.
@_exported public import AudioSession
