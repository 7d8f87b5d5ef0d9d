internal import TextFormats

extension Scenario {
  /// Returns whether the YAML file at `path` has the key `scenario`, so that it is probably a scenario.
  ///
  /// A file that is too large or cannot be read is not a scenario.
  package static func mayBegin(fileAt path: String) -> Bool {
    guard
      let bytes = try? TextFile.bytes(of: path, maximumBytes: ScenarioReader.maximumFileSize)
    else { return false }
    let keys = ["scenario:", "\"scenario\":", "'scenario':"].map { Array($0.utf8) }
    return bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { line in
      // A byte order mark, and the brace of a map on one line.
      let rest = line.drop {
        [0xEF, 0xBB, 0xBF, UInt8(ascii: "{"), UInt8(ascii: " ")].contains($0)
      }
      // A key of a map within the file is not that of a scenario.
      let isNested = line.first == UInt8(ascii: " ")
      return !isNested && keys.contains { rest.starts(with: $0) }
    }
  }
}
