internal import TextFormats

extension EditWords {
  /// Names of operations in other programs.
  ///
  /// Our choice: those of editors of sound.
  static let meanings: [WordMeaning] = [
    WordMeaning(
      ["gain", "amplify", "volume", "vol", "scale", "intensity"],
      .init("scale-intensity", as: "scale-intensity 0.8")),
    WordMeaning(["speed", "tempo", "slow"], .init("stretch")),
    WordMeaning(["cut", "crop"], .init("trim")),
    WordMeaning(["repeat", "loop", "copy"], .init("duplicate")),
    WordMeaning(["remove", "erase"], .init("delete")),
    WordMeaning(["concat", "join"], .init("append")),
    WordMeaning(["mix", "merge", "layer"], .init("overlay")),
    WordMeaning(["delay", "offset", "pad"], .init("shift")),
    WordMeaning(["smooth", "thin"], .init("simplify")),
  ]
}
