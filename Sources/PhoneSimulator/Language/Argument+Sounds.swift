internal import AudioSession
internal import HapticEngine
internal import PhoneAudio
internal import Realtime
internal import TextFormats

/// The sounds that scenarios name, and notifications.
extension Argument<String> {
  /// A tone of the system, a sound file, which is read together with the scenario, or `vibrate`.
  static let systemSoundOrVibration = soundName(or: [vibrate])

  /// The system sound that is none.
  static let vibrate = "vibrate"

  private static func soundName(or others: [String]) -> Argument<String> {
    Argument(
      form: "NAME", shape: .text,
      read: { reader, node, label, _ in
        guard let name = reader.word(node, label) else { return nil }
        if others.contains(name) { return name }
        reader.noteSystemSound(name, node.place, others)
        return name
      }, write: { value, _ in YAMLWord.text(value) })
  }
}

extension ScenarioReader {
  /// How long the sounds of a pattern last, in seconds; nil if it has none.
  ///
  /// Our choice for a sound file of which nobody can tell it: a second.
  func soundSeconds(of pattern: HapticPattern) -> Double? {
    pattern.events.filter { !$0.type.isHaptic }.map { event in
      // Paths start from the root of the file system, without its slash.
      let file = event.waveform.map { try? inspector?.inspect(path: "/\($0.path)").seconds }
      return event.time + (event.duration ?? file.map { $0 ?? 1 } ?? 0)
    }.max()
  }

  /// Takes note of a sound that an app asks for, or reports what is wrong with its name or file.
  ///
  /// Source: page of `AudioServicesPlaySystemSound`: sound files must be no longer than 30 seconds, "in linear
  /// PCM or IMA4 (IMA/ADPCM) format", "packaged in a .caf, .aif, or .wav file".
  mutating func noteSystemSound(_ name: String, _ place: SourceLocation, _ others: [String]) {
    if systemSounds[name] != nil { return }
    if let tone = SystemTone(rawValue: name) {
      systemSounds[name] = .synthetic(tone)
      return
    }
    guard name.contains(".") || name.contains("/") else {
      reportUnknown(
        name, place, .unknownWord, "system sound or sound file (.caf, .aif, .wav)",
        among: SystemTone.allCases.map(\.rawValue) + others)
      return
    }
    guard [".caf", ".aif", ".aiff", ".wav"].contains(where: name.lowercased().hasSuffix) else {
      report(place, .unusableFile, "'\(name)' is no .caf, .aif or .wav file, as system sounds are")
      return
    }
    guard let path = SystemPath.resolved(folder.file(name)) else {
      report(place, .unusableFile, "there is no sound file \(folder.file(name))")
      return
    }
    // A second look at one that was refused would say the same again.
    systemSounds[name] = .file(path, seconds: seconds(of: path, named: name, place) ?? 1)
  }

  /// How long a file is, as far as anybody can tell; reports what makes it no system sound.
  private mutating func seconds(
    of path: String, named name: String, _ place: SourceLocation
  ) -> Double? {
    guard let inspector else { return nil }
    let facts: SoundFacts
    do throws(SoundDecodingError) {
      facts = try inspector.inspect(path: path)
    } catch {
      report(place, .unusableFile, error.description)
      return nil
    }
    if facts.container == .other || facts.encoding == .other {
      report(
        place, .unusableFile,
        "\(name) is not linear PCM or IMA4 in a .caf, .aif or .wav file, as system sounds are")
    }
    guard let seconds = facts.seconds else { return nil }
    if seconds > SystemSound.maximumSeconds {
      report(
        place, .unusableFile,
        "\(name) is \(seconds.shortest) s long; a system sound has at most "
          + "\(SystemSound.maximumSeconds.shortest) s")
    }
    return seconds
  }
}

extension Argument<InputView> {
  /// Whether an input view is on the screen, and whether it has enabled clicks.
  static let inputView = Argument.choice(
    "state of an input view", Vocabulary.inputViews, form: "true")
}

extension Argument<FrontPresentation> {
  /// What notifications may do while their app is in front.
  static let frontPresentation = Argument.choices(
    "presentation", Vocabulary.presentations, form: "[banner, sound]", { FrontPresentation($0) }
  ) { $0.names }
}

extension Argument<NotificationSettings> {
  /// What notifications of an app may do: whether the user has let it, or more, which means that the
  /// user has.
  static let notifications: Argument = {
    typealias Permission = NotificationSettings.Permission
    let permissions = Permission.allCases.map { ($0.rawValue, $0) }
    let styles = NotificationSettings.Style.allCases.map { ($0.rawValue, $0) }
    return Argument(
      form: "granted", shape: .notifications,
      read: { reader, node, label, _ in
        var settings = NotificationSettings.granted
        guard case .mapping = node.content else {
          guard let permission = reader.choice(node, "permission", permissions) else { return nil }
          settings.permission = permission
          return settings
        }
        let keys = ["permission", "sound", "style", "lockScreen"]
        for entry in reader.entries(node, label, keys: keys) ?? [] {
          let value = entry.value
          switch entry.key {
          case "permission":
            settings.permission = reader.choice(value, "permission", permissions) ?? .granted
          case "sound": settings.hasSound = reader.truth(value, entry.key) ?? true
          case "style": settings.style = reader.choice(value, "style", styles) ?? .banner
          case "lockScreen": settings.showsOnLockScreen = reader.truth(value, entry.key) ?? true
          default: preconditionFailure("\(entry.key) is listed and not read")
          }
        }
        return settings
      }, write: { settings, _ in settings.words })
  }()
}

extension NotificationSettings {
  /// The settings as a scenario has them.
  var words: String {
    var usual = NotificationSettings.granted
    usual.permission = permission
    if self == usual { return permission.rawValue }
    return "{permission: \(permission.rawValue), sound: \(hasSound), style: \(style.rawValue), "
      + "lockScreen: \(showsOnLockScreen)}"
  }
}

/// How an alarm is snoozed.
struct Snooze: Hashable, Sendable {
  /// For how long, in seconds.
  var seconds: Double
  /// How interrupted apps learn of the end.
  var end = InterruptionEnd.resumable
}

extension Argument<Snooze> {
  /// For how long, and how interrupted apps are notified of the end.
  static let snooze = Argument(
    form: "{after: SECONDS}",
    shape: .map(["after": .number(Phone.snoozeRange), "interruption": .ends], least: 1),
    read: { reader, node, label, _ in
      var snooze = Snooze(seconds: Phone.snoozeSeconds)
      let known = reader.problems.count
      let entries = reader.entries(node, label, keys: ["after", "interruption"]) ?? []
      for entry in entries {
        switch entry.key {
        case "after":
          snooze.seconds =
            reader.number(entry.value, "after", in: Phone.snoozeRange) ?? Phone.snoozeSeconds
        case "interruption":
          let ends = InterruptionEnd.allCases.map { ("\($0)", $0) }
          snooze.end = reader.choice(entry.value, "end of an interruption", ends) ?? .resumable
        default: preconditionFailure("\(entry.key) is listed and not read")
        }
      }
      return entries.isEmpty || reader.problems.count > known ? nil : snooze
    },
    write: { snooze, _ in
      let end = snooze.end == .resumable ? "" : ", interruption: \(snooze.end)"
      return "{after: \(snooze.seconds.exact)\(end)}"
    })
}
