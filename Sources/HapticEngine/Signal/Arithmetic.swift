internal import CKernels

/// The instruction set that computes the samples of voices.
///
/// The signal is the same but for rounding, to far within 1e-4 of full scale. Its bits are one set on
/// all processors with a fused multiply-add (x86-64 since 2013, all 64-bit ARM), and another without:
/// use `portable` to compare bits between machines.
///
/// - Thread: any.        Realtime-safe: no, but what is rendered with it is.
public struct Arithmetic: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// The number of the kernels' set.
  let set: Int32

  /// The widest vectors that this processor has; `portable` where the environment of the program has
  /// `HAPTIC_PORTABLE=1`.
  public static var fastest: Arithmetic { Arithmetic(set: ckernels_fastest()) }

  /// The instructions that every processor of the architecture has.
  public static var portable: Arithmetic { Arithmetic(set: CKERNELS_PORTABLE) }

  /// All sets that this processor has, `portable` first.
  public static var all: [Arithmetic] { (0..<ckernels_count()).map(Arithmetic.init) }

  /// The name of the processors it needs, such as "x86-64-v3", or "portable".
  public var description: String { unsafe String(cString: ckernels_name(set)) }
}
