internal import Foundation
internal import PhoneAudio

/// A node that processes sound.
///
/// Source: `AVAudioUnit.h`.
///
/// - Thread: any.
open class AVAudioUnit: AVAudioNode {
  /// The name of the unit.
  open var name: String { "\(type(of: self))" }
  /// The manufacturer of the unit.
  open var manufacturerName: String { "Apple" }
  /// The version of the unit.
  open var version: Int { 1 }

  /// Applies the present speed to the compiled graph.
  func speedChanged() {
    GraphLock.with { unsafe inputConverter?.pointee.rate = rateOfInput }
  }
}

/// A unit that changes the time of its input.
///
/// - Thread: any.
open class AVAudioUnitTimeEffect: AVAudioUnit {
  /// Whether the unit passes its input on unchanged.
  open var bypass = false {
    didSet { speedChanged() }
  }
}

/// Changes the speed and with it the pitch, as a tape does.
///
/// Source: `AVAudioUnitVarispeed.h`.
///
/// - Thread: any.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect {
  /// The frames of the input for a frame of the output, 0.25...4; 1 by default.
  open var rate: Float = 1 {
    didSet { speedChanged() }
  }

  /// Creates a unit that changes nothing.
  public override init() { super.init() }

  override var rateOfInput: Double { bypass ? 1 : Double(min(4, max(0.25, rate))) }
  override var highestRate: Double { 4 }
}

/// Changes the speed and the pitch independently of each other.
///
/// The duration and the pitch are those of a phone, and the artifacts are not: `StretchVoice` overlaps similar grains.
///
/// Source: `AVAudioUnitTimePitch.h`.
///
/// - Thread: any.
@safe
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect {
  private let voice: UnsafeMutablePointer<StretchVoice>

  /// The frames of the input for a frame of the output, 1/32...32; 1 by default.
  open var rate: Float = 1 {
    didSet { speedChanged() }
  }
  /// The pitch in cents, -2400...2400; 0 by default.
  open var pitch: Float = 0 {
    didSet { speedChanged() }
  }
  /// The number of overlapping pieces; kept without an effect.
  open var overlap: Float = 8

  /// Creates a unit that changes nothing.
  public override init() {
    // SAFETY: freed in deinit; the compiled graph keeps the node.
    unsafe voice = .allocate(capacity: 1)
    unsafe voice.initialize(to: StretchVoice(channelCount: 2))
    super.init()
  }

  deinit {
    unsafe voice.pointee.deallocate()
    unsafe voice.deallocate()
  }

  /// The input is read faster for a higher pitch, and then stretched.
  override var rateOfInput: Double {
    bypass ? 1 : pow(2, Double(min(2400, max(-2400, pitch))) / 1200)
  }
  override var highestRate: Double { 4 }

  private var speed: Double {
    bypass ? 1 : Double(min(32, max(1.0 / 32, rate))) / rateOfInput
  }

  override func speedChanged() {
    super.speedChanged()
    GraphLock.with { unsafe voice.pointee.speed = speed }
  }

  override func inputLimit(for frames: Int) -> Int {
    StretchVoice.framesLimit(for: frames, highestSpeed: 128)
  }

  override func operation(_ memory: GraphMemory, frames: Int) -> GraphStep.Operation {
    let input = memory.buffer(
      channels: Int(renderFormat.channelCount), frames: inputLimit(for: frames))
    return unsafe .stretch(voice, input)
  }

  /// Forgets the sound that the unit keeps.
  open override func reset() {
    GraphLock.with {
      unsafe voice.pointee.deallocate()
      unsafe voice.pointee = StretchVoice(channelCount: 2)
      unsafe voice.pointee.speed = speed
    }
  }

  override func engineStopped(_ outbox: Outbox) { reset() }
}
