import Foundation

/// Files of each kind for use with the wrong command.
enum MistakenFiles {
  private static let texts = [
    "call.yaml": SessionRunTests.call, "mine.ahap": TestPattern.mixed,
    "mine.json": TestPattern.mixed, "rain.haptic": ConvertTests.clip,
    "mine.test.yaml": "# A test.\ntransients: 1\npeak: { max: 0.9 }\n",
    "rules.yaml": "thresholds: { startle: 40 }\n",
    "app.yaml": "app: { name: Player, kind: other }\n",
    "stopped.yaml": "# haptic snapshot 1\n# until 6.0, scenario 1, in /\n" + SessionRunTests.call,
    "trace.jsonl": #"""
    {"app":"music","do":"play","kind":"call","scenario":"A call","t":0,"text":"plays","v":1}

    """#,
    "own.json": #"{"name": "own", "lowHertz": 80, "highHertz": 230}"#,
    "edits.log": #"{"edit":["reverse"],"before":"9c1","after":"07f","undo":[]}"# + "\n",
    "knock.txt": "# A knock.\ntap 0.8/0.5, rest 100ms, tap\n",
    "a.xml": "<vibration-effect>\n  <waveform-effect/>\n</vibration-effect>\n",
    "w.json": #"{"timings": [20, 100, 30], "amplitudes": [255, 0, 128], "repeat": -1}"#,
    "web.json": "[20, 100, 30]\n",
  ]

  /// The first bytes of files whose content is otherwise irrelevant.
  private static let beginnings: [String: [UInt8]] = [
    "x.wav": Array("RIFF\u{24}\0\0\0WAVEfmt ".utf8), "heard.ahap": Array("fLaC\0\0\0\u{22}".utf8),
    "song.m4a": [0, 0, 0, 0x20] + Array("ftypM4A ".utf8),
    "c.png": [0x89] + Array("PNG\r\n\u{1A}\n".utf8),
  ]

  static func write(to folder: ScratchFolder) throws {
    for (name, text) in texts { try folder.write(text, to: name) }
    for (name, bytes) in beginnings { try folder.write(Data(bytes), to: name) }
    try folder.write(TestPattern.mixed, to: "folder/inside.ahap")
  }
}
