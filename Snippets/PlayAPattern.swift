// Plays a preset on the default sound device, and waits until it has been played.
import AudioOutput
import HapticEngine

let engine = HapticEngine(output: ALSAOutput())
try engine.start()
try engine.play(HapticPreset.notificationSuccess.pattern)
await engine.playersFinished()
engine.stop()
print("played")
