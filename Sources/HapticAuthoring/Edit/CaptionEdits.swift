internal import HapticEngine
internal import TextFormats

/// Where the captions of a file are.
///
/// A caption belongs to the sound that begins at its time, and goes where that goes.
struct CaptionPlaces {
  /// One caption.
  struct Place {
    var time: NumberToken
    /// The bytes of its object.
    var range: Range<Int>
  }

  private(set) var places: [Place] = []
  /// The bytes between the brackets of the list; nil if there is none.
  private(set) var inside: Range<Int>?
  /// The bytes between the braces of `Metadata`; nil if there is none.
  private(set) var metadata: Range<Int>?
  /// The offset behind the opening brace of the file.
  private(set) var start = 0

  init(_ document: EditDocument) {
    var json = JSONReader(document.bytes, maximumNesting: AHAP.maximumNesting, maximumFaults: 1)
    _ = json.beginValue()
    start = json.position
    while let key = json.nextKey() {
      let name = JSONText.text(key, in: json.bytes)
      let value = json.beginValue()
      // What is in the list of entries is known.
      if name == "Pattern", json.position == document.inside.lowerBound {
        json.position = document.inside.upperBound
      }
      guard name == "Metadata", case .object = value else {
        json.skip(value)
        continue
      }
      let start = json.position
      scanMetadata(&json)
      metadata = start..<(json.position - 1)
    }
  }

  private mutating func scanMetadata(_ json: inout JSONReader) {
    // Of two with one key the last counts.
    (places, inside) = ([], nil)
    while let key = json.nextKey() {
      let value = json.beginValue()
      guard JSONText.text(key, in: json.bytes) == "Captions", case .array = value else {
        json.skip(value)
        continue
      }
      places = []
      let start = json.position
      while json.nextElement() { scanCaption(&json) }
      inside = start..<(json.position - 1)
    }
  }

  private mutating func scanCaption(_ json: inout JSONReader) {
    let value = json.beginValue()
    let start = json.valueStart
    guard case .object = value else { return json.skip(value) }
    var time: NumberToken?
    while let key = json.nextKey() {
      let value = json.beginValue()
      if case .number(let number) = value, JSONText.text(key, in: json.bytes) == "Time" {
        time = NumberToken(value: number, range: json.valueStart..<json.position)
      }
      json.skip(value)
    }
    if let time { places.append(Place(time: time, range: start..<json.position)) }
  }
}

/// What an operation does to sounds, which their captions follow.
struct SoundChanges {
  /// By the index of a sound that was moved, its time before and after.
  var moved: [Int: (from: Seconds, to: Seconds)] = [:]
  /// The indices of sounds that were removed, with their times.
  var removed: [Int: Seconds] = [:]
  /// The times of sounds that were copied, and of their copies.
  var copied: [(from: Seconds, to: Seconds)] = []
  /// A pattern that was added, and how much later than it is by itself.
  var added: (document: EditDocument, later: Seconds)?

  var isEmpty: Bool { moved.isEmpty && removed.isEmpty && copied.isEmpty && added == nil }
}

extension EditRun {
  /// Moves, removes and adds captions as their sounds were.
  mutating func changeCaptions() throws(EditError) {
    if sounds.isEmpty { return }
    let captions = CaptionPlaces(document)
    let added = try addedCaptions(captions)
    var changes = try changes(of: captions)
    if added.isEmpty && changes.removed.isEmpty {
      for (place, time) in zip(captions.places, changes.times) {
        guard let time, let text = text(of: place.time, as: time) else { continue }
        replace(place.time.range, with: Array(text.utf8))
      }
      return
    }
    changes.texts += added
    let list = Array(changes.texts.joined(separator: separator(captions)))
    if let inside = captions.inside {
      replace(inside, with: list)
    } else if let metadata = captions.metadata {
      let isEmpty = bytes(metadata).allSatisfy { $0 <= 0x20 }
      let start = metadata.lowerBound..<metadata.lowerBound
      replace(start, with: "\"Captions\": [".utf8 + list + "]\(isEmpty ? "" : ", ")".utf8)
    } else {
      let space =
        FileLayout(document.bytes).lineEnd.isEmpty
        ? [] : FileLayout(document.bytes).lineEnd + "  ".utf8
      replace(
        captions.start..<captions.start,
        with: space + "\"Metadata\": {\"Captions\": [".utf8 + list + "]},".utf8)
    }
  }

  /// What becomes of each caption.
  private func changes(
    of captions: CaptionPlaces
  ) throws(EditError) -> (times: [Seconds?], removed: Set<Int>, texts: [[UInt8]]) {
    let wanted = Set(captions.places.map { Self.nanoseconds($0.time.value) })
    /// By time the sounds that stay where they are, and the first that was moved from there.
    var staying: Set<Int> = []
    var moved: [Int: Seconds] = [:]
    var gone: Set<Int> = []
    if !wanted.isEmpty {
      try document.forEach { fields in
        guard let type = fields.kind.eventType, !type.isHaptic else { return }
        let time = Self.nanoseconds(fields.time.value)
        guard wanted.contains(time) else { return }
        if sounds.removed[fields.index] != nil {
          gone.insert(time)
        } else if let change = sounds.moved[fields.index] {
          moved[time] = moved[time] ?? change.to
        } else {
          staying.insert(time)
        }
      }
    }
    var times: [Seconds?] = []
    var removed: Set<Int> = []
    var texts: [[UInt8]] = []
    for (index, place) in captions.places.enumerated() {
      let time = Self.nanoseconds(place.time.value)
      let new = staying.contains(time) ? nil : moved[time]
      times.append(new)
      if new == nil, gone.contains(time), !staying.contains(time) {
        removed.insert(index)
      } else {
        texts.append(Self.text(of: place, at: new ?? place.time.value, in: self))
      }
    }
    return (times, removed, texts)
  }

  /// The captions of copies and of a pattern that was added.
  private func addedCaptions(_ captions: CaptionPlaces) throws(EditError) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    var copied: Set<Int> = []
    for (from, to) in sounds.copied where copied.insert(Self.nanoseconds(from)).inserted {
      for place in captions.places
      where Self.nanoseconds(place.time.value) == Self.nanoseconds(from) {
        texts.append(Self.text(of: place, at: to, in: self))
      }
    }
    if let (document, later) = sounds.added {
      let other = EditRun(document, .all)
      for place in CaptionPlaces(document).places {
        texts.append(Self.text(of: place, at: place.time.value + later, in: other))
      }
    }
    return texts
  }

  /// What captions and sounds are compared by; a time at which no sound can be is the first or the last.
  private static func nanoseconds(_ time: Seconds) -> Int {
    let nanoseconds = (time * 1e9).rounded()
    return Int(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max)
  }

  /// The text of the caption `place` of the document of `run` with another time.
  private static func text(
    of place: CaptionPlaces.Place, at time: Seconds, in run: EditRun
  ) -> [UInt8] {
    var patch = TextPatch()
    if let text = run.text(of: place.time, as: time) {
      patch.replace(place.time.range, with: text.utf8)
    }
    return patch.applied(to: run.document.bytes, in: place.range)
  }

  /// What is between two captions.
  private func separator(_ captions: CaptionPlaces) -> [UInt8] {
    guard captions.places.count > 1 else { return Array(", ".utf8) }
    return Array(bytes(captions.places[0].range.upperBound..<captions.places[1].range.lowerBound))
  }
}
