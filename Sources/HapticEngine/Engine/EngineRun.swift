internal import Realtime
internal import Synchronization

/// One run of an engine, from the opening of its output to its close: what exists only then.
@safe
struct EngineRun {
  let link: RenderLink
  /// Frames per second of the output.
  let sampleRate: Double
  let renderer: UnsafeMutablePointer<Renderer>
  /// How many commands were sent.
  var commandsSent = 0
  /// Every render player of the run that has not come back, and the timeline it reads.
  var players: [UnsafeMutablePointer<RenderPlayer>: Timeline] = unsafe [:]
  /// Every curve that has not come back.
  var curves: Set<UnsafePointer<SentControl.Point>> = unsafe []
  /// Players that were given up while no command could be sent.
  var unsentRemovals: [UnsafeMutablePointer<RenderPlayer>] = unsafe []
  /// Players with settings that were changed while no command could be sent.
  var unsentSettings: Set<Int> = []
  /// Whether the gains of the buses changed while no command could be sent.
  var areGainsUnsent = false

  /// The run of a renderer for `profile` at `sampleRate`, whose buses have `gains`.
  init(profile: Profile, sampleRate: Double, gains: BusGains) {
    link = RenderLink()
    self.sampleRate = sampleRate
    unsafe renderer = .allocate(capacity: 1)
    unsafe renderer.initialize(
      to: Renderer(link, profile: profile, sampleRate: sampleRate, gains: gains))
  }

  /// The frames rendered so far.
  var frame: Frame { unsafe link.counters.pointee.frame.load(ordering: .acquiring) }

  /// How many commands can be sent now.
  var room: Int {
    let done = unsafe link.counters.pointee.commandsDone.load(ordering: .acquiring)
    return RenderLink.commandCapacity - (commandsSent - done)
  }

  /// Sends `action`, to hold from `frame`; false if too many commands are under way.
  mutating func send(_ action: RenderCommand.Action, at frame: Frame = 0) -> Bool {
    guard room > 0 else { return false }
    guard link.commands.push(RenderCommand(frame: frame, action)) else { return false }
    commandsSent += 1
    return true
  }

  /// Frees everything; the renderer must not be running and will not run again.
  func tearDown() {
    // The formatter would join the two words.
    // swift-format-ignore
    for unsafe player in unsafe players.keys {
      unsafe player.pointee.deallocate()
      unsafe player.deallocate()
    }
    // swift-format-ignore
    for unsafe curve in unsafe curves { unsafe curve.deallocate() }
    unsafe renderer.pointee.deallocate()
    unsafe renderer.deinitialize(count: 1)
    unsafe renderer.deallocate()
  }
}
