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
      form: "NAME",
      value: ScenarioValue<String>.text.checked { reader, node, name in
        if !others.contains(name) { reader.noteSystemSound(name, node.place, others) }
        return name
      }, write: name.write)
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
    if isTrace || systemSounds[name] != nil { return }
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
    let permission = ScenarioValue<NotificationSettings.Permission>.word
    return Argument(
      form: "granted",
      value: .either(
        permission.then {
          var settings = NotificationSettings.granted
          settings.permission = $0
          return settings
        },
        .map(
          .granted,
          [
            ScenarioField("permission", permission) { $0.permission = $1 },
            ScenarioField("sound", .truth) { $0.hasSound = $1 },
            ScenarioField("style", .word) { $0.style = $1 },
            ScenarioField("lockScreen", .truth) { $0.showsOnLockScreen = $1 },
          ])), write: { settings, _ in settings.words })
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
    value: .map(
      Snooze(seconds: Phone.snoozeSeconds),
      [
        ScenarioField("after", .number(in: Phone.snoozeRange)) { $0.seconds = $1 },
        ScenarioField("interruption", Argument<InterruptionEnd>.ends.value) { $0.end = $1 },
      ], least: 1),
    write: { snooze, _ in
      let end = snooze.end == .resumable ? "" : ", interruption: \(snooze.end)"
      return "{after: \(snooze.seconds.exactText)\(end)}"
    })
}
