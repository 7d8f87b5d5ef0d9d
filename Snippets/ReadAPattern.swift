// Reads a pattern file, and prints every problem with its line and column.
import HapticEngine

let path = CommandLine.arguments.dropFirst().first ?? "Patterns/heartbeat.ahap"
let reading = try AHAP.read(path: path)
for problem in reading.diagnostics { print(problem) }
if let pattern = reading.pattern {
  print("\(pattern.events.count) events, \(pattern.duration) s")
}
