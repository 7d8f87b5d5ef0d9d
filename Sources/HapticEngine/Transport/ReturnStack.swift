internal import Synchronization

/// Memory that the render side gives back: a stack of any depth, which it pushes to and the control
/// side empties.
///
/// What is pushed begins with a word that the stack uses for itself.
///
/// - Thread: `push` render, `takeAll` control.        Realtime-safe: `push`.
@safe
struct ReturnStack: @unchecked Sendable {
  // SAFETY (unchecked Sendable): what is on the stack belongs to nobody until it is taken, and the
  // exchange of the top makes what was written before visible to who takes it.
  private let top: UnsafeMutablePointer<Atomic<UnsafeMutableRawPointer?>>

  init() {
    // SAFETY: initialized here, freed in `deallocate`.
    unsafe top = .allocate(capacity: 1)
    unsafe top.initialize(to: Atomic(nil))
  }

  /// Frees the stack, but nothing that is on it.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func deallocate() {
    unsafe top.deinitialize(count: 1)
    unsafe top.deallocate()
  }

  /// Gives `memory` back.
  @_noAllocation @_noLocks
  func push(_ memory: UnsafeMutableRawPointer) {
    var below = unsafe top.pointee.load(ordering: .relaxed)
    while true {
      unsafe memory.storeBytes(of: below, as: UnsafeMutableRawPointer?.self)
      let (isDone, original) = unsafe top.pointee.compareExchange(
        expected: below, desired: memory, ordering: .releasing)
      if isDone { return }
      unsafe below = original
    }
  }

  /// Whether nothing was given back that is not taken.
  ///
  /// - Thread: control.        Realtime-safe: no.
  var isEmpty: Bool { unsafe top.pointee.load(ordering: .acquiring) == nil }

  /// Takes everything that was given back, the last first.
  ///
  /// - Thread: control.        Realtime-safe: no.
  func takeAll() -> [UnsafeMutableRawPointer] {
    var all: [UnsafeMutableRawPointer] = unsafe []
    var next = unsafe top.pointee.exchange(nil, ordering: .acquiring)
    while let memory = unsafe next {
      unsafe all.append(memory)
      unsafe next = memory.load(as: UnsafeMutableRawPointer?.self)
    }
    return unsafe all
  }
}
