/// How many voices of one player may sound together.
struct VoiceCapacity: Hashable, Sendable {
  var haptic: Int
  var audio: Int
}
