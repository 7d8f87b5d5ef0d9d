extension Page {
  /// The color themes of a page.
  public enum Theme: String, Hashable, Sendable, CaseIterable {
    /// Light colors on the dark background of terminals.
    case dark
    /// Dark colors on white, for paper and slides.
    case light
  }
}

/// The colors of a theme.
struct Palette: Hashable, Sendable {
  /// The background of the page, and that of a lane.
  let ground: Color
  let lane: Color
  /// The color of titles, names and text in lanes.
  let ink: Color
  /// The color of explanatory text and the axis.
  let faint: Color
  /// The color of the lines at the ticks of a lane, which must be less visible than every mark.
  let rule: Color
  /// The color of a limit and its name.
  let warning: Color
  /// The colors from round, 0, to crisp, 1.
  let sharpness: [Color]
  /// The colors from nothing, 0, to most, 1.
  let strength: [Color]
  let audio: Color
  let control: Color
  let signal: Color
  let measure: Color
  let difference: Color
  let full: Color
  let reduced: Color
  let input: Color
  /// The color of a block that is hardly noticed.
  let faintBlock: Color
}

extension Page.Theme {
  /// The colors of this theme.
  ///
  /// Texts have a contrast of 4.5 to 1 to both backgrounds, and marks have a contrast of 3 to 1,
  /// including their opacity.
  ///
  /// Source: W3C, "Web Content Accessibility Guidelines 2.1", success criteria 1.4.3 and 1.4.11. Rules
  /// and the faint end of the strength colors are exempt, because they are meant to disappear into the
  /// background.
  ///
  /// Our choice of colors. Dark: sharpness uses the upper part of matplotlib's viridis, and strength
  /// its inferno, which grow steadily lighter and are readable for color-blind people. Light: the same
  /// hues, darkened until they stand out, and inferno reversed.
  var palette: Palette {
    switch self {
    case .dark: .dark
    case .light: .light
    }
  }
}

extension Palette {
  fileprivate static let dark = Palette(
    ground: Color(18, 21, 27), lane: Color(24, 28, 36), ink: Color(222, 226, 232),
    faint: Color(135, 142, 153), rule: Color(52, 58, 69), warning: Color(235, 110, 110),
    sharpness: [
      Color(65, 105, 170), Color(33, 145, 140), Color(94, 201, 98), Color(253, 231, 37),
    ],
    strength: [
      Color(24, 28, 36), Color(66, 10, 104), Color(147, 38, 103), Color(221, 81, 58),
      Color(252, 165, 10), Color(252, 255, 164),
    ],
    audio: Color(190, 130, 220), control: Color(230, 160, 90), signal: Color(150, 170, 195),
    measure: Color(240, 242, 246), difference: Color(235, 110, 110), full: Color(94, 201, 98),
    reduced: Color(240, 190, 80), input: Color(90, 170, 225), faintBlock: Color(125, 134, 148))

  fileprivate static let light = Palette(
    ground: Color(255, 255, 255), lane: Color(245, 246, 249), ink: Color(30, 34, 41),
    faint: Color(88, 95, 106), rule: Color(212, 216, 223), warning: Color(185, 35, 35),
    sharpness: [
      Color(38, 70, 140), Color(18, 105, 110), Color(40, 122, 45), Color(146, 96, 0),
    ],
    strength: [
      Color(245, 246, 249), Color(250, 190, 90), Color(221, 81, 58), Color(147, 38, 103),
      Color(66, 10, 104), Color(10, 8, 30),
    ],
    audio: Color(130, 60, 170), control: Color(172, 90, 10), signal: Color(66, 86, 116),
    measure: Color(12, 14, 20), difference: Color(185, 35, 35), full: Color(40, 122, 45),
    reduced: Color(146, 96, 0), input: Color(20, 105, 165), faintBlock: Color(100, 107, 118))
}

extension Color {
  /// The color of a sharpness, from blue for round (0) through green to yellow for crisp (1); clamped,
  /// and NaN counts as 0.
  public static func sharpness(_ part: Double, on theme: Page.Theme = .dark) -> Color {
    ramp(part, theme.palette.sharpness)
  }

  /// The color of a strength, from the background for nothing (0) through red to the most prominent
  /// color (1); clamped, and NaN counts as 0.
  public static func strength(_ part: Double, on theme: Page.Theme = .dark) -> Color {
    ramp(part, theme.palette.strength)
  }

  /// The color of `tone` in `theme`.
  public static func of(_ tone: Drawing.Tone, on theme: Page.Theme = .dark) -> Color {
    let palette = theme.palette
    return switch tone {
    case .sharpness(let sharpness): .sharpness(sharpness, on: theme)
    case .audio: palette.audio
    case .strength(let strength): .strength(strength, on: theme)
    case .control, .role(.searching): palette.control
    case .signal, .role(.cause): palette.signal
    case .measure, .role(.found): palette.measure
    case .difference, .role(.broken): palette.difference
    case .role(.full): palette.full
    case .role(.reduced): palette.reduced
    case .role(.faint): palette.faintBlock
    case .role(.input), .role(.blockedInput): palette.input
    }
  }
}
