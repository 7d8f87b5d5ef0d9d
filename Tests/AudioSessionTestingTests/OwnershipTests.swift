import AudioSessionTesting
import Foundation
import PhoneRuntime
import Synchronization
import Testing

/// Closures and objects of tested code that the phone stores.
///
/// Releasing them may use the phone again.
struct OwnershipTests {
  let phone: SimulatedPhone
  private let ended = Count()

  init() throws {
    phone = try SimulatedPhone(
      backgroundModes: .audio, recordPermission: .undetermined,
      notificationCenter: NotificationCenter())
    try phone.app.session.setCategory(.playback)
  }

  private final class Count: Sendable {
    private let number = Atomic(0)
    var value: Int { number.load(ordering: .relaxed) }
    func add() { number.add(1, ordering: .relaxed) }
  }

  /// An object of an app that calls a closure when it is released.
  private final class Owner: Sendable {
    private let ended: Count
    private let end: @Sendable () -> Void

    init(_ ended: Count, _ end: @escaping @Sendable () -> Void) {
      self.ended = ended
      self.end = end
    }

    deinit {
      end()
      ended.add()
    }

    func work() {}
  }

  /// A closure like one of an app: it alone retains an object, whose release calls `end`.
  private func closure(_ end: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let owner = Owner(ended, end)
    return { owner.work() }
  }

  /// Runs `body`, and expects it to release this many objects.
  private func expectEnds(_ count: Int = 1, _ body: () throws -> Void) rethrows {
    let before = ended.value
    try body()
    #expect(ended.value - before == count)
  }

  // MARK: Remote commands

  private func addTarget(_ command: MPRemoteCommand) {
    let work = closure { command.removeTarget(nil) }
    command.addTarget { _ in
      work()
      return .success
    }
  }

  @Test func `a removed target may own an object that removes targets`() {
    let command = phone.app.remoteCommandCenter.playCommand
    addTarget(command)
    expectEnds { command.removeTarget(nil) }
  }

  @Test func `the targets of a terminated process may own objects that remove targets`() throws {
    addTarget(phone.app.remoteCommandCenter.playCommand)
    try expectEnds { try phone.app.terminate() }
  }

  @Test func `a replaced remote command handler may own an object that queries the phone`() throws {
    let app = phone.app
    let work = { closure { _ = app.isActive } }
    try { try app.handleRemoteCommands([.play]) { [work = work()] _ in work() } }()
    try expectEnds { try app.handleRemoteCommands([.pause]) { _ in } }
  }

  // MARK: Players

  @Test func `a replaced end handler may own a player, which stops with it`() {
    let player = phone.app.player
    func queue() {
      let next = phone.app.makePlayer()
      player.whenFinished { next.play() }
      next.play()
    }
    queue()
    queue()
    player.whenFinished(nil)
    #expect(!phone.app.isAudible)
  }

  @Test func `a released player may own the next one through its end handler`() {
    func queue() -> SimulatedAudioPlayer {
      let (first, loop) = (phone.app.makePlayer(), phone.app.makePlayer())
      first.duration = 2
      first.whenFinished { loop.play() }
      first.play()
      return first
    }
    var first: SimulatedAudioPlayer? = queue()
    phone.advance(by: 3)
    #expect(phone.app.isAudible && first?.isPlaying == false)
    first = nil
    #expect(!phone.app.isAudible)
  }

  @Test func `the end handlers of a terminated process may own players`() throws {
    let player = phone.app.player
    func queue() {
      let next = phone.app.makePlayer()
      let work = closure { player.stop() }
      player.whenFinished {
        work()
        next.play()
      }
    }
    queue()
    player.duration = 3
    player.play()
    phone.advance(by: 1)
    try expectEnds { try phone.app.terminate() }
  }

  // MARK: Permissions

  private func askToRecord() {
    let session = phone.app.session
    let work = closure { try? session.setActive(false) }
    session.requestRecordPermission { _ in work() }
  }

  @Test func `a recording request is released when it is answered`() throws {
    askToRecord()
    try expectEnds { try phone.app.setRecordPermission(.granted) }
    expectEnds { askToRecord() }
    phone.app.player.play()
    try phone.receiveCall()
    try phone.declineCall()
    #expect(ended.value == 2)
  }

  @Test func `an unanswered recording request ends with its process`() throws {
    askToRecord()
    try expectEnds { try phone.app.terminate() }
  }

  @Test func `an unanswered notification request ends with its process`() async throws {
    try await phone.runAsCurrent {
      let center = UNUserNotificationCenter.current()
      func ask() {
        let work = closure { center.delegate = nil }
        center.requestAuthorization { _, _ in work() }
      }
      ask()
      try expectEnds { try phone.app.terminate() }
    }
  }

  // MARK: Other closures

  @Test func `an ending observation may own another one`() throws {
    let session = phone.app.session
    func observe() -> NSKeyValueObservation {
      let inner = session.observe(\.sampleRate) { _, _ in }
      let work = closure { inner.invalidate() }
      return session.observe(\.outputVolume) { _, _ in work() }
    }
    let outer = observe()
    expectEnds { outer.invalidate() }
  }

  @Test func `an ending background task may own an object that ends tasks`() async throws {
    try await phone.runAsCurrent {
      func begin() -> UIBackgroundTaskIdentifier {
        let work = closure { UIApplication.shared.endBackgroundTask(.invalid) }
        return UIApplication.shared.beginBackgroundTask { work() }
      }
      let task = begin()
      expectEnds { UIApplication.shared.endBackgroundTask(task) }
      _ = begin()
      try expectEnds { try phone.app.terminate() }
    }
  }

  @Test func `a replaced handler of AR messages may own an object that sets another`() {
    let app = phone.app
    func handle() {
      let work = closure { app.handleARMessages(nil) }
      app.handleARMessages { _ in work() }
    }
    handle()
    expectEnds { app.handleARMessages(nil) }
  }

  @Test func `the Now Playing information may own an object that resets it`() throws {
    let center = phone.app.nowPlayingInfoCenter
    func say() {
      center.nowPlayingInfo = [
        MPMediaItemPropertyArtwork: Owner(ended) { center.nowPlayingInfo = nil }
      ]
    }
    say()
    expectEnds { center.nowPlayingInfo = nil }
    say()
    try expectEnds { try phone.app.terminate() }
  }

  @Test func `a replaced current phone may own an object that asks for the current one`()
    async throws
  {
    try await phone.runAsCurrent {
      func makeCurrent() throws {
        let former = try SimulatedPhone(notificationCenter: NotificationCenter())
        let work = closure { _ = SimulatedPhone.current.time }
        former.app.remoteCommandCenter.playCommand.addTarget { _ in
          work()
          return .success
        }
        former.makeCurrent()
      }
      try makeCurrent()
      expectEnds { phone.makeCurrent() }
    }
  }

  // MARK: Removals during notification

  @Test func `an observation ended by another one is no longer called`() throws {
    let session = phone.app.session
    let called = Count()
    let observations = Mutex<[NSKeyValueObservation]>([])
    let first = session.observe(\.outputVolume) { _, _ in
      let later = observations.withLock { $0 }
      for observation in later { observation.invalidate() }
    }
    let second = session.observe(\.outputVolume) { _, _ in called.add() }
    observations.withLock { $0 = [second] }
    try phone.setVolume(0.9)
    #expect(called.value == 0)
    first.invalidate()
  }

  @Test func `a target removed by another one is no longer called`() throws {
    let command = phone.app.remoteCommandCenter.playCommand
    let called = Count()
    command.addTarget { _ in
      command.removeTarget(nil)
      return .noSuchContent
    }
    command.addTarget { _ in
      called.add()
      return .success
    }
    phone.app.player.play()
    try phone.send(.play)
    #expect(called.value == 0 && command.lastStatus == .noSuchContent)
  }

  @Test func `a target does not keep its phone`() throws {
    weak var runtime: PhoneRuntime?
    do {
      let phone = try SimulatedPhone()
      phone.app.remoteCommandCenter.playCommand.addTarget { _ in .success }
      runtime = phone.runtime
    }
    #expect(runtime == nil)
  }
}
