package import Realtime

/// The render side of one run of an engine, for a mixer that sums several engines in marked functions: a plain pointer,
/// which is not reference-counted.
///
/// Valid from the start of the output until its `stop()` has returned, or until its holder, a `DeferredOutput`, has
/// reported that it has finished with it.
///
/// - Thread: render, one at a time.        Realtime-safe: `render` yes.
@safe
package struct RenderHandle: BitwiseCopyable, @unchecked Sendable {
  // SAFETY (unchecked Sendable): only the render side follows the pointer, one thread at a time.
  private let renderer: UnsafeMutablePointer<Renderer>

  /// Creates a handle to the render side of `source`; nil if that is not an engine that has been prepared.
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

  /// Skips this number of frames of the engine without rendering them; before the first block.
  @_noAllocation @_noLocks
  package func beginLate(by frames: Int64) { unsafe renderer.pointee.beginLate(by: frames) }
}

/// An output that continues to pull an engine for a while after it was stopped, until a frame that is not yet rendered;
/// callers do not wait for this frame.
package protocol DeferredOutput: BlockOutput {
  /// Stops as `stop()` does, but may return before the last block is pulled.
  ///
  /// - Parameter free: called once, on a control thread, when the source is not rendered anymore.
  func stop(thenFreeing free: @escaping @Sendable () -> Void)
}
