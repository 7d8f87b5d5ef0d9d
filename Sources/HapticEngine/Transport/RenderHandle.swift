package import Realtime

/// The render side of one run of an engine, for a mixer that sums several engines in marked functions:
/// a plain pointer, of which no reference is counted.
///
/// Valid from the moment at which the output is started until its `stop()` has returned, or until its
/// holder, a `DeferredOutput`, has said that it is done with it.
///
/// - Thread: render, one at a time.        Realtime-safe: `render` yes.
@safe
package struct RenderHandle: BitwiseCopyable, @unchecked Sendable {
  // SAFETY (unchecked Sendable): only the render side follows the pointer, one thread at a time.
  private let renderer: UnsafeMutablePointer<Renderer>

  /// The render side of `source`; nil if that is not an engine which has been prepared.
  ///
  /// - Thread: control.        Realtime-safe: no.
  package init?(_ source: any BlockSource) {
    guard let core = source as? EngineCore, let renderer = unsafe core.renderer else {
      return nil
    }
    unsafe self.renderer = renderer
  }

  /// Renders the next `block.frameCount` frames of the engine, as `BlockSource.render(into:)` does.
  @_noAllocation @_noLocks
  package func render(into block: BusBlock) { unsafe renderer.pointee.render(into: block) }

  /// Lets so many frames of the engine pass of which nothing is rendered; before the first block.
  @_noAllocation @_noLocks
  package func beginLate(by frames: Int64) { unsafe renderer.pointee.beginLate(by: frames) }
}

/// An output that goes on pulling an engine for a while after it was stopped: until a frame that is yet
/// to be rendered, which nobody waits for.
package protocol DeferredOutput: BlockOutput {
  /// Stops as `stop()` does, but may return before the last block is pulled.
  ///
  /// - Parameter free: called once, on a control thread, when the source is not rendered any more.
  func stop(thenFreeing free: @escaping @Sendable () -> Void)
}
