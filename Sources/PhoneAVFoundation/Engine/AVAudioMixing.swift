public import Foundation
internal import PhoneAudio

/// The balance of a node's sound in a mixer.
///
/// Source: `AVAudioMixing.h`.
///
/// - Thread: any.
public protocol AVAudioStereoMixing: NSObjectProtocol {
  /// The balance between left, -1, and right, 1.
  var pan: Float { get set }
}

/// The volume and balance of a node's sound in the mixer that follows it.
///
/// Source: `AVAudioMixing.h`. The positions in space of `AVAudio3DMixing` are absent.
///
/// - Thread: any.
public protocol AVAudioMixing: AVAudioStereoMixing {
  /// The volume, 0...1.
  var volume: Float { get set }
}

extension AVAudioNode {
  /// The volume of the mixer's input, which takes effect immediately.
  var mixedVolume: Float {
    get { GraphLock.with { unsafe gains.pointee.volume } }
    set { GraphLock.with { unsafe gains.pointee.volume = max(0, newValue) } }
  }

  var mixedPan: Float {
    get { GraphLock.with { unsafe gains.pointee.pan } }
    set { GraphLock.with { unsafe gains.pointee.pan = min(1, max(-1, newValue)) } }
  }
}

/// Adds the sounds of its inputs, and converts their rates and channels.
///
/// Source: `AVAudioMixerNode.h`.
///
/// - Thread: any.
@safe
open class AVAudioMixerNode: AVAudioNode, AVAudioMixing {
  private let output: UnsafeMutablePointer<MixGains>

  /// Creates a mixer.
  public override init() {
    // SAFETY: freed in deinit; the compiled graph keeps the node.
    unsafe output = .allocate(capacity: 1)
    unsafe output.initialize(to: MixGains())
    super.init()
  }

  deinit { unsafe output.deallocate() }

  override func operation(_ memory: GraphMemory, frames: Int) -> GraphStep.Operation {
    // SAFETY: the memory is not changed through this pointer.
    unsafe .mix(UnsafePointer(output))
  }

  /// The volume of the mixer's own output; 1 by default.
  open var outputVolume: Float {
    get { GraphLock.with { unsafe output.pointee.volume } }
    set { GraphLock.with { unsafe output.pointee.volume = max(0, newValue) } }
  }

  /// The next input to which nothing is connected.
  open var nextAvailableInputBus: AVAudioNodeBus {
    GraphLock.with {
      let used = Set(engine?.graph.inputs(of: self).map(\.targetBus) ?? [])
      return (0...used.count).first { !used.contains($0) } ?? 0
    }
  }

  /// The number of inputs: one more than the highest that is connected.
  open override var numberOfInputs: Int {
    GraphLock.with { (engine?.graph.inputs(of: self).last?.targetBus ?? 0) + 1 }
  }

  /// The volume in the mixer that follows this one, 0...1.
  open var volume: Float {
    get { mixedVolume }
    set { mixedVolume = newValue }
  }

  /// The balance in the mixer that follows this one.
  open var pan: Float {
    get { mixedPan }
    set { mixedPan = newValue }
  }
}
