internal import HapticEngine

// The engine's types whose names are also names of types inside Apple's classes.
typealias EngineEventType = EventType
typealias EngineStoppedReason = StoppedReason
typealias EngineFinishedAction = FinishedAction

/// A value that an app passes and that does not have to be sendable, as in Apple's interfaces.
struct Unchecked<Value>: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the app is responsible, as on Apple's platforms.

  let value: Value

  init(_ value: Value) { self.value = value }
}
