internal import AudioSession
public import AudioSessionTesting
internal import Dispatch
public import Foundation
internal import PhoneFoundation

/// Plays an item, in the time of the current phone.
///
/// Playing activates the session. The system stops the player when the session is interrupted or its output is
/// unplugged, and never restarts it. Only local files play.
///
/// Source: `AVPlayer.h`. Our choice: the class is not isolated to the main actor, so that tests of any isolation
/// compile; it must be used on the main thread all the same.
///
/// `observe` reports `rate`, `timeControlStatus`, `reasonForWaitingToPlay` and `currentItem`.
///
/// - Thread: main.
open class AVPlayer: NSObject, _KeyValueCodingAndObserving, @unchecked Sendable {
  // SAFETY (unchecked Sendable): used on the main thread, as Apple's class, which is isolated to the main actor.

  private let seat = PlayerSeat(.system)
  package let observers = PropertyObservers(usesMainQueue: true)
  private lazy var timeObservers = TimeObservers(seat)
  private var presentRate: Float = 0
  /// The position at which the player has started an item that was not loaded; nil if it does not wait for the item.
  private var waitingPosition: Double?

  /// The item that plays, if any.
  open private(set) var currentItem: AVPlayerItem?
  /// The action at the end of an item: `pause` by default.
  open var actionAtItemEnd = ActionAtItemEnd.pause
  /// The rate that `play` sets; 1 by default.
  open var defaultRate: Float = 1
  /// The volume, 0...1.
  open var volume: Float = 1
  /// Whether the player is silent.
  open var isMuted = false
  /// Whether the player waits for data, which local files do not need.
  open var automaticallyWaitsToMinimizeStalling = true
  /// Whether the player may play on another screen, which is ignored here.
  open var allowsExternalPlayback = true
  /// Whether the player plays on another screen: false, because the phone has none.
  open var isExternalPlaybackActive: Bool { false }
  /// Whether a video keeps the screen on, which is ignored here.
  open var preventsDisplaySleepDuringVideoPlayback = true

  /// Creates a player without an item.
  public override init() {
    super.init()
    listen()
  }

  /// Creates a player of a file.
  public init(url URL: URL) {
    super.init()
    listen()
    load(AVPlayerItem(url: URL))
  }

  /// Creates a player of an item.
  public init(playerItem item: AVPlayerItem?) {
    super.init()
    listen()
    load(item)
  }

  private func listen() {
    let player = Unchecked(WeakPlayer(player: self))
    seat.whenTold { news in
      MainThread.run { player.value.player?.told(news) }
    }
  }

  private func told(_ news: TrackNews) {
    switch news {
    case .finished: reachedEnd()
    case .stopped(let reason):
      let isBackground = reason == .backgrounded || reason == .suspended
      change(
        to: 0,
        reason == .interrupted ? .audioSessionInterrupted : isBackground ? .appBackgrounded : nil)
    case .interruptionEnded: break
    }
  }

  // MARK: Items

  /// Replaces the item; a playing player continues with the new one, or waits without one.
  ///
  /// Source: the page of `waitingToPlayAtSpecifiedRate`, whose third condition is that `currentItem` is nil.
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    if item === currentItem { return }
    let rate = presentRate
    currentItem?.keptPosition = seat.player.currentTime
    currentItem?.player = nil
    seat.player.pause()
    load(item)
    if rate != 0 { start(rate) }
    timeObservers.restart()
  }

  private func load(_ item: AVPlayerItem?) {
    currentItem = item
    item?.load(for: self)
    seat.player.duration = item?.endSeconds
    seat.player.currentTime = item?.keptPosition ?? 0
    observers.check()
  }

  /// Plays the next item at the end of one, if the player has a queue.
  ///
  /// - Returns: whether there is a next item.
  func advance() -> Bool { false }

  private func reachedEnd() {
    guard let item = currentItem, let end = seat.player.duration else { return }
    seat.player.currentTime = end
    let advances = actionAtItemEnd == .advance && advance()
    // The rate changes first, because an observer of the end may play again.
    if !advances, actionAtItemEnd != .none { change(to: 0, nil) }
    seat.app.post(AVPlayerItem.didPlayToEndTimeNotification, from: item)
  }

  // MARK: Playing

  /// Plays at `defaultRate`.
  open func play() { rate = defaultRate }

  /// Pauses.
  open func pause() { rate = 0 }

  /// Plays at a rate, without waiting.
  open func playImmediately(atRate rate: Float) {
    self.rate = rate
    waitingPosition = nil
    observers.check()
  }

  /// The seconds of the item that pass in one second; 0 if the player is paused.
  ///
  /// Negative rates are not supported, and pause. At the end of the item, the player does not play before a seek.
  ///
  /// Setting the rate reports `timeControlStatus` to observers even if it remains the same.
  ///
  /// Source: the tests of github.com/doublesymmetry/SwiftAudioEx, which pass on macOS: a paused player that is set to 0
  /// reports `paused` again.
  open var rate: Float {
    get { presentRate }
    set {
      let former = timeControlStatus
      if newValue > 0 { start(newValue) } else { stop() }
      guard timeControlStatus == former else { return }
      observers.check(announcing: \AVPlayer.timeControlStatus)
      didChangeValue(forKey: "timeControlStatus")
    }
  }

  private func stop() {
    seat.player.pause()
    change(to: 0, .setRateCalled)
  }

  private func start(_ rate: Float) {
    guard currentItem?.sound != nil else {
      // Nothing can play, so the player waits.
      change(to: rate, .setRateCalled)
      return
    }
    let player = seat.move()
    // The length of the player is rounded to frames of the phone, like its position.
    if player.currentTime >= player.duration ?? 0 { return change(to: 0, .setRateFailed) }
    player.rate = Double(rate)
    waitingPosition = automaticallyWaitsToMinimizeStalling ? player.currentTime : nil
    change(to: player.play() ? rate : 0, player.isPlaying ? .setRateCalled : .setRateFailed)
  }

  private func change(to rate: Float, _ reason: RateDidChangeReason?) {
    let hasChanged = rate != presentRate
    presentRate = rate
    observers.check()
    guard hasChanged else { return }
    timeObservers.restart()
    // The string object, which casts to both types.
    let info = reason.map {
      [AVPlayer.rateDidChangeReasonKey as AnyHashable: $0._bridgeToObjectiveC() as Any]
    }
    seat.app.post(AVPlayer.rateDidChangeNotification, from: self, userInfo: info)
  }

  /// Whether the player plays, is paused, or waits.
  ///
  /// A player waits until its item is loaded, which takes a turn of the main queue.
  ///
  /// Source: the page of `waitingToPlayAtSpecifiedRate`: "there isn't enough media to start playback". Our choice: the
  /// item is audible during this turn, because the phone's time does not pass.
  open var timeControlStatus: TimeControlStatus {
    if presentRate == 0 { return .paused }
    return seat.player.isPlaying && !waitsForItem ? .playing : .waitingToPlayAtSpecifiedRate
  }

  /// Whether the item is not loaded, and nothing of it was played.
  private var waitsForItem: Bool {
    currentItem?.status == .unknown && seat.player.currentTime == waitingPosition
  }

  /// Why the player waits; nil if it does not wait, or if its item has ended and `actionAtItemEnd` is `none`.
  open var reasonForWaitingToPlay: WaitingReason? {
    if timeControlStatus != .waitingToPlayAtSpecifiedRate { return nil }
    return currentItem?.sound == nil ? .noItemToPlay : waitsForItem ? .evaluatingBufferingRate : nil
  }

  /// Whether the player can play, which it always can; an item may fail.
  open var status: Status { .readyToPlay }
  /// Why the player cannot play: nil.
  open var error: (any Error)? { nil }

  // MARK: Time

  /// Returns the position in the item.
  open func currentTime() -> CMTime {
    currentItem == nil ? .zero : CMTime(media: seat.player.currentTime)
  }

  /// Moves to a position.
  ///
  /// A player that has ended its item at its rate, because `actionAtItemEnd` is `none`, plays on.
  open func seek(to time: CMTime) {
    guard let currentItem else { return }
    let core = seat.player
    core.currentTime = currentItem.clamped(time)
    if presentRate > 0, !core.isPlaying, core.currentTime < core.duration ?? 0 {
      start(presentRate)
    }
    timeObservers.restart()
    seat.app.post(AVPlayerItem.timeJumpedNotification, from: currentItem)
  }

  /// Moves to a position, exactly, whatever the tolerances are.
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    seek(to: time)
  }

  /// Moves to a position, and calls the handler later on the main queue with true.
  open func seek(to time: CMTime, completionHandler: @escaping (Bool) -> Void) {
    seek(to: time)
    let handler = Unchecked(completionHandler)
    DispatchQueue.main.async { handler.value(true) }
  }

  /// Moves to a position, exactly, and calls the handler later on the main queue with true.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: @escaping (Bool) -> Void
  ) {
    seek(to: time, completionHandler: completionHandler)
  }

  /// Moves to a position; returns true.
  @discardableResult
  open func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { move in
      seek(to: time) { move.resume(returning: $0) }
    }
  }

  /// Moves to a position, exactly; returns true.
  @discardableResult
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime
  ) async -> Bool {
    await seek(to: time)
  }

  /// Calls a closure at every multiple of an interval of the item's time, and when playing starts, stops or jumps.
  ///
  /// - Parameters:
  ///   - interval: the interval, more than 0.
  ///   - queue: the queue of the closure; nil for the main queue.
  ///   - block: receives the position.
  /// - Returns: a value for `removeTimeObserver`.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
  ) -> Any {
    precondition(interval > .zero && interval.isNumeric, "the interval must be more than 0")
    return TimeObserverToken(timeObservers.add(.every(interval.seconds), queue, block))
  }

  /// Calls a closure when the item passes positions while it plays.
  ///
  /// - Parameters:
  ///   - times: the positions, made with `NSValue(time:)`.
  ///   - queue: the queue of the closure; nil for the main queue.
  ///   - block: the closure.
  /// - Returns: a value for `removeTimeObserver`.
  open func addBoundaryTimeObserver(
    forTimes times: [NSValue], queue: DispatchQueue?, using block: @escaping () -> Void
  ) -> Any {
    let positions = times.map(\.timeValue.seconds)
    return TimeObserverToken(timeObservers.add(.at(positions), queue) { _ in block() })
  }

  /// Stops calling a closure.
  open func removeTimeObserver(_ observer: Any) {
    if let token = observer as? TimeObserverToken { timeObservers.remove(token.id) }
  }

  /// Cancels the loading of data before playing, which does not happen here.
  open func cancelPendingPrerolls() {}
}

private struct WeakPlayer {
  weak var player: AVPlayer?
}

extension AVPlayer: ChecksObservedProperties {}
