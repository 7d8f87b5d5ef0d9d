package import TextFormats

/// One problem in a pattern file, with its location.
public struct AHAPDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The severity of a problem.
  public enum Severity: String, Hashable, Sendable {
    /// A device rejects the file.
    case error
    /// A device plays the file, but not all of it as written.
    case warning
  }

  /// The name of the file, as it was given; `-` for standard input.
  public let file: String
  /// The line, from 1.
  ///
  /// Lines end at LF, CR or CR LF.
  public let line: Int
  /// The column, from 1, in Unicode scalars; a byte order mark is not counted.
  public let column: Int
  /// The kind of problem.
  public let code: Code
  /// The path of the value in the JSON, such as `Pattern[3].Event.EventParameters[0].ParameterValue`; empty if the
  /// problem concerns the whole file.
  public let path: String
  /// A sentence that describes the problem, with a suggestion and the Core Haptics error, if any.
  public let message: String
  /// The suggested word, if any.
  public let suggestion: String?
  /// The error that a device reports; nil for warnings.
  public let deviceError: CoreHapticsError?

  /// The severity, which depends only on the code.
  public var severity: Severity { code.severity }

  /// `FILE:LINE:COLUMN: error|warning: message [code]`.
  public var description: String { text(in: file) }
}

extension AHAPDiagnostic: Diagnostic {
  package var location: SourceLocation { SourceLocation(line: line, column: column) }
  package var isError: Bool { severity == .error }
  package var codeName: String? { code.rawValue }
}

extension AHAPDiagnostic {
  /// The kinds of problems.
  ///
  /// The raw values are stable: programs may rely on them.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    // The text is not JSON.

    /// The file is empty.
    case emptyFile = "empty-file"
    /// The file is UTF-16, UTF-32 or binary.
    case notUTF8 = "not-utf8"
    /// Some bytes of a text are not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// The file ends inside an object or array.
    case unexpectedEnd = "unexpected-end"
    /// A character that is not valid at its place.
    case unexpectedCharacter = "unexpected-character"
    /// A word that is not a value, such as NaN or None.
    case invalidWord = "invalid-word"
    /// A number that is not valid JSON: `.5`, `01`, `+1`, `1.`.
    case invalidNumber = "invalid-number"
    /// A number that is too large for a double.
    case numberTooLarge = "number-too-large"
    /// A backslash followed by an invalid character.
    case invalidEscape = "invalid-escape"
    /// Half of a character that needs two `\u` escapes.
    case loneSurrogate = "lone-surrogate"
    /// A tab, line end or other control character inside a string.
    case controlCharacter = "control-character"
    /// A string without its closing quote.
    case unterminatedString = "unterminated-string"
    /// Single or typographic quotes.
    case wrongQuotes = "wrong-quotes"
    /// A key without quotes.
    case unquotedKey = "unquoted-key"
    /// A comment.
    case comment = "comment"
    /// Two items without a comma between them.
    case missingComma = "missing-comma"
    /// A comma that does not separate anything. A comma after the last item is accepted.
    case extraComma = "extra-comma"
    /// A key without its colon.
    case missingColon = "missing-colon"
    /// A key without its value.
    case missingValue = "missing-value"
    /// A closing bracket that does not match the opening one.
    case mismatchedBracket = "mismatched-bracket"
    /// Nesting beyond `AHAP.maximumNesting`.
    case tooDeep = "too-deep"
    /// Text after the end of the pattern.
    case trailingContent = "trailing-content"

    // The JSON is not a pattern.

    /// The top-level value is not an object.
    case rootNotObject = "root-not-object"
    /// A required key is missing.
    case missingKey = "missing-key"
    /// A value of the wrong type for its key.
    case wrongType = "wrong-type"
    /// An entry that is not an Event, Parameter or ParameterCurve.
    case unknownEntry = "unknown-entry"
    /// An entry with more than one of the keys Event, Parameter and ParameterCurve. Which of them a device uses is not
    /// documented.
    case ambiguousEntry = "ambiguous-entry"
    /// An unknown event type.
    case unknownEventType = "unknown-event-type"
    /// An unknown parameter, or a parameter that is not valid in its place.
    case unknownParameter = "unknown-parameter"
    /// A time that is negative or beyond `PatternLimits.maximumTime`.
    case invalidTime = "invalid-time"
    /// A duration that is negative or beyond `PatternLimits.maximumTime`.
    case invalidDuration = "invalid-duration"
    /// A curve without points.
    case noControlPoints = "no-control-points"
    /// An AudioCustom event without a sound file.
    case missingWaveform = "missing-waveform"

    // A device plays the pattern differently from how it is written.

    /// A repeated key; the last one is used.
    case duplicateKey = "duplicate-key"
    /// A key that is ignored.
    case unknownKey = "unknown-key"
    /// A key that is ignored for this type of event.
    case keyNotApplicable = "key-not-applicable"
    /// A parameter that this type of event does not respond to.
    case parameterNotApplicable = "parameter-not-applicable"
    /// A parameter that an event sets twice; the last value is used.
    case duplicateParameter = "duplicate-parameter"
    /// A value that is clamped.
    case valueOutOfRange = "value-out-of-range"
    /// true or false instead of a number; read as 1 or 0.
    case booleanForNumber = "boolean-for-number"
    /// A number instead of true or false.
    case numberForBoolean = "number-for-boolean"
    /// A Sustained value between 0 and 1, although Sustained is a switch.
    case partlySustained = "partly-sustained"
    /// A Version other than 1.
    case unknownVersion = "unknown-version"
    /// Metadata that is ignored.
    case ignoredMetadata = "ignored-metadata"
    /// A continuous event without a duration, which plays until it is faded out.
    case missingDuration = "missing-duration"
    /// A continuous event with a duration of 0, which a device treats as a missing duration.
    case zeroDuration = "zero-duration"
    /// A continuous event that a device fades out before its end.
    case longEvent = "long-event"
    /// A transient with a duration, which does not make the transient longer.
    case transientDuration = "transient-duration"
    /// A curve with more points than a device accepts.
    case manyControlPoints = "many-control-points"
    /// Control points that are not in order of time.
    case unorderedControlPoints = "unordered-control-points"
    /// Two control points of a curve with the same time.
    case equalControlPointTimes = "equal-control-point-times"
    /// Control points whose times appear to be relative to the start of the pattern.
    case absoluteControlPointTimes = "absolute-control-point-times"
    /// A curve that begins after all events have ended.
    case lateCurve = "late-curve"
    /// A parameter or curve for a kind of event that the pattern does not contain.
    case controlNotApplicable = "control-not-applicable"
    /// A pattern longer than a day, whose times are probably not in seconds.
    case implausibleTime = "implausible-time"
    /// Two curves of one parameter that overlap in time.
    case overlappingCurves = "overlapping-curves"
    /// A sound file with an absolute path. Such a file is never opened.
    case absoluteWaveformPath = "absolute-waveform-path"
    /// A sound file outside the sound folder. Such a file is never opened.
    case escapingWaveformPath = "escaping-waveform-path"
    /// A sound file that is missing or cannot be read.
    case waveformNotFound = "waveform-not-found"
    /// More sound than a device loads.
    case tooMuchAudio = "too-much-audio"
    /// A pattern without entries.
    case emptyPattern = "empty-pattern"
    /// A pattern that never plays anything.
    case silentPattern = "silent-pattern"
  }
}

extension AHAPDiagnostic.Code {
  /// The severity of problems of this kind.
  public var severity: AHAPDiagnostic.Severity {
    switch self {
    case .emptyFile, .notUTF8, .invalidUTF8, .unexpectedEnd, .unexpectedCharacter, .invalidWord,
      .invalidNumber, .numberTooLarge, .invalidEscape, .loneSurrogate, .controlCharacter,
      .unterminatedString, .wrongQuotes, .unquotedKey, .comment, .missingComma, .extraComma,
      .missingColon, .missingValue, .mismatchedBracket, .tooDeep, .trailingContent,
      .rootNotObject, .missingKey, .wrongType, .unknownEntry, .ambiguousEntry, .unknownEventType,
      .unknownParameter, .invalidTime, .invalidDuration, .noControlPoints, .missingWaveform:
      .error
    case .duplicateKey, .unknownKey, .keyNotApplicable, .parameterNotApplicable,
      .duplicateParameter, .valueOutOfRange, .booleanForNumber, .numberForBoolean,
      .partlySustained, .lateCurve, .controlNotApplicable, .implausibleTime, .unknownVersion,
      .ignoredMetadata, .missingDuration, .zeroDuration, .longEvent,
      .transientDuration, .manyControlPoints, .unorderedControlPoints, .equalControlPointTimes,
      .absoluteControlPointTimes, .overlappingCurves, .absoluteWaveformPath,
      .escapingWaveformPath, .waveformNotFound, .tooMuchAudio, .emptyPattern, .silentPattern:
      .warning
    }
  }
}

extension JSONFault.Kind {
  /// The code that users see.
  var code: AHAPDiagnostic.Code {
    switch self {
    case .emptyFile: .emptyFile
    case .notUTF8: .notUTF8
    case .invalidUTF8: .invalidUTF8
    case .unexpectedEnd: .unexpectedEnd
    case .unexpectedCharacter: .unexpectedCharacter
    case .invalidWord: .invalidWord
    case .invalidNumber: .invalidNumber
    case .numberTooLarge: .numberTooLarge
    case .invalidEscape: .invalidEscape
    case .loneSurrogate: .loneSurrogate
    case .controlCharacter: .controlCharacter
    case .unterminatedString: .unterminatedString
    case .wrongQuotes: .wrongQuotes
    case .unquotedKey: .unquotedKey
    case .comment: .comment
    case .missingComma: .missingComma
    case .extraComma: .extraComma
    case .missingColon: .missingColon
    case .missingValue: .missingValue
    case .mismatchedBracket: .mismatchedBracket
    case .tooDeep: .tooDeep
    case .trailingContent: .trailingContent
    }
  }
}
