/// The envelope of a continuous event, with times in seconds and levels 0...1 (`Documentation/Signal.md`, 3).
package struct EventEnvelope: Hashable, Sendable {
  /// The time until the release begins.
  package let hold: Seconds
  package let attack: Seconds
  package let decay: Seconds
  package let release: Seconds
  package let isSustained: Bool
  /// The normalized values, 0...1, that determine the lengths.
  package let attackValue: Double
  package let decayValue: Double
  package let releaseValue: Double

  /// Creates the envelope of an event that lasts `hold` seconds, from normalized values, 0...1.
  package init(
    hold: Seconds, attack: Double, decay: Double, release: Double, isSustained: Bool
  ) {
    self.hold = hold
    (attackValue, decayValue, releaseValue) = (attack, decay, release)
    self.attack = EnvelopeTime.attackSeconds(attack)
    self.decay = EnvelopeTime.decaySeconds(decay)
    self.release = EnvelopeTime.releaseSeconds(release)
    self.isSustained = isSustained
  }

  /// Returns the level at `age` seconds while the event lasts.
  package func held(_ age: Seconds) -> Double {
    if isSustained || age < attack { return min(1, age / attack) }
    return max(0, 1 - (age - attack) / decay)
  }
}
