/// The volume and balance of a bus of a mixer.
///
/// - Thread: written by the control side between blocks.
package struct MixGains: BitwiseCopyable, Sendable {
  /// The volume; 1 for the samples as they are.
  package var volume: Float = 1
  /// The balance between left, -1, and right, 1.
  package var pan: Float = 0

  /// Creates the gains of an unchanged bus.
  @_noAllocation @_noLocks
  package init() {}

  /// The factor of the first channel.
  ///
  /// Our choice: the balance lowers the other side and does not raise its own, so that the middle changes nothing.
  package var left: Float { @_noAllocation @_noLocks get { volume * min(1, max(0, 1 - pan)) } }
  /// The factor of the second channel.
  package var right: Float { @_noAllocation @_noLocks get { volume * min(1, max(0, 1 + pan)) } }
}

/// One node of a compiled graph.
@safe
package struct GraphStep: BitwiseCopyable {
  /// The use that a node makes of its inputs.
  @safe
  package enum Operation: BitwiseCopyable {
    /// Plays the segments of a player.
    case player(UnsafeMutablePointer<PlayerVoice>)
    /// Adds its inputs; with nothing to add, it is silent. The gains are those of the output.
    case mix(UnsafePointer<MixGains>)
    /// Changes the duration of its input, which is collected in the buffer.
    case stretch(UnsafeMutablePointer<StretchVoice>, GraphBuffer)
    /// Passes its input on, or keeps what code of the app has written before the step is due.
    case outside
  }

  /// The node's operation.
  package var operation: Operation
  /// The samples that the node produces.
  package var output: GraphBuffer
  /// The first of its inputs, and their number.
  package var firstInput = 0
  package var inputCount = 0
  /// The frames of the present block, and the frames that the node needs from its inputs.
  package var frames = 0
  package var inputFrames = 0

  /// Creates a step without inputs.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package init(_ operation: Operation, _ output: GraphBuffer) {
    self.operation = operation
    self.output = output
  }
}

/// An input of a step: the output of an earlier step.
@safe
package struct GraphInput: BitwiseCopyable {
  /// The earlier step.
  package var source: Int
  /// The volume and balance of the input; nil for none.
  package var gains: UnsafePointer<MixGains>?
  /// The converter of the sample rate, and the converted samples; nil if the rates agree.
  package var converter: UnsafeMutablePointer<RateConverter>?
  package var converted: GraphBuffer?

  /// Creates an input of unchanged samples.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package init(from source: Int) {
    self.source = source
    unsafe gains = nil
    unsafe converter = nil
    converted = nil
  }
}
