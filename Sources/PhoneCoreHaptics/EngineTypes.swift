internal import HapticEngine

// The engine's types whose names are also names of types inside Apple's classes.
typealias EngineEventType = EventType
typealias EngineStoppedReason = StoppedReason
typealias EngineFinishedAction = FinishedAction
