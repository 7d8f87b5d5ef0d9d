internal import AudioSession
internal import PhoneRuntime
internal import TextFormats

// Arguments of the user's actions outside the apps.

extension Argument<CallActions> {
  /// A list of call actions.
  static let callActions = Argument.choices(
    "action of a call", Vocabulary.callActions, form: "[holdCall]", { CallActions($0) }
  ) { $0.actions.map(\.rawValue) }
}

extension Argument<CallHost> {
  /// The host of a call: an app, or the phone with a video call.
  static let callHost: Argument = {
    let app = Argument<AppID>.app.under("app")
    return Argument(
      form: app.form,
      value: .either(app.value.then { .app($0) }, .choice("kind of call", [("video", .video)])),
      write: { host, names in
        switch host {
        case .app(let id): app.write(id, names)
        case .phone: ""
        case .video: "video"
        }
      })
  }()
}

extension Argument where Value: Equatable {
  /// This choice, or a device given by its name.
  fileprivate func orDevice(
    _ make: @escaping @Sendable (String) -> Value,
    from name: @escaping @Sendable (Value) -> String?
  ) -> Argument {
    let (choice, device) = (self, Argument<String>.name.under("device"))
    return Argument(
      form: choice.form, value: .either(choice.value, device.value.then(make)),
      write: { value, names in
        name(value).map { device.write($0, names) } ?? choice.write(value, names)
      })
  }
}

extension Argument<OutputPick> {
  /// The phone, its speaker, a port, or a device given by its name.
  static let pick: Argument = {
    let own: [(String, OutputPick)] = [("phone", .phone), ("speaker", .speaker)]
    let ports = Vocabulary.ports.filter { !$0.1.isBuiltIn && $0.1.row.isOutput }
    return Argument.choice(
      "output", own + ports.map { ($0.0, OutputPick.port($0.1)) }, form: "phone"
    ).orDevice({ .device($0) }, from: { if case .device(let name) = $0 { name } else { nil } })
  }()
}

extension Argument<PreferredInput> {
  /// A port, or a device given by its name.
  static let input = Argument.choice(
    "port", Vocabulary.ports.map { ($0.0, PreferredInput.port($0.1)) }, form: "PORT"
  ).orDevice({ .device($0) }, from: { if case .device(let name) = $0 { name } else { nil } })
}

extension Argument<PreferredInput?> {
  /// A port, a device given by its name, or `none`.
  static let preferredInput: Argument = {
    let choices = Vocabulary.ports.map { ($0.0, Optional(PreferredInput.port($0.1))) }
    let input = Argument.choice("port", choices + [("none", nil)], form: "PORT")
      .orDevice({ .device($0) }, from: { if case .device(let name)? = $0 { name } else { nil } })
    let nothing = ScenarioValue<PreferredInput?>(shape: .nothing) { _, _, _ in .some(nil) }
    return Argument(form: input.form, value: .either(input.value, nothing), write: input.write)
  }()
}

/// A remote command with its source.
struct RemoteRequest: Hashable, Sendable {
  var command: RemoteCommand
  var source: RemoteSource
}

extension Argument<RemoteRequest> {
  /// A command, or a map with a command and its source.
  static let request: Argument = {
    let command = Argument<RemoteCommand>.choice(
      "remote command", Vocabulary.commands, form: "play")
    return Argument(
      form: command.form,
      value: .either(
        command.value.then { RemoteRequest(command: $0, source: .controlCenter) },
        .map(
          RemoteRequest(command: .play, source: .controlCenter),
          [
            ScenarioField("command", command.value, isRequired: true) { $0.command = $1 },
            ScenarioField("from", .word) { $0.source = $1 },
          ])),
      write: { request, _ in
        let name = request.command.name
        return request.source == .controlCenter
          ? name : "{command: \(name), from: \(request.source.rawValue)}"
      })
  }()
}

extension Argument<CaptureSessionKind> {
  /// The audio session that a capture session uses.
  static let capture = Argument.choice(
    "kind of capture session", CaptureSessionKind.allCases.map { ($0.rawValue, $0) },
    form: "automatic")
}

extension Argument<NotificationDistortion> {
  /// A word for the fault, or a map with the delay and the kind of notification.
  ///
  /// If `isLasting` is true, the fault affects every notification, otherwise only the next one.
  static func distortion(isLasting: Bool) -> Argument {
    typealias Parts = (fault: NotificationFault?, kind: NotificationKind?)
    let faults: [(String, NotificationFault)] = [("missing", .missing), ("twice", .twice)]
    let fault = ScenarioValue.choice("fate of a notification", faults)
    let late = Argument<Double>.seconds(from: 0).value.then { NotificationFault.late(seconds: $0) }
    let kind = ScenarioField<Parts>("of", .word) { $0.kind = $1 }
    let parts: ScenarioValue<Parts> = .either(
      fault.then { ($0, nil) },
      .map((nil, nil), [ScenarioField("fault", fault, isRequired: true) { $0.fault = $1 }, kind]),
      .map((nil, nil), [ScenarioField("late", late, isRequired: true) { $0.fault = $1 }, kind]))
    return Argument(
      form: "missing",
      value: parts.checked { _, _, parts in
        parts.fault.map { NotificationDistortion($0, of: parts.kind, isLasting: isLasting) }
      },
      write: { distortion, _ in
        let kind = distortion.kind.map { ", of: \($0.rawValue)" } ?? ""
        if case .late(let seconds) = distortion.fault {
          return "{late: \(seconds.exactText)\(kind)}"
        }
        let word = faults.first { $0.1 == distortion.fault }?.0 ?? ""
        return kind.isEmpty ? word : "{fault: \(word)\(kind)}"
      })
  }
}
