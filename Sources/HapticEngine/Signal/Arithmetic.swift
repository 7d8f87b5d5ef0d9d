internal import CKernels

/// The instruction set that computes the samples of voices.
///
/// The choice only affects rounding, far below 1e-4 of full scale. All processors with a fused multiply-add (x86-64
/// since 2013, all 64-bit ARM) compute identical samples; the samples of other processors differ slightly. To compare
/// samples bit by bit between machines, use `portable`.
///
/// - Thread: any.        Realtime-safe: no, but rendering with it is.
public struct Arithmetic: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// The number of this set in the kernels.
  let set: Int32

  /// The set with the widest vectors that this processor has, or `portable` if the environment of the program contains
  /// `HAPTIC_PORTABLE=1`.
  public static var fastest: Arithmetic { Arithmetic(set: ckernels_fastest()) }

  /// The instructions that every processor of the architecture has.
  public static var portable: Arithmetic { Arithmetic(set: CKERNELS_PORTABLE) }

  /// All sets that this processor has, `portable` first.
  public static var all: [Arithmetic] { (0..<ckernels_count()).map(Arithmetic.init) }

  /// The name of the processors that this set requires, such as "x86-64-v3", or "portable".
  public var description: String { unsafe String(cString: ckernels_name(set)) }
}
