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
  let ground: Colour
  let lane: Colour
  /// The color of titles, names and texts in lanes.
  let ink: Colour
  /// The color of explanatory texts and the axis.
  let faint: Colour
  /// The color of the lines at the ticks of a lane, which must be less visible than every mark.
  let rule: Colour
  /// The color of a limit and its name.
  let warning: Colour
  /// The colors from round, 0, to crisp, 1.
  let sharpness: [Colour]
  /// The colors from nothing, 0, to most, 1.
  let strength: [Colour]
  let audio: Colour
  let control: Colour
  let signal: Colour
  let measure: Colour
  let difference: Colour
  let full: Colour
  let reduced: Colour
  let input: Colour
  /// The color of a block that is hardly noticed.
  let faintBlock: Colour
}

extension Page.Theme {
  /// The colors of this theme.
  ///
  /// Texts have a contrast of 4.5 to 1 to both backgrounds, and marks have a contrast of 3 to 1,
  /// including their opacity.
  ///
  /// Source: W3C, "Web Content Accessibility Guidelines 2.1", success criteria 1.4.3 and 1.4.11. Rules
  /// and the faint end of a strength are exempt, because they are meant to disappear into the
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
    ground: Colour(18, 21, 27), lane: Colour(24, 28, 36), ink: Colour(222, 226, 232),
    faint: Colour(135, 142, 153), rule: Colour(52, 58, 69), warning: Colour(235, 110, 110),
    sharpness: [
      Colour(65, 105, 170), Colour(33, 145, 140), Colour(94, 201, 98), Colour(253, 231, 37),
    ],
    strength: [
      Colour(24, 28, 36), Colour(66, 10, 104), Colour(147, 38, 103), Colour(221, 81, 58),
      Colour(252, 165, 10), Colour(252, 255, 164),
    ],
    audio: Colour(190, 130, 220), control: Colour(230, 160, 90), signal: Colour(150, 170, 195),
    measure: Colour(240, 242, 246), difference: Colour(235, 110, 110), full: Colour(94, 201, 98),
    reduced: Colour(240, 190, 80), input: Colour(90, 170, 225), faintBlock: Colour(125, 134, 148))

  fileprivate static let light = Palette(
    ground: Colour(255, 255, 255), lane: Colour(245, 246, 249), ink: Colour(30, 34, 41),
    faint: Colour(88, 95, 106), rule: Colour(212, 216, 223), warning: Colour(185, 35, 35),
    sharpness: [
      Colour(38, 70, 140), Colour(18, 105, 110), Colour(40, 122, 45), Colour(146, 96, 0),
    ],
    strength: [
      Colour(245, 246, 249), Colour(250, 190, 90), Colour(221, 81, 58), Colour(147, 38, 103),
      Colour(66, 10, 104), Colour(10, 8, 30),
    ],
    audio: Colour(130, 60, 170), control: Colour(172, 90, 10), signal: Colour(66, 86, 116),
    measure: Colour(12, 14, 20), difference: Colour(185, 35, 35), full: Colour(40, 122, 45),
    reduced: Colour(146, 96, 0), input: Colour(20, 105, 165), faintBlock: Colour(100, 107, 118))
}

extension Colour {
  /// The color of a sharpness, from blue for round (0) through green to yellow for crisp (1); clamped,
  /// and NaN counts as 0.
  public static func sharpness(_ part: Double, on theme: Page.Theme = .dark) -> Colour {
    ramp(part, theme.palette.sharpness)
  }

  /// The color of a strength, from the background for nothing (0) through red to the most prominent
  /// color (1); clamped, and NaN counts as 0.
  public static func strength(_ part: Double, on theme: Page.Theme = .dark) -> Colour {
    ramp(part, theme.palette.strength)
  }

  /// The color of `tone` in `theme`.
  public static func of(_ tone: Drawing.Tone, on theme: Page.Theme = .dark) -> Colour {
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
