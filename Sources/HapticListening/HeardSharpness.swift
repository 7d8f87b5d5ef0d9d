private import Glibc
internal import HapticEngine

/// The sharpness of a vibration.
extension HeardVibration {
  /// The number of frames between the middle of a spectrum and its end.
  ///
  /// Source: `OnsetDetector`: 46 ms.
  private static let spectrumFrames = 3
  /// The octave into which pitches are moved, and the range within which the pitch of a tone may then vary, in hertz.
  ///
  /// Both are derived from the profile `wideband`.
  private static let (octave, range) = (
    96.0...192, Profile.wideband.lowHertz...Profile.wideband.highHertz
  )

  /// Returns the sharpness that follows the brightness, averaged over a twentieth of a second.
  func brightness(_ stretch: Range<Int>) -> [Double] {
    let profile = Profile.wideband
    return averaged(stretch) { index in
      let frame = listening.frames[first + index]
      guard method == .bass else { return scale.sharpness(hertz: Double(frame.hertz)) }
      // Bass is within the range of actuators and is used unchanged.
      let part =
        (Double(frame.bassHertz) - profile.lowHertz) / (profile.highHertz - profile.lowHertz)
      return min(1, max(0, part))
    }
  }

  /// Returns the sharpness that follows the pitch.
  ///
  /// Each tone is moved by octaves into the profile's range.
  ///
  /// Frames without a pitch keep the last pitch. A glide that is wider than the range is scaled into it as a whole, so
  /// that sharpness does not jump.
  func pitches(_ stretch: Range<Int>) -> [Double] {
    let (low, high) = (Self.range.lowerBound, Self.range.upperBound)
    var values = [Double?](repeating: nil, count: stretch.count)
    let courses = listening.courses(in: first + stretch.lowerBound..<first + stretch.upperBound)
      .map { course in
        (
          frames: course,
          tones: course.map { Double(listening.frames[$0].pitch) }.filter { $0 > 0 }.sorted()
        )
      }
    func fits(_ tones: [Double]) -> Double? {
      guard let least = tones.first, let most = tones.last else { return nil }
      let shift = exp2(-floor(log2((least * most).squareRoot() / Self.octave.lowerBound)))
      return least * shift >= low && most * shift <= high ? shift : nil
    }
    let all = courses.flatMap(\.tones).sorted()
    let isMoved = courses.allSatisfy { fits($0.tones) != nil }
    // The range must not be determined by short pitch errors.
    let (least, most) =
      all.isEmpty ? (low, high) : (all[all.count / 50], all[all.count - 1 - all.count / 50])
    let width = max(log2(most / least), log2(high / low))
    for course in courses {
      let shift = isMoved ? fits(course.tones) : nil
      for index in course.frames where listening.frames[index].pitch > 0 {
        let hertz = Double(listening.frames[index].pitch)
        let within = low * exp2(log2(hertz / least) * log2(high / low) / width)
        let part = ((shift.map { hertz * $0 } ?? within) - low) / (high - low)
        values[index - first - stretch.lowerBound] = min(1, max(0, part))
      }
    }
    // Frames before the first tone have that tone's sharpness. If there are no tones, the sharpness is in the middle.
    var held = values.compactMap(\.self).first ?? 0.5
    let filled = values.map { value in
      held = value ?? held
      return held
    }
    return averaged(stretch) { filled[$0 - stretch.lowerBound] }
  }

  /// The mean of each value and its neighbors; a mean does not reach across the beginning of a stroke.
  ///
  /// A spectrum reaches `spectrumFrames` frames into the future, so the values just before a stroke are influenced by
  /// the stroke and are replaced.
  private func averaged(_ stretch: Range<Int>, _ value: (Int) -> Double) -> [Double] {
    var values = stretch.map(value)
    let bounds = beats.map { $0.frame - stretch.lowerBound }.filter { $0 > 0 && $0 < values.count }
    var result: [Double] = []
    var low = 0
    for bound in bounds + [values.count] where bound > low {
      if bound < values.count {
        let last = max(low, bound - Self.spectrumFrames - 1)
        for index in last..<bound { values[index] = values[last] }
      }
      for index in low..<bound {
        let near = values[max(low, index - 2)..<min(bound, index + 3)]
        result.append(near.reduce(0, +) / Double(near.count))
      }
      low = bound
    }
    return result
  }
}
