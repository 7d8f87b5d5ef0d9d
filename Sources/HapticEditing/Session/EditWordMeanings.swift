internal import TextFormats

extension EditWords {
  /// The names of operations in other programs.
  ///
  /// Our choice: the names in sound editors.
  static let meanings: [WordMeaning] = [
    WordMeaning(
      ["gain", "amplify", "volume", "vol", "scale", "intensity"],
      .init("scale-intensity", as: "scale-intensity 0.8")),
    WordMeaning(["speed", "tempo", "slow"], "stretch"),
    WordMeaning(["cut", "crop"], "trim"),
    WordMeaning(["repeat", "loop", "copy"], "duplicate"),
    WordMeaning(["remove", "erase"], "delete"),
    WordMeaning(["concat", "join"], "append"),
    WordMeaning(["mix", "merge", "layer"], "overlay"),
    WordMeaning(["delay", "offset", "pad"], "shift"),
    WordMeaning(["smooth", "thin"], "simplify"),
  ]
}
