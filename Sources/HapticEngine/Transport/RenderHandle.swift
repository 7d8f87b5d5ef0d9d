package import Realtime

/// A handle to the render side of one run of an engine: a plain pointer, which is not reference-counted.
///
/// A mixer that sums several engines in real-time functions uses such handles.
///
/// Valid from the start of the output until its `stop()` has returned, or until its holder, a `DeferredOutput`, has
/// reported that it has finished with it.
///
/// - Thread: render, one at a time.        Realtime-safe: `render` yes.
@safe
package struct RenderHandle: BitwiseCopyable, @unchecked Sendable {
  // SAFETY (unchecked Sendable): only the render side follows the pointer, one thread at a time.
  private let renderer: UnsafeMutablePointer<Renderer>

  /// Creates a handle to the render side of `source`; nil if `source` is not an engine that has been prepared.
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

  /// Skips this number of the engine's frames without rendering them.
  ///
  /// Must be called before the first block.
  @_noAllocation @_noLocks
  package func beginLate(by frames: Int64) { unsafe renderer.pointee.beginLate(by: frames) }
}

/// An output that, once it has been stopped, continues to pull an engine up to a certain frame.
///
/// Callers do not wait for this frame.
package protocol DeferredOutput: BlockOutput {
  /// Stops as `stop()` does, but may return before the last block is pulled.
  ///
  /// - Parameter free: called once, on a control thread, when the source is not rendered anymore.
  func stop(thenFreeing free: @escaping @Sendable () -> Void)
}
