internal import AudioSession
internal import Drawing

extension SessionChart {
  /// An event at one moment.
  enum Mark: Hashable, Sendable {
    /// A call by the app was refused.
    case refused
    /// The app was terminated.
    case terminated
    /// The app was suspended.
    case suspended
    /// A haptic or a vibration that is not played.
    case suppressed
    /// A sound that is not heard.
    case unheard
    /// A notification that is not shown.
    case unshown
    /// A remote command that does not reach any app.
    case unheeded
    /// The app receives a remote command.
    case command(RemoteCommand)
    /// A haptic that is played.
    case haptic
    /// A vibration.
    case vibration
    /// A system sound, or the sound of a pattern.
    case sound
    /// A notification that is shown.
    case notification
    /// The output changed.
    case route
    /// The app went to the background.
    case background
    /// The app came to the foreground.
    case foreground

    /// The mark for a change of the app's lifecycle.
    init(_ lifecycle: Lifecycle) {
      self =
        switch lifecycle {
        case .foreground: .foreground
        case .background: .background
        case .suspended: .suspended
        case .terminated: .terminated
        }
    }

    /// All marks, the most important first.
    ///
    /// If several marks have the same place, only the first is visible.
    static let all: [Mark] =
      [.refused, .terminated, .suspended, .suppressed, .unheard, .unshown, .unheeded]
      + RemoteCommand.allCases.map { .command($0) }
      + [.haptic, .vibration, .sound, .notification, .route, .background, .foreground]

    /// The letter of the mark.
    ///
    /// Capital letters stand for remote commands.
    var letter: Character {
      switch self {
      case .refused: "e"
      case .terminated: "t"
      case .suspended: "u"
      case .suppressed: "x"
      case .unheard: "z"
      case .unshown: "d"
      case .unheeded: "i"
      case .command(let command): Self.letter(of: command)
      case .haptic: "h"
      case .vibration: "v"
      case .sound: "s"
      case .notification: "n"
      case .route: "r"
      case .background: "b"
      case .foreground: "f"
      }
    }

    private static func letter(of command: RemoteCommand) -> Character {
      switch command {
      case .play: "P"
      case .pause: "A"
      case .stop: "S"
      case .togglePlayPause: "T"
      case .next: "N"
      case .previous: "V"
      case .skipForward: "F"
      case .skipBackward: "B"
      case .seekForward: "K"
      case .seekBackward: "L"
      case .changePlaybackPosition: "O"
      case .changePlaybackRate: "C"
      case .changeShuffleMode: "U"
      case .changeRepeatMode: "E"
      case .rating: "R"
      case .like: "I"
      case .dislike: "D"
      case .bookmark: "M"
      case .enableLanguageOption: "G"
      case .disableLanguageOption: "H"
      }
    }

    /// The mark in words.
    var words: String {
      switch self {
      case .refused: "error thrown"
      case .terminated: "terminated"
      case .suspended: "suspended"
      case .suppressed: "haptic suppressed"
      case .unheard: "sound suppressed"
      case .unshown: "notification not shown"
      case .unheeded: "remote command without a receiver"
      case .command(let command): "remote \(command.name)"
      case .haptic: "haptic"
      case .vibration: "vibration"
      case .sound: "sound"
      case .notification: "notification"
      case .route: "route"
      case .background: "in the background"
      case .foreground: "in the foreground"
      }
    }

    /// The role of the mark in a drawing.
    var tone: Drawing.Tone {
      switch self {
      case .haptic, .vibration: .sharpness(1)
      case .refused, .terminated, .suppressed, .unheard, .unshown, .unheeded: .difference
      case .sound, .notification: .audio
      case .route, .command: .control
      case .suspended, .background, .foreground: .measure
      }
    }

    /// The priority of the mark among marks in the same place; 0 is the highest.
    var rank: Int { Self.all.firstIndex(of: self) ?? 0 }
  }
}
