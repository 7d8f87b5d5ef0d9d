internal import AudioSession
internal import HapticEngine
internal import PhoneAudio
internal import Realtime
internal import TextFormats

/// Sounds that scenarios name, and notifications.
extension Argument<String> {
  /// A system tone, a sound file, or `vibrate`.
  ///
  /// The sound file is read together with the scenario.
  static let systemSoundOrVibration = soundName(or: [vibrate])

  /// The name of the vibration, which is requested as a system sound.
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
  /// Returns the duration of a pattern's sounds, in seconds; nil if the pattern does not have sounds.
  ///
  /// Our choice: a sound file of unknown duration is assumed to last one second.
  func soundSeconds(of pattern: HapticPattern) -> Double? {
    pattern.events.filter { !$0.type.isHaptic }.map { event in
      // The paths are relative to the root of the file system.
      let file = event.waveform.map { try? inspector?.inspect(path: "/\($0.path)").seconds }
      return event.time + (event.duration ?? file.map { $0 ?? 1 } ?? 0)
    }.max()
  }

  /// Stores a sound that an app requests, or reports a problem with its name or file.
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
      report(
        place, .unusableFile,
        "'\(name)' cannot be a system sound, which must be a .caf, .aif or .wav file"
      )
      return
    }
    guard let path = SystemPath.resolved(folder.file(name)) else {
      report(place, .unusableFile, "there is no sound file \(folder.file(name))")
      return
    }
    guard folder.isReachable(path) else {
      report(place, .unusableFile, folder.outside(folder.file(name)))
      return
    }
    // A rejected file is stored as well, so that its problem is not reported again.
    systemSounds[name] = .file(path, seconds: seconds(of: path, named: name, place) ?? 1)
  }

  /// Returns the duration of a file, if it is known, and reports problems that prevent its use as a system sound.
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
        "\(name) cannot be a system sound, which must be linear PCM or IMA4 in a .caf, .aif or .wav file"
      )
    }
    guard let seconds = facts.seconds else { return nil }
    if seconds > SystemSound.maximumSeconds {
      report(
        place, .unusableFile,
        "\(name) is \(seconds.shortest) s long; a system sound can be at most "
          + "\(SystemSound.maximumSeconds.shortest) s long")
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
  /// The presentation of notifications while their app is in the foreground.
  static let frontPresentation = Argument.choices(
    "presentation", Vocabulary.presentations, form: "[banner, sound]", { FrontPresentation($0) }
  ) { $0.names }
}

extension Argument<NotificationSettings> {
  /// The notification settings of an app: the user's permission, or a map of settings, in which permission is
  /// granted by default.
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
  /// The settings as written in a scenario.
  var words: String {
    var usual = NotificationSettings.granted
    usual.permission = permission
    if self == usual { return permission.rawValue }
    return "{permission: \(permission.rawValue), sound: \(hasSound), style: \(style.rawValue), "
      + "lockScreen: \(showsOnLockScreen)}"
  }
}

/// The duration of a snooze and its effect on interrupted apps.
struct Snooze: Hashable, Sendable {
  /// The duration, in seconds.
  var seconds: Double
  /// How interrupted apps are notified of the end.
  var end = InterruptionEnd.resumable
}

extension Argument<Snooze> {
  /// The duration, and how interrupted apps are notified of the end.
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
