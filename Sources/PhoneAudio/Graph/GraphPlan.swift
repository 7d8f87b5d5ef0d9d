/// A graph of nodes, compiled for rendering: the nodes in order, each after its inputs, in plain memory.
///
/// A change of the graph makes a new plan. The owner keeps the memory that the steps point to, and renders a block in
/// this way:
/// 1. `begin(_:others:)` tells how many frames each node has to render, which depends on sample rates and speeds.
/// 2. `render(_:)` for each step in order.
///
/// - Thread: render, except `init` and `deinit`.        Realtime-safe: all except those two.
@safe
package struct GraphPlan: ~Copyable {
  private let steps: UnsafeMutablePointer<GraphStep>
  /// The number of steps.
  package let stepCount: Int
  private let inputs: UnsafeMutablePointer<GraphInput>
  private let roots: UnsafeMutablePointer<Int>
  private let rootCount: Int
  /// The step of the output; nil if nothing is connected to it.
  package let last: Int?

  /// Creates a plan of steps, each of whose inputs comes from an earlier step.
  ///
  /// - Parameters:
  ///   - steps: the steps.
  ///   - inputs: the inputs of all steps.
  ///   - roots: the steps that are rendered even if no other step needs them.
  ///   - last: the step of the output; nil if nothing is connected to it.
  /// - Thread: control.        Realtime-safe: no.
  package init(_ steps: [GraphStep], _ inputs: [GraphInput], roots: [Int], last: Int?) {
    stepCount = steps.count
    rootCount = roots.count
    self.last = last
    // SAFETY: freed in deinit.
    unsafe self.steps = .allocate(capacity: max(1, steps.count))
    unsafe self.inputs = .allocate(capacity: max(1, inputs.count))
    unsafe self.roots = .allocate(capacity: max(1, roots.count))
    for (index, root) in roots.enumerated() {
      unsafe (self.roots + index).initialize(to: root)
    }
    for (index, step) in steps.enumerated() {
      unsafe (self.steps + index).initialize(to: step)
    }
    for (index, input) in inputs.enumerated() {
      unsafe (self.inputs + index).initialize(to: input)
    }
  }

  deinit {
    unsafe steps.deallocate()
    unsafe inputs.deallocate()
    unsafe roots.deallocate()
  }

  /// Begins a block.
  ///
  /// - Parameters:
  ///   - frames: the frames of the output.
  ///   - others: the frames of the roots that the output does not need.
  @_noAllocation @_noLocks
  package func begin(_ frames: Int, others: Int) {
    var index = 0
    while index < stepCount {
      unsafe steps[index].frames = 0
      index += 1
    }
    if let last { request(frames, of: last) }
    spread()
    index = 0
    while index < rootCount {
      let root = unsafe roots[index]
      if unsafe steps[root].frames == 0 { request(others, of: root) }
      index += 1
    }
    spread()
  }

  /// Requests frames of a step.
  @_noAllocation @_noLocks
  private func request(_ frames: Int, of step: Int) {
    unsafe steps[step].frames = max(steps[step].frames, frames)
  }

  /// Requests the frames that the requested steps need from the steps before them.
  @_noAllocation @_noLocks
  private func spread() {
    var index = stepCount - 1
    while index >= 0 {
      let wanted = unsafe inputFrames(of: steps[index])
      unsafe steps[index].inputFrames = wanted
      let step = unsafe steps[index]
      var place = step.firstInput
      while step.frames > 0, place < step.firstInput + step.inputCount {
        let input = unsafe inputs[place]
        let needed =
          unsafe input.converter?.pointee.framesNeeded(for: wanted) ?? wanted
        request(needed, of: input.source)
        place += 1
      }
      index -= 1
    }
  }

  @_noAllocation @_noLocks
  private func inputFrames(of step: GraphStep) -> Int {
    if case .stretch(let voice, _) = step.operation {
      return unsafe voice.pointee.framesNeeded(for: step.frames)
    }
    return step.frames
  }

  /// Returns the number of frames that a step renders in this block.
  @_noAllocation @_noLocks
  package func frames(of step: Int) -> Int { unsafe steps[step].frames }

  /// Returns the samples of a step.
  @_noAllocation @_noLocks
  package func output(of step: Int) -> GraphBuffer { unsafe steps[step].output }

  /// Renders a step.
  @_noAllocation @_noLocks
  package func render(_ index: Int) {
    let step = unsafe steps[index]
    if step.frames == 0 { return }
    switch step.operation {
    case .player(let voice):
      unsafe voice.pointee.render(into: step.output, frames: step.frames)
    case .mix(let gains):
      addInputs(of: step, to: step.output)
      step.output.scale(by: unsafe gains.pointee.volume, frames: step.frames)
    case .stretch(let voice, let input):
      addInputs(of: step, to: input)
      unsafe voice.pointee.render(input, into: step.output, frames: step.frames)
    case .outside: if step.inputCount > 0 { addInputs(of: step, to: step.output) }
    }
  }

  @_noAllocation @_noLocks
  private func addInputs(of step: GraphStep, to target: GraphBuffer) {
    let frames = step.inputFrames
    target.clear(frames: frames)
    var place = step.firstInput
    while place < step.firstInput + step.inputCount {
      let input = unsafe inputs[place]
      var samples = unsafe steps[input.source].output
      if let converter = unsafe input.converter, let converted = input.converted {
        unsafe converter.pointee.convert(samples, into: converted, frames: frames)
        samples = converted
      }
      let left = unsafe input.gains?.pointee.left ?? 1
      let right = unsafe input.gains?.pointee.right ?? 1
      target.add(samples, frames: frames, left: left, right: right)
      place += 1
    }
  }
}
