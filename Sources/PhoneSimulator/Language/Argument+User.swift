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

extension Argument<OutputPick> {
  /// The phone, its speaker, a port, or a device by its name.
  static let pick: Argument = {
    let own: [(String, OutputPick)] = [("phone", .phone), ("speaker", .speaker)]
    let ports = Vocabulary.ports.filter { !$0.1.isBuiltIn && $0.1.row.isOutput }
    let choice = Argument.choice(
      "output", own + ports.map { ($0.0, OutputPick.port($0.1)) }, form: "phone")
    let device = Argument<String>.name.under("device")
    return Argument(
      form: choice.form, shape: .either([choice.shape, device.shape]),
      read: { reader, node, label, apps in
        guard case .mapping = node.content else {
          return choice.read(&reader, node, label, apps)
        }
        return device.read(&reader, node, label, apps).map { .device($0) }
      },
      write: { pick, names in
        if case .device(let name) = pick { return device.write(name, names) }
        return choice.write(pick, names)
      })
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

extension Argument<NotificationFault> {
  /// A word, or a map with how late.
  static let fault: Argument = {
    let choice = Argument.choice(
      "fate of a notification", [("missing", .missing), ("twice", .twice)], form: "missing")
    let late = Argument<Double>.seconds(from: 0).under("late")
    return Argument(
      form: choice.form, shape: .either([choice.shape, late.shape]),
      read: { reader, node, label, apps in
        guard case .mapping = node.content else {
          return choice.read(&reader, node, label, apps)
        }
        return late.read(&reader, node, label, apps).map { .late(seconds: $0) }
      },
      write: { fault, names in
        if case .late(let seconds) = fault { return late.write(seconds, names) }
        return choice.write(fault, names)
      })
  }()
}
