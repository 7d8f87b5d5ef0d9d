internal import CRealtime
internal import HapticEngine
internal import Realtime
internal import Synchronization

/// The render side of a mixer, which carries out commands at their frames and sums the apps.
///
/// Blocks are split where a command takes effect and after `chunkFrames`. This does not change any sample.
///
/// - Thread: render, except init and deinit.        Realtime-safe: all except those two.
@safe
struct MixerCore: ~Copyable {
  /// The number of frames rendered in one piece, for which the buses of single apps are kept.
  ///
  /// Our choice: an app's buses fit into the fastest cache.
  static var chunkFrames: Int { @_noAllocation @_noLocks get { 1_024 } }

  /// The maximum number of running engines of all apps and of the system.
  ///
  /// Our choice: two engines for each of sixteen apps, one for the system, and about as many again for engines
  /// that apps create.
  static var engineCapacity: Int { @_noAllocation @_noLocks get { 64 } }

  /// An engine that is playing, or its remaining fade.
  private struct EngineSlot: BitwiseCopyable {
    var handle: RenderHandle?
    /// The sound of an audio engine, instead of a handle.
    var feed: SoundFeed?
    var app = 0
    /// The number of the engine.
    var engine = 0
    /// The number of tail frames already heard, and the length of the tail.
    var tailDone = 0
    var tailFrames = 0

    /// Creates a slot without an engine.
    @_noAllocation @_noLocks
    init() {
      handle = nil
      feed = nil
    }
  }

  private let link: MixerLink
  private let strips: UnsafeMutablePointer<AppStrip>
  private let stripCount: Int
  private let slots: UnsafeMutablePointer<EngineSlot>
  /// The number of slots that have been used so far.
  private var usedSlots = 0
  private let fadeFrames: Int
  /// One chunk of an engine's buses.
  private let scratch: UnsafeMutablePointer<Float>
  private let signal: UnsafeMutablePointer<BusSet>
  /// The remaining fades of stopped engines: three buses of `fadeFrames` for each slot.
  private let tails: UnsafeMutablePointer<Float>
  /// The buses of the apps, and two buses of `fadeFrames` for the fading sound of each app.
  private let stripMemory: UnsafeMutablePointer<Float>
  private let stripTails: UnsafeMutablePointer<Float>
  /// The next command, taken from the queue.
  private var next: MixerCommand?
  /// The number of commands carried out.
  private var carriedOut = 0
  /// The next frame.
  private(set) var now: Int64 = 0

  /// Creates a mixer of apps that play `tables`.
  init(_ link: MixerLink, _ tables: [SoundTable?], fadeFrames: Int) {
    self.link = link
    self.fadeFrames = fadeFrames
    stripCount = tables.count
    let chunk = Self.chunkFrames
    // SAFETY: all of it is initialized here and freed in deinit.
    unsafe strips = .allocate(capacity: max(1, tables.count))
    unsafe stripMemory = .allocate(capacity: max(1, tables.count) * 3 * chunk)
    unsafe stripMemory.initialize(repeating: 0, count: max(1, tables.count) * 3 * chunk)
    unsafe scratch = .allocate(capacity: 3 * chunk)
    unsafe scratch.initialize(repeating: 0, count: 3 * chunk)
    unsafe signal = .allocate(capacity: 1)
    unsafe signal.initialize(to: .none)
    unsafe slots = .allocate(capacity: Self.engineCapacity)
    unsafe slots.initialize(repeating: EngineSlot(), count: Self.engineCapacity)
    // SAFETY: freed in deinit.
    unsafe tails = .allocate(capacity: Self.engineCapacity * 3 * fadeFrames)
    unsafe tails.initialize(repeating: 0, count: Self.engineCapacity * 3 * fadeFrames)
    // SAFETY: freed in deinit.
    unsafe stripTails = .allocate(capacity: max(1, tables.count) * 2 * fadeFrames)
    unsafe stripTails.initialize(repeating: 0, count: max(1, tables.count) * 2 * fadeFrames)
    for (index, table) in tables.enumerated() {
      let memory = unsafe stripMemory + index * 3 * chunk
      let block = unsafe BusBlock(
        haptic: memory, audioLeft: memory + chunk, audioRight: memory + 2 * chunk,
        frameCount: chunk)
      unsafe (strips + index).initialize(
        to: AppStrip(
          table, into: block, tail: stripTails + index * 2 * fadeFrames, fadeFrames: fadeFrames))
    }
  }

  deinit {
    unsafe strips.deallocate()
    unsafe stripMemory.deallocate()
    unsafe stripTails.deallocate()
    unsafe scratch.deallocate()
    unsafe signal.deallocate()
    unsafe slots.deallocate()
    unsafe tails.deallocate()
  }

  // MARK: Rendering

  /// Renders the next `block.frameCount` frames, overwriting the buffers.
  @_noAllocation @_noLocks
  mutating func render(into block: BusBlock) {
    unsafe link.counters.pointee.begun.store(
      now + Int64(block.frameCount), ordering: .releasing)
    carryOutDue()
    var buses = MixBuses(block)
    var done = 0
    while done < block.frameCount {
      let inChunk = done % Self.chunkFrames
      if inChunk == 0 { beginChunk() }
      var part = min(block.frameCount - done, Self.chunkFrames - inChunk)
      if let next, next.frame < now + Int64(part) { part = Int(next.frame - now) }
      renderPart(&buses, at: done, part, inChunk: inChunk)
      done += part
      now += Int64(part)
      carryOutDue()
    }
    measure(buses, stripCount, from: 0, block.frameCount)
    buses.finish(block)
    unsafe link.counters.pointee.frame.store(now, ordering: .releasing)
  }

  /// Raises a meter to the level of `buses` if it is measuring.
  @_noAllocation @_noLocks
  private func measure(_ buses: MixBuses, _ meter: Int, from offset: Int, _ count: Int) {
    if unsafe !link.meters[meter].isOn { return }
    unsafe buses.measure(link.meters + meter, from: offset, count: count)
  }

  /// Advances to `frame` without rendering, because nobody listens.
  ///
  /// - Thread: control.        Realtime-safe: no.
  mutating func skip(to frame: Int64) {
    now = max(now, frame)
    unsafe link.counters.pointee.begun.store(now, ordering: .releasing)
    carryOutDue()
    unsafe link.counters.pointee.frame.store(now, ordering: .releasing)
  }

  @_noAllocation @_noLocks
  private mutating func beginChunk() {
    var index = 0
    while index < stripCount {
      unsafe strips[index].beginChunk()
      index += 1
    }
  }

  @_noAllocation @_noLocks
  private mutating func renderPart(
    _ buses: inout MixBuses, at offset: Int, _ count: Int, inChunk: Int
  ) {
    renderEngines(inChunk, count)
    var index = 0
    while index < stripCount {
      let strip = unsafe strips + index
      if unsafe strip.pointee.mayStillSound {
        unsafe strip.pointee.renderSound(at: inChunk, count: count)
      }
      unsafe strip.pointee.endPart(count)
      unsafe measure(strip.pointee.buses, index, from: inChunk, count)
      unsafe buses.add(strip.pointee.buses, from: inChunk, at: offset, count: count)
      index += 1
    }
  }

  /// Adds all engines to the strips of their apps.
  @_noAllocation @_noLocks
  private mutating func renderEngines(_ inChunk: Int, _ count: Int) {
    let chunk = Self.chunkFrames
    var index = 0
    while index < usedSlots {
      let slot = unsafe slots + index
      if let handle = unsafe slot.pointee.handle {
        unsafe signal.pointee = .all
        // SAFETY: a part has at most a chunk of frames, for which each bus has room.
        let block = unsafe BusBlock(
          haptic: scratch, audioLeft: scratch + chunk, audioRight: scratch + 2 * chunk,
          frameCount: count, signal: signal)
        handle.render(into: block)
        unsafe strips[slot.pointee.app].addEngine(
          block, signal.pointee, at: inChunk, count: count)
      } else if let feed = unsafe slot.pointee.feed {
        // SAFETY: a part has at most a chunk of frames, for which each bus has room.
        let block = unsafe BusBlock(
          haptic: scratch, audioLeft: scratch + chunk, audioRight: scratch + 2 * chunk,
          frameCount: count)
        if feed.read(into: block, at: now) {
          unsafe strips[slot.pointee.app].addFeed(block, at: inChunk, count: count)
        }
      } else if unsafe slot.pointee.tailDone < slot.pointee.tailFrames {
        let done = unsafe slot.pointee.tailDone
        let length = unsafe min(count, slot.pointee.tailFrames - done)
        let tail = unsafe tails + index * 3 * fadeFrames + done
        // SAFETY: done + length is at most the tail's frames.
        let block = unsafe BusBlock(
          haptic: tail, audioLeft: tail + fadeFrames, audioRight: tail + 2 * fadeFrames,
          frameCount: length)
        unsafe strips[slot.pointee.app].addEngine(block, .all, at: inChunk, count: length)
        unsafe slot.pointee.tailDone = done + length
      }
      index += 1
    }
  }

  // MARK: Commands

  /// Carries out the commands that are due at the next frame.
  @_noAllocation @_noLocks
  private mutating func carryOutDue() {
    while true {
      if next == nil { next = link.commands.pop() }
      guard let command = next, command.frame <= now else { break }
      next = nil
      if command.frame < now {
        unsafe link.counters.pointee.late.wrappingAdd(1, ordering: .relaxed)
      }
      carryOut(command)
      carriedOut += 1
      unsafe link.counters.pointee.carriedOut.store(carriedOut, ordering: .releasing)
    }
  }

  @_noAllocation @_noLocks
  private mutating func carryOut(_ command: MixerCommand) {
    switch command.action {
    case .attach(let handle, let engine):
      // The engine's time follows the phone's time from the frame at which the engine was started.
      handle.beginLate(by: now - command.frame)
      var slot = EngineSlot()
      slot.handle = handle
      attach(slot, engine, to: command.app)
    case .attachFeed(let feed, let engine):
      var slot = EngineSlot()
      slot.feed = feed
      attach(slot, engine, to: command.app)
    case .detach(let engine, let fading): detach(engine, fading: fading)
    case .halt(let isCut):
      unsafe strips[command.app].carryOut(command.action)
      if isCut { cutTails(of: command.app) }
    case .play, .audible, .level, .ducking, .patternDucking, .patternSound, .haptics:
      unsafe strips[command.app].carryOut(command.action)
    }
  }

  @_noAllocation @_noLocks
  private mutating func attach(_ new: EngineSlot, _ engine: Int, to app: Int) {
    // Prefers a slot whose tail is over; otherwise takes a slot that is still fading.
    var chosen = -1
    var index = 0
    while index < Self.engineCapacity {
      let slot = unsafe slots[index]
      if slot.handle == nil && slot.feed == nil {
        if slot.tailDone >= slot.tailFrames {
          chosen = index
          break
        }
        chosen = index
      }
      index += 1
    }
    // The control side ensures that the capacity is not exceeded.
    if chosen < 0 { return }
    var slot = new
    slot.app = app
    slot.engine = engine
    unsafe slots[chosen] = slot
    usedSlots = max(usedSlots, chosen + 1)
  }

  /// Silences the sound of an app's engines that are still fading.
  @_noAllocation @_noLocks
  private mutating func cutTails(of app: Int) {
    var index = 0
    while index < usedSlots {
      let slot = unsafe slots + index
      let isTail = unsafe slot.pointee.handle == nil && slot.pointee.app == app
      if isTail, unsafe slot.pointee.tailDone < slot.pointee.tailFrames {
        // SAFETY: each slot has three buses of `fadeFrames`; the first one holds the haptics.
        unsafe crealtime_zero(tails + (index * 3 + 1) * fadeFrames, 8 * fadeFrames)
      }
      index += 1
    }
  }

  /// Renders the fade-out of the engine on the `fading` buses, and releases the engine.
  @_noAllocation @_noLocks
  private mutating func detach(_ engine: Int, fading: BusSet) {
    var index = 0
    while index < Self.engineCapacity {
      let slot = unsafe slots + index
      if unsafe slot.pointee.feed != nil && slot.pointee.engine == engine {
        // An audio engine's sound ends with its last sample.
        unsafe slot.pointee = EngineSlot()
        return
      }
      if let handle = unsafe slot.pointee.handle, unsafe slot.pointee.engine == engine {
        unsafe slot.pointee.handle = nil
        unsafe signal.pointee = .all
        let tail = unsafe tails + index * 3 * fadeFrames
        // SAFETY: each slot has three buses of `fadeFrames`.
        let block = unsafe BusBlock(
          haptic: tail, audioLeft: tail + fadeFrames, audioRight: tail + 2 * fadeFrames,
          frameCount: fadeFrames, signal: signal)
        handle.render(into: block)
        let heard = unsafe BusSet(rawValue: signal.pointee.rawValue & fading.rawValue)
        if heard.rawValue == BusSet.none.rawValue { return }
        fade(block, heard)
        unsafe slot.pointee.tailDone = 0
        unsafe slot.pointee.tailFrames = fadeFrames
        return
      }
      index += 1
    }
  }

  /// Fades `block` out, and fills its silent buses with zeros.
  @_noAllocation @_noLocks
  private func fade(_ block: BusBlock, _ signal: BusSet) {
    var ramp = LevelRamp(1)
    ramp.move(to: 0, frames: block.frameCount)
    var index = 0
    while index < block.frameCount {
      let gain = ramp.next()
      unsafe block.haptic[index] = signal.contains(.haptic) ? block.haptic[index] * gain : 0
      unsafe block.audioLeft[index] = signal.contains(.audio) ? block.audioLeft[index] * gain : 0
      unsafe block.audioRight[index] =
        signal.contains(.audio) ? block.audioRight[index] * gain : 0
      index += 1
    }
  }

  // MARK: Single apps

  /// The buses of `app` alone in the last block, which had at most `chunkFrames` frames.
  ///
  /// Returns the first `frames` frames, which are valid until the next block.
  ///
  /// - Thread: control, between blocks.        Realtime-safe: no.
  func stem(of app: Int, frames: Int, _ signal: UnsafeMutablePointer<BusSet>) -> BusBlock {
    let chunk = Self.chunkFrames
    let memory = unsafe stripMemory + app * 3 * chunk
    unsafe signal.pointee = .none
    // SAFETY: the memory lives as long as the mixer.
    let block = unsafe BusBlock(
      haptic: memory, audioLeft: memory + chunk, audioRight: memory + 2 * chunk,
      frameCount: min(frames, chunk), signal: signal)
    var buses = unsafe strips[app].buses
    buses.finish(block)
    return block
  }
}
