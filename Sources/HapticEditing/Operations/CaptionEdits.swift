internal import HapticEngine

/// The places of the captions in a file.
///
/// A caption belongs to the sound that begins at its time, and moves with this sound.
struct CaptionPlaces {
  struct Place {
    var time: NumberToken
    /// The bytes of the caption's object.
    var range: Range<Int>
  }

  let places: [Place]
  /// The bytes between the brackets of the list, if any.
  let inside: Range<Int>?

  init(_ document: EditDocument) {
    var scanner = EntryScanner(document.bytes)
    guard let captions = document.syntax.metadata?["Captions"],
      let list = scanner.container(at: captions.value), !list.isObject
    else {
      (places, inside) = ([], nil)
      return
    }
    inside = list.inside
    places = list.items.compactMap { item in
      guard let time = scanner.container(at: item.value)?["Time"],
        let number = scanner.number(at: time.value)
      else { return nil }
      return Place(time: number, range: item.range)
    }
  }
}

/// The changes that an operation makes to sounds.
///
/// Their captions follow these changes.
struct SoundChanges {
  /// The old and new times of sounds that were moved, by index.
  var moved: [Int: (from: Seconds, to: Seconds)] = [:]
  /// The indices of sounds that were removed, with their times.
  var removed: [Int: Seconds] = [:]
  /// The times of sounds that were copied, and of their copies.
  var copied: [(from: Seconds, to: Seconds)] = []
  /// A pattern that was added, and its start in the document.
  var added: (document: EditDocument, later: Seconds)?

  var isEmpty: Bool { moved.isEmpty && removed.isEmpty && copied.isEmpty && added == nil }
}

extension EditRun {
  /// Moves, removes and adds captions together with their sounds.
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
    } else if let metadata = document.syntax.metadata {
      let isEmpty = metadata.items.isEmpty
      let start = metadata.inside.lowerBound..<metadata.inside.lowerBound
      replace(start, with: "\"Captions\": [".utf8 + list + "]\(isEmpty ? "" : ", ")".utf8)
    } else {
      let space =
        FileLayout(document.bytes).lineEnd.isEmpty
        ? [] : FileLayout(document.bytes).lineEnd + "  ".utf8
      let start = document.syntax.root.inside.lowerBound
      replace(
        start..<start,
        with: space + "\"Metadata\": {\"Captions\": [".utf8 + list + "]},".utf8)
    }
  }

  /// Returns the change of each caption.
  private func changes(
    of captions: CaptionPlaces
  ) throws(EditError) -> (times: [Seconds?], removed: Set<Int>, texts: [[UInt8]]) {
    let wanted = Set(captions.places.map { EditNumber.nanoseconds($0.time.value) })
    /// The sounds that stay at each time, and the first sound that was moved away from that time.
    var staying: Set<Int> = []
    var moved: [Int: Seconds] = [:]
    var gone: Set<Int> = []
    if !wanted.isEmpty {
      try document.forEach { fields in
        guard let type = fields.kind.eventType, !type.isHaptic else { return }
        let time = EditNumber.nanoseconds(fields.time.value)
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
      let time = EditNumber.nanoseconds(place.time.value)
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

  /// Returns the captions of copies and of a pattern that was added.
  private func addedCaptions(_ captions: CaptionPlaces) throws(EditError) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    var copied: Set<Int> = []
    for (from, to) in sounds.copied where copied.insert(EditNumber.nanoseconds(from)).inserted {
      for place in captions.places
      where EditNumber.nanoseconds(place.time.value) == EditNumber.nanoseconds(from) {
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

  /// Returns the text of the caption `place`, from the document of `run`, with a different time.
  private static func text(
    of place: CaptionPlaces.Place, at time: Seconds, in run: EditRun
  ) -> [UInt8] {
    var patch = TextPatch()
    if let text = run.text(of: place.time, as: time) {
      patch.replace(place.time.range, with: text.utf8)
    }
    return patch.applied(to: run.document.bytes, in: place.range)
  }

  /// The text between two captions.
  private func separator(_ captions: CaptionPlaces) -> [UInt8] {
    guard captions.places.count > 1 else { return Array(", ".utf8) }
    return Array(bytes(captions.places[0].range.upperBound..<captions.places[1].range.lowerBound))
  }
}
