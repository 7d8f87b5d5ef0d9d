/// How many voices of one player may sound together.
struct VoiceCapacity: Hashable, Sendable {
  var haptic: Int
  var audio: Int
}

/// Room for the voices of one bank: those that sound, those that a pause holds, and where voices of the
/// present block have ended, until when they have their places.
struct VoiceRoom<Voice: BitwiseCopyable> {
  var sounding: VoiceArray<Voice>
  var held: VoiceArray<Voice>
  var ends: VoiceArray<Frame>

  init(capacity: Int) {
    sounding = VoiceArray(capacity: capacity)
    held = VoiceArray(capacity: capacity)
    ends = VoiceArray(capacity: capacity)
  }

  /// Frees the memory; the room must not be used afterwards.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() {
    sounding.deallocate()
    held.deallocate()
    ends.deallocate()
  }
}

/// Room for the voices of a player, on its way to the render side or back.
@safe
struct VoiceLoan {
  /// What the stack that it comes back on uses; must be first.
  private var below: UnsafeMutableRawPointer?
  var haptics: VoiceRoom<HapticVoice>
  var audios: VoiceRoom<AudioVoice>

  /// Room for as many voices as `capacity` says.
  init(_ capacity: VoiceCapacity) {
    unsafe below = nil
    haptics = VoiceRoom(capacity: capacity.haptic)
    audios = VoiceRoom(capacity: capacity.audio)
  }

  /// Frees `loan` and the room in it.
  ///
  /// - Thread: control.        Realtime-safe: no.
  static func free(_ loan: UnsafeMutablePointer<VoiceLoan>) {
    unsafe loan.pointee.haptics.deallocate()
    unsafe loan.pointee.audios.deallocate()
    unsafe loan.deallocate()
  }
}
