/// Where each control is in the tables of a timeline.
///
/// Plain numbers, because the render path cannot use the cases of `DynamicParameter.ID`.
enum ControlIndex {
  static var hapticIntensity: Int { @_noAllocation @_noLocks get { 0 } }
  static var hapticSharpness: Int { @_noAllocation @_noLocks get { 1 } }
  static var hapticAttackTime: Int { @_noAllocation @_noLocks get { 2 } }
  static var hapticDecayTime: Int { @_noAllocation @_noLocks get { 3 } }
  static var hapticReleaseTime: Int { @_noAllocation @_noLocks get { 4 } }
  static var audioVolume: Int { @_noAllocation @_noLocks get { 5 } }
  static var audioPan: Int { @_noAllocation @_noLocks get { 6 } }
  static var audioBrightness: Int { @_noAllocation @_noLocks get { 7 } }
  static var audioPitch: Int { @_noAllocation @_noLocks get { 8 } }
  static var audioAttackTime: Int { @_noAllocation @_noLocks get { 9 } }
  static var audioDecayTime: Int { @_noAllocation @_noLocks get { 10 } }
  static var audioReleaseTime: Int { @_noAllocation @_noLocks get { 11 } }
  static var count: Int { @_noAllocation @_noLocks get { 12 } }
}

extension DynamicParameter.ID {
  /// Where this control is in the tables of a timeline, which are in order of `allCases`.
  var controlIndex: Int {
    switch self {
    case .hapticIntensityControl: ControlIndex.hapticIntensity
    case .hapticSharpnessControl: ControlIndex.hapticSharpness
    case .hapticAttackTimeControl: ControlIndex.hapticAttackTime
    case .hapticDecayTimeControl: ControlIndex.hapticDecayTime
    case .hapticReleaseTimeControl: ControlIndex.hapticReleaseTime
    case .audioVolumeControl: ControlIndex.audioVolume
    case .audioPanControl: ControlIndex.audioPan
    case .audioBrightnessControl: ControlIndex.audioBrightness
    case .audioPitchControl: ControlIndex.audioPitch
    case .audioAttackTimeControl: ControlIndex.audioAttackTime
    case .audioDecayTimeControl: ControlIndex.audioDecayTime
    case .audioReleaseTimeControl: ControlIndex.audioReleaseTime
    }
  }
}
