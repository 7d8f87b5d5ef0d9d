/// The characters that a chart is drawn with.
struct ChartSymbols: Hashable, Sendable {
  /// Parts of a full character, lowest first, the last one full.
  let levels: [Character]
  /// A tap: what fills its column, and its tip where that reaches only half a character.
  let tap: Character
  let tapTip: Character
  /// The top of what is stronger than the chart is high.
  let over: Character
  /// The position.
  let cursor: Character
  /// The axis, and a tick on it.
  let axis: Character
  let tick: Character
  /// The scale beside the bars, and a tick on it.
  let scale: Character
  let scaleTick: Character
  let playing: String
  let paused: String
  let leftRight: String
  let upDown: String

  static let unicode = ChartSymbols(
    levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], tap: "┃", tapTip: "╻", over: "▲",
    cursor: "│", axis: "─", tick: "┬", scale: "│", scaleTick: "┤", playing: "▶", paused: "‖",
    leftRight: "← →", upDown: "↑ ↓")

  static let ascii = ChartSymbols(
    levels: [".", ":", "#"], tap: "|", tapTip: ",", over: "^", cursor: "|", axis: "-", tick: "+",
    scale: "|", scaleTick: "+", playing: ">", paused: "=", leftRight: "left right",
    upDown: "up down")

  /// The character for a bar of which `part`, 0...1, is in it; nil for none.
  func level(_ part: Double) -> Character? {
    let step = Int((part * Double(levels.count)).rounded())
    return step > 0 ? levels[min(step, levels.count) - 1] : nil
  }

  /// The digit for a sharpness, 0...1: 0 is round, 9 crisp.
  static func digit(_ sharpness: Double) -> Character {
    Character("\(max(0, min(9, Int((sharpness * 10).rounded()))))")
  }
}
