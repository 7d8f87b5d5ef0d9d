internal import AudioSession
internal import PhoneRuntime
internal import TextFormats

/// The requests that apps make to the hardware, named after the session's setters.
enum HardwareVerbs {
  /// The verbs, in the order of the page.
  static let all: [Verb<AppAction>] = [
    row(
      "setPreferredSampleRate", .number(in: 0...1e6, form: "HERTZ"),
      is: { .sampleRate($0) },
      from: { if case .sampleRate(let hertz) = $0 { hertz } else { nil } },
      says: { "asks for a sample rate of \($0.shortest) Hz" }, examples: ["44100", "0"]),
    row(
      "setPreferredIOBufferDuration", .number(in: 0...10, form: "SECONDS"),
      is: { .ioBufferDuration($0) },
      from: { if case .ioBufferDuration(let seconds) = $0 { seconds } else { nil } },
      says: { "asks for buffers of \($0.shortest) s" }, examples: ["0.005", "0"]),
    row(
      "setPreferredInputNumberOfChannels", .count,
      is: { .inputChannels($0) },
      from: { if case .inputChannels(let count) = $0 { count } else { nil } },
      says: { "asks for \($0) channel\($0 == 1 ? "" : "s") of input" }, examples: ["1", "2"]),
    row(
      "setPreferredOutputNumberOfChannels", .count,
      is: { .outputChannels($0) },
      from: { if case .outputChannels(let count) = $0 { count } else { nil } },
      says: { "asks for \($0) channel\($0 == 1 ? "" : "s") of output" }, examples: ["2", "8"]),
    row(
      "setInputGain", .number(in: -1e6...1e6, form: "NUMBER"),
      is: { .inputGain($0) },
      from: { if case .inputGain(let gain) = $0 { gain } else { nil } },
      says: { "sets the gain of its input to \($0.shortest)" }, examples: ["0.5", "1.7"],
      note: "clamped to 0...1"),
    row(
      "setInputDataSource", .microphone,
      is: { .inputDataSource($0) },
      from: { if case .inputDataSource(let microphone) = $0 { .some(microphone) } else { nil } },
      says: { microphone in
        microphone.map { "asks for the \($0) microphone" } ?? "asks for no particular microphone"
      }, examples: ["bottom", "front", "back", "none"]),
    row(
      "setPreferredDataSource", .microphone,
      is: { .preferredDataSource($0) },
      from: {
        if case .preferredDataSource(let microphone) = $0 { .some(microphone) } else { nil }
      },
      says: { microphone in
        "asks its port for \(microphone.map { "the \($0) microphone" } ?? "any microphone")"
      }, examples: ["front", "none"],
      note: "the port is the built-in microphone, even if it is not in use"),
    row(
      "setPolarPattern", .polarPattern,
      is: { .polarPattern($0.pattern, of: $0.source) },
      from: {
        guard case .polarPattern(let pattern, let source) = $0 else { return nil }
        return DirectedMicrophone(source: source, pattern: pattern)
      },
      says: {
        let pattern = $0.pattern?.rawValue ?? "usual"
        return "asks for the \(pattern) pattern of the \($0.source) microphone"
      },
      examples: [
        "{source: front, pattern: cardioid}", "{source: back, pattern: none}",
        "{source: bottom, pattern: cardioid}",
      ]),
    Verb(
      "setSupportsMultichannelContent", .truth,
      is: { .session(.requestHardware(.multichannelContent($0))) },
      says: { "declares that it \($0 ? "plays" : "does not play") multichannel content" },
      fuzz: .other),
    Verb(
      "setPreferredInputOrientation",
      .choice("orientation", Vocabulary.orientations, form: "portrait"),
      is: { .session(.requestHardware(.inputOrientation($0))) },
      says: { "declares the orientation of the phone: \($0)" }, fuzz: .other),
    Verb(
      "setPrefersEchoCancelledInput", .truth,
      is: { .session(.requestHardware(.echoCancelledInput($0))) },
      says: {
        "\($0 ? "prefers" : "does not prefer") echo-canceled input"
      }, fuzz: .other),
  ]

  private static func row<Value>(
    _ name: String, _ argument: Argument<Value>,
    is make: @escaping @Sendable (Value) -> HardwareRequest,
    from value: @escaping @Sendable (HardwareRequest) -> Value?,
    says narration: @escaping @Sendable (Value) -> String, examples: [String],
    note: String? = nil
  ) -> Verb<AppAction> {
    Verb(
      name, argument, is: { .session(.requestHardware(make($0))) },
      from: {
        if case .session(.requestHardware(let request)) = $0 { value(request) } else { nil }
      },
      says: { value, _ in narration(value) }, fuzz: .other, examples: examples, note: note)
  }
}

extension Argument<BuiltInMicrophone?> {
  /// A microphone, or `none`.
  fileprivate static let microphone = Argument.choice(
    "microphone", Vocabulary.microphones.map { ($0.0, Optional($0.1)) } + [("none", nil)],
    form: "front")
}

extension Argument<Int> {
  /// A whole number of channels.
  fileprivate static let count = Argument(
    form: "NUMBER", value: .whole(in: 0...64), write: { value, _ in "\(value)" })
}

/// A microphone and its polar pattern.
private struct DirectedMicrophone: Hashable, Sendable {
  var source: BuiltInMicrophone
  /// The pattern; nil for the default.
  var pattern: MicrophonePattern?
}

extension Argument<DirectedMicrophone> {
  /// A map with the microphone and its pattern.
  fileprivate static let polarPattern = Argument(
    form: "{source: front, pattern: cardioid}",
    value: .map(
      DirectedMicrophone(source: .front),
      [
        ScenarioField(
          "source", .choice("microphone", Vocabulary.microphones), isRequired: true
        ) { $0.source = $1 },
        ScenarioField(
          "pattern",
          .choice("pattern", Vocabulary.patterns.map { ($0.0, Optional($0.1)) } + [("none", nil)]),
          isRequired: true
        ) { $0.pattern = $1 },
      ]),
    write: { value, _ in
      "{source: \(value.source), pattern: \(value.pattern?.rawValue ?? "none")}"
    })
}
