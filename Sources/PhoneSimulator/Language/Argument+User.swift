internal import AudioSession
internal import PhoneRuntime
internal import TextFormats

// Arguments of what the user does beside the apps.

extension Argument<CallActions> {
  /// A list of actions of calls.
  static let callActions = Argument.choices(
    "action of a call", Vocabulary.callActions, form: "[holdCall]", { CallActions($0) }
  ) { $0.actions.map(\.rawValue) }
}

extension Argument<CallHost> {
  /// Who hosts a call: an app, or the phone with a video.
  static let callHost: Argument = {
    let app = Argument<AppID>.app.under("app")
    return Argument(
      form: app.form, shape: .either([app.shape, .word(["video"])]),
      read: { reader, node, label, apps in
        guard case .scalar = node.content else {
          return app.read(&reader, node, label, apps).map { .app($0) }
        }
        return reader.choice(node, "kind of call", [("video", CallHost.video)])
      },
      write: { host, names in
        switch host {
        case .app(let id): app.write(id, names)
        case .phone: ""
        case .video: "video"
        }
      })
  }()
}

extension Argument where Value: Equatable & Sendable {
  /// The same, or a device by its name.
  fileprivate func orDevice(
    _ make: @escaping @Sendable (String) -> Value,
    from name: @escaping @Sendable (Value) -> String?
  ) -> Argument {
    let (choice, device) = (self, Argument<String>.name.under("device"))
    return Argument(
      form: choice.form, shape: .either([choice.shape, device.shape]),
      read: { reader, node, label, apps in
        guard case .mapping = node.content else {
          return choice.read(&reader, node, label, apps)
        }
        return device.read(&reader, node, label, apps).map(make)
      },
      write: { value, names in
        name(value).map { device.write($0, names) } ?? choice.write(value, names)
      })
  }
}

extension Argument<OutputPick> {
  /// The phone, its speaker, a port, or a device by its name.
  static let pick: Argument = {
    let own: [(String, OutputPick)] = [("phone", .phone), ("speaker", .speaker)]
    let ports = Vocabulary.ports.filter { !$0.1.isBuiltIn && $0.1.row.isOutput }
    return Argument.choice(
      "output", own + ports.map { ($0.0, OutputPick.port($0.1)) }, form: "phone"
    ).orDevice({ .device($0) }, from: { if case .device(let name) = $0 { name } else { nil } })
  }()
}

extension Argument<PreferredInput> {
  /// A port, or a device by its name.
  static let input = Argument.choice(
    "port", Vocabulary.ports.map { ($0.0, PreferredInput.port($0.1)) }, form: "PORT"
  ).orDevice({ .device($0) }, from: { if case .device(let name) = $0 { name } else { nil } })
}

extension Argument<PreferredInput?> {
  /// A port, a device by its name, or `none`.
  static let preferredInput: Argument = {
    let none: PreferredInput?? = .some(nil)
    let choices = Vocabulary.ports.map { ($0.0, Optional(PreferredInput.port($0.1))) }
    let input = Argument.choice("port", choices + [("none", nil)], form: "PORT")
      .orDevice({ .device($0) }, from: { if case .device(let name)? = $0 { name } else { nil } })
    return Argument(
      form: input.form, shape: .either([input.shape, .nothing]),
      read: { reader, node, label, apps in
        node.isNull ? none : input.read(&reader, node, label, apps)
      }, write: input.write)
  }()
}

/// A remote command with where it comes from.
struct RemoteRequest: Hashable, Sendable {
  var command: RemoteCommand
  var source: RemoteSource
}

extension Argument<RemoteRequest> {
  /// A command, or a map with where it comes from.
  static let request: Argument = {
    let command = Argument<RemoteCommand>.choice(
      "remote command", Vocabulary.commands, form: "play")
    let sources = RemoteSource.allCases.map { ($0.rawValue, $0) }
    return Argument(
      form: command.form,
      shape: .either([
        command.shape,
        .map(
          ["command": command.shape, "from": .word(sources.map(\.0))], required: ["command"]),
      ]),
      read: { reader, node, label, apps in
        guard case .mapping = node.content else {
          return command.read(&reader, node, label, apps)
            .map { RemoteRequest(command: $0, source: .controlCenter) }
        }
        var asked: RemoteCommand?
        var source: RemoteSource?
        for entry in reader.entries(node, label, keys: ["command", "from"]) ?? [] {
          switch entry.key {
          case "command": asked = command.read(&reader, entry.value, "command", apps)
          case "from": source = reader.choice(entry.value, "source of a remote command", sources)
          default: preconditionFailure("\(entry.key) is listed and not read")
          }
        }
        guard let asked else {
          reader.report(node.place, .missing, "'\(label)' needs a command")
          return nil
        }
        return RemoteRequest(command: asked, source: source ?? .controlCenter)
      },
      write: { request, _ in
        let name = request.command.name
        return request.source == .controlCenter
          ? name : "{command: \(name), from: \(request.source.rawValue)}"
      })
  }()
}

extension Argument<CaptureSessionKind> {
  /// Whose session a capture session uses.
  static let capture = Argument.choice(
    "kind of capture session", CaptureSessionKind.allCases.map { ($0.rawValue, $0) },
    form: "automatic")
}

extension Argument<NotificationDistortion> {
  /// A word for the fault, or a map with how late, and of which kind of notification; it meets the next one
  /// only, or each.
  static func distortion(isLasting: Bool) -> Argument {
    let faults: [(String, NotificationFault)] = [("missing", .missing), ("twice", .twice)]
    let kinds = NotificationKind.allCases.map { ($0.rawValue, $0) }
    let keys: [String: ScenarioShape] = [
      "fault": .word(faults.map(\.0)), "late": .number(0...ScenarioReader.longest),
      "of": .word(kinds.map(\.0)),
    ]
    return Argument(
      form: "missing",
      shape: .either([
        .word(faults.map(\.0)), .map(keys, required: ["fault"]), .map(keys, required: ["late"]),
      ]),
      read: { reader, node, label, apps in
        var fault: NotificationFault?
        var kind: NotificationKind?
        guard case .mapping = node.content else {
          return reader.choice(node, "fate of a notification", faults)
            .map { NotificationDistortion($0, isLasting: isLasting) }
        }
        let known = reader.problems.count
        for entry in reader.entries(node, label, keys: ["fault", "late", "of"]) ?? [] {
          switch entry.key {
          case "fault": fault = reader.choice(entry.value, "fate of a notification", faults)
          case "late":
            fault = Argument<Double>.seconds(from: 0).read(&reader, entry.value, "late", apps)
              .map { .late(seconds: $0) }
          case "of": kind = reader.choice(entry.value, "kind of notification", kinds)
          default: preconditionFailure("\(entry.key) is listed and not read")
          }
        }
        guard reader.problems.count == known else { return nil }
        guard let fault else {
          reader.report(
            node.place, .missing,
            "'\(label)' needs {fault: missing}, {fault: twice} or {late: SECONDS}")
          return nil
        }
        return NotificationDistortion(fault, of: kind, isLasting: isLasting)
      },
      write: { distortion, _ in
        let kind = distortion.kind.map { ", of: \($0.rawValue)" } ?? ""
        if case .late(let seconds) = distortion.fault {
          return "{late: \(seconds.exact)\(kind)}"
        }
        let word = faults.first { $0.1 == distortion.fault }?.0 ?? ""
        return kind.isEmpty ? word : "{fault: \(word)\(kind)}"
      })
  }
}
