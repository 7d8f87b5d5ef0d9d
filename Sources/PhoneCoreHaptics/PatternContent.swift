internal import Foundation
internal import HapticEngine
internal import TextFormats

/// The duration of an event that does not end, as GameController declares it.
///
/// Our choice: Apple does not publish the value.
package let infiniteDuration = Double(Float.greatestFiniteMagnitude)

/// The content of a pattern, as a value that has been checked.
struct PatternContent: Sendable {
  /// The pattern of the engine.
  ///
  /// A registered sound has a placeholder as its path.
  let pattern: HapticPattern
  /// The registered sounds, by the indices of the entries.
  let resources: [Int: CHHapticAudioResourceID]
  /// The name under which the phone lists the haptic.
  let name: String
  /// The folder of the pattern's file; nil if the pattern does not come from a file.
  let folder: String?

  /// Creates the content of a pattern from its objects.
  init(
    _ events: [CHHapticEvent], _ parameters: [CHHapticDynamicParameter],
    _ curves: [CHHapticParameterCurve]
  ) throws {
    var entries = EntryList()
    for (index, event) in events.enumerated() { entries.add(event, "events[\(index)]") }
    for (index, parameter) in parameters.enumerated() {
      entries.add(parameter, "parameters[\(index)]")
    }
    for (index, curve) in curves.enumerated() { entries.add(curve, "parameterCurves[\(index)]") }
    self.init(
      try entries.pattern(), resources: entries.resources, name: Self.name(events.count),
      folder: nil)
  }

  /// Creates the content of a pattern from a dictionary.
  init(dictionary: [AnyHashable: Any]) throws {
    var text = DictionaryText()
    try text.write(dictionary)
    let reading = AHAP.read(text.output, file: "dictionary")
    // The lines of this text are not the app's, so only the path of a problem is stated.
    try self.init(reading, name: nil, folder: nil) { problem in
      problem.path.isEmpty ? problem.message : "\(problem.path): \(problem.message)"
    }
  }

  /// Creates the content of a pattern from a file.
  init(file url: URL) throws {
    guard url.isFileURL else {
      throw CHHapticError(.fileNotFound, "\(url): not the URL of a file")
    }
    let reading: AHAPReading
    do throws(TextFileError) {
      reading = try AHAP.read(path: url.path)
    } catch {
      if case .notFound = error { throw CHHapticError(.fileNotFound, error.description) }
      throw CHHapticError(.invalidPatternData, error.description)
    }
    let name = url.deletingPathExtension().lastPathComponent
    try self.init(reading, name: name, folder: url.deletingLastPathComponent().path)
  }

  /// Creates the content of a pattern that was read.
  ///
  /// - Parameters:
  ///   - reading: the pattern, or the problems.
  ///   - name: the name of the pattern; nil for a name that states the number of events.
  ///   - folder: the folder of the file.
  ///   - line: returns the line that describes a problem.
  /// - Throws: `CHHapticError` with every error.
  init(
    _ reading: AHAPReading, name: String?, folder: String?,
    _ line: (AHAPDiagnostic) -> String = { $0.description }
  ) throws {
    guard let pattern = reading.pattern else {
      let errors = reading.diagnostics.filter { $0.severity == .error }
      let more = reading.errorCount - errors.count
      let lines = errors.map(line) + (more > 0 ? ["and \(more) more errors"] : [])
      let code = errors.first?.deviceError ?? .invalidPatternData
      throw CHHapticError(CHHapticError.Code(code), lines.joined(separator: "\n"))
    }
    self.init(
      pattern, resources: [:], name: name ?? Self.name(pattern.events.count), folder: folder)
  }

  private init(
    _ pattern: HapticPattern, resources: [Int: CHHapticAudioResourceID], name: String,
    folder: String?
  ) {
    self.pattern = pattern
    self.resources = resources
    self.name = name
    self.folder = folder
  }

  /// The name of a pattern that does not come from a file.
  private static func name(_ events: Int) -> String { events == 1 ? "1 event" : "\(events) events" }

  /// Whether the pattern contains haptic events.
  var isHaptic: Bool { pattern.events.contains { $0.type.isHaptic } }
}

/// The entries of a pattern and the problems of the objects that they are made from.
private struct EntryList {
  private var entries: [HapticPattern.Entry] = []
  /// The objects from which the entries are made, such as `events[3]`.
  private var places: [String] = []
  private var problems: [(code: CHHapticError.Code, text: String)] = []
  private(set) var resources: [Int: CHHapticAudioResourceID] = [:]

  mutating func add(_ event: CHHapticEvent, _ place: String) {
    guard let type = EngineEventType(rawValue: event.type.rawValue) else {
      problems.append(
        (
          .invalidEventType,
          "\(place): the event type \(Quoted.words(event.type.rawValue)) is not known"
        ))
      return
    }
    var parameters: [EventParameter] = []
    for (index, parameter) in event.eventParameters.enumerated() {
      guard let id = EventParameter.ID(rawValue: parameter.parameterID.rawValue) else {
        refuse(parameter.parameterID.rawValue, "\(place).eventParameters[\(index)]")
        continue
      }
      parameters.append(EventParameter(id, Double(parameter.value)))
    }
    if let resource = event.resource { resources[entries.count] = resource }
    add(
      .event(
        HapticEvent(
          type, at: event.relativeTime,
          duration: event.duration == 0 || event.duration == infiniteDuration
            ? nil : event.duration,
          parameters: parameters,
          waveform: event.resource.map { HapticEvent.Waveform(path: "resource \($0)") })),
      place)
  }

  mutating func add(_ parameter: CHHapticDynamicParameter, _ place: String) {
    guard let id = DynamicParameter.ID(rawValue: parameter.parameterID.rawValue) else {
      return refuse(parameter.parameterID.rawValue, place)
    }
    add(
      .parameter(DynamicParameter(id, Double(parameter.value), at: parameter.relativeTime)), place)
  }

  mutating func add(_ curve: CHHapticParameterCurve, _ place: String) {
    guard let id = DynamicParameter.ID(rawValue: curve.parameterID.rawValue) else {
      return refuse(curve.parameterID.rawValue, place)
    }
    let points = curve.controlPoints.map {
      ParameterCurve.ControlPoint(at: $0.relativeTime, Double($0.value))
    }
    add(.curve(ParameterCurve(id, at: curve.relativeTime, controlPoints: points)), place)
  }

  private mutating func add(_ entry: HapticPattern.Entry, _ place: String) {
    entries.append(entry)
    places.append(place)
  }

  private mutating func refuse(_ word: String, _ place: String) {
    problems.append(
      (.invalidParameterType, "\(place): the parameter \(Quoted.words(word)) is not known"))
  }

  /// Returns the pattern.
  ///
  /// - Throws: `CHHapticError` with every problem, of which at most `AHAP.maximumDiagnostics` are listed.
  func pattern() throws -> HapticPattern {
    var problems = problems
    do throws(PatternError) {
      let pattern = try HapticPattern(entries: entries)
      if problems.isEmpty { return pattern }
    } catch {
      problems += error.problems.map {
        (CHHapticError.Code($0.cause), "\(places[$0.entry]): \($0.cause.text)")
      }
    }
    let listed = problems.prefix(AHAP.maximumDiagnostics)
    let more = problems.count - listed.count
    let lines = listed.map(\.text) + (more > 0 ? ["and \(more) more errors"] : [])
    throw CHHapticError(
      listed.first?.code ?? .invalidPatternData, lines.joined(separator: "\n"))
  }
}

extension CHHapticError.Code {
  /// The code of a problem, which the engine documents at each case.
  init(_ cause: PatternError.Cause) {
    self =
      switch cause {
      case .invalidTime: .invalidEventTime
      case .invalidDuration: .invalidEventDuration
      case .invalidValue, .noControlPoints: .badParameterEntry
      case .noWaveform: .invalidAudioResource
      }
  }
}
