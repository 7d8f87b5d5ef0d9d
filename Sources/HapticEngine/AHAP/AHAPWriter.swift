internal import TextFormats

/// Writes canonical AHAP.
///
/// Keys have a fixed order. An object that contains only words and numbers is on one line; everything else is indented
/// by two spaces.
struct AHAPWriter {
  private(set) var output: [UInt8] = []

  /// Writes a whole file.
  mutating func write(_ pattern: HapticPattern) {
    put("{\n  \"Version\": 1.0,\n")
    if !pattern.metadata.isEmpty {
      put("  \"Metadata\": {")
      writeList(pattern.metadata.sorted { $0.key < $1.key }, indent: "    ") { writer, item in
        writer.put(text: item.key)
        writer.put(": ")
        writer.write(item.value)
      }
      put("\n  },\n")
    }
    put("  \"Pattern\": [")
    writeList(pattern.entries, indent: "    ") { $0.write($1) }
    put(pattern.entries.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
  }

  private mutating func write(_ entry: HapticPattern.Entry) {
    switch entry {
    case .event(let event): write(event)
    case .parameter(let parameter):
      put("{ \"Parameter\": { \"ParameterID\": \"\(parameter.id.rawValue)\", ")
      put("\"ParameterValue\": \(parameter.value), \"Time\": \(parameter.time) } }")
    case .curve(let curve): write(curve)
    }
  }

  private mutating func write(_ event: HapticEvent) {
    put("{\n      \"Event\": {\n        \"Time\": \(event.time),")
    put("\n        \"EventType\": \"\(event.type.rawValue)\",")
    if let duration = event.duration { put("\n        \"EventDuration\": \(duration),") }
    if let waveform = event.waveform {
      put("\n        \"EventWaveformPath\": ")
      put(text: waveform.path)
      put(",")
      if !waveform.usesVolumeEnvelope {
        put("\n        \"EventWaveformUseVolumeEnvelope\": false,")
      }
      if waveform.loops { put("\n        \"EventWaveformLoopEnabled\": true,") }
    }
    put("\n        \"EventParameters\": [")
    writeList(event.parameters, indent: "          ") { writer, parameter in
      writer.put("{ \"ParameterID\": \"\(parameter.id.rawValue)\", ")
      writer.put("\"ParameterValue\": \(parameter.value) }")
    }
    put(event.parameters.isEmpty ? "]" : "\n        ]")
    put("\n      }\n    }")
  }

  private mutating func write(_ curve: ParameterCurve) {
    put("{\n      \"ParameterCurve\": {\n        \"ParameterID\": \"\(curve.id.rawValue)\",")
    put("\n        \"Time\": \(curve.time),\n        \"ParameterCurveControlPoints\": [")
    writeList(curve.controlPoints, indent: "          ") { writer, point in
      writer.put("{ \"Time\": \(point.time), \"ParameterValue\": \(point.value) }")
    }
    put("\n        ]\n      }\n    }")
  }

  private mutating func write(_ value: MetadataValue) {
    switch value {
    case .text(let text): put(text: text)
    case .number(let number) where number.isFinite: put("\(number)")
    case .number(let number): put(text: "\(number)")
    case .json(let json): putJSON(json)
    }
  }

  /// Writes `json` unchanged if it is valid JSON, otherwise as a JSON string.
  ///
  /// Unchecked text could break the whole file.
  private mutating func putJSON(_ json: String) {
    var reader = JSONReader(
      Array(json.utf8), maximumNesting: AHAP.maximumNesting - 2, maximumFaults: 1)
    var compact: [UInt8] = []
    let value = reader.beginValue()
    reader.copy(value, to: &compact)
    reader.finish()
    if reader.isSound { output += compact } else { put(text: json) }
  }

  private mutating func writeList<Items: Collection>(
    _ items: Items, indent: String, _ write: (inout AHAPWriter, Items.Element) -> Void
  ) {
    var separator = "\n"
    for item in items {
      put(separator)
      put(indent)
      write(&self, item)
      separator = ",\n"
    }
  }

  private mutating func put(_ text: String) { output += text.utf8 }

  private mutating func put(text: String) { JSONText.append(text, to: &output) }
}
