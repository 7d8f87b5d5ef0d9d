internal import TextFormats

/// The result of a type check of an app's files.
public struct CompilerMessages: Sendable {
  /// The errors of each file, by its path as it was given to the compiler.
  public private(set) var errors: [String: [PortingRemark]] = [:]
  /// The modules that the compiler did not find, in order of the alphabet.
  public private(set) var missingModules: [String] = []
  /// The errors that do not belong to a place in one of the files.
  public private(set) var others: [String] = []

  /// Reads what the compiler printed, one message on a line: `path:line:column: error: message`.
  ///
  /// - Parameters:
  ///   - text: what the compiler printed.
  ///   - paths: the paths by which the files are called in `errors`, by their paths in `text`.
  public init(_ text: String, paths: [String: String] = [:]) {
    var missing: Set<String> = []
    var steps: [String] = []
    var expansion: String?
    for line in text.split(whereSeparator: \.isNewline) {
      // An error in the expansion of a macro belongs to the place that the next line names.
      if let message = expansion {
        expansion = nil
        if let place = Self.origin(line, paths) {
          errors[place.path, default: []].append(PortingRemark(place.location, message))
          others.removeLast()
        }
      }
      // Below a message, the compiler repeats it beside the source, behind spaces and numbers.
      guard let found = line.prefixMatch(of: /(?:(.+?):(\d+):(\d+): )?error: (.*)/) else {
        continue
      }
      let message = String(found.4)
      guard let written = found.1, let location = Self.location(found.2, found.3) else {
        steps.append(String(line))
        continue
      }
      if let module = Self.missingModule(message) {
        missing.insert(module)
        continue
      }
      guard let path = paths.isEmpty ? String(written) : paths[String(written)] else {
        others.append(String(line))
        expansion = message
        continue
      }
      let remark = PortingRemark(location, Self.advised(message))
      if errors[path]?.contains(remark) != true { errors[path, default: []].append(remark) }
    }
    missingModules = missing.sorted()
    // These only say that a step of the build failed, for which the errors of files are the reason.
    if errors.isEmpty { others += steps }
  }

  /// What to do about errors that the missing Objective-C runtime causes, by a part of the compiler's message.
  private static let advice = [
    ("value of type 'AnyObject' has no member", "cast it to its type first"),
    ("'setValue'", "set the property itself"),
    ("'observe'", "only objects of the modules with Apple's names can be observed; use a closure"),
    ("'cancelPreviousPerformRequests'", "cancel a DispatchWorkItem"),
  ]

  private static func advised(_ message: String) -> String {
    advice.first { message.contains($0.0) }.map { "\(message); \($0.1)" } ?? message
  }

  /// Returns the place in the line below an error in the expansion of a macro.
  private static func origin(_ line: Substring, _ paths: [String: String]) -> (
    path: String, location: SourceLocation
  )? {
    let pattern = /`- (.+?):(\d+):(\d+): note: expanded code originates here/
    guard let found = line.wholeMatch(of: pattern),
      let location = Self.location(found.2, found.3),
      let path = paths.isEmpty ? String(found.1) : paths[String(found.1)]
    else { return nil }
    return (path, location)
  }

  /// Returns the place that two numbers state; nil without both.
  private static func location(_ line: Substring?, _ column: Substring?) -> SourceLocation? {
    guard let line = line.flatMap({ Int($0) }), let column = column.flatMap({ Int($0) }) else {
      return nil
    }
    return SourceLocation(line: line, column: column)
  }

  /// Returns the name in `no such module 'NAME'`, if a module can have this name.
  private static func missingModule(_ message: String) -> String? {
    message.wholeMatch(of: /no such module '([A-Za-z_][A-Za-z0-9_]*)'/).map { String($0.1) }
  }
}
