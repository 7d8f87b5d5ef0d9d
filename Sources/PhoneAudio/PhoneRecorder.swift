public import AudioSession
public import PhoneRuntime
public import Realtime

/// What a block is the sound of.
public enum RecordedPart: Hashable, Sendable {
  /// The whole phone.
  case phone
  /// An app alone.
  case app(AppID)
  /// The phone's own sounds and vibrations: ringtone, alarm, notifications, and what apps play beside
  /// their sessions.
  case system
}

/// Pulls a mixer as fast as it goes, up to each event, and hands its blocks on.
///
/// - Thread: the one that drives the phone.        Realtime-safe: no.
public final class PhoneRecorder: PhoneSink, @unchecked Sendable {
  // SAFETY (unchecked Sendable): used by the thread that drives the phone, one at a time.

  /// Takes a block: of the whole phone, or what a part of it alone sounds like.
  ///
  /// Each block comes first as a whole, then once for each part that was asked for.
  public typealias Listener = (BusBlock, RecordedPart) throws -> Void

  private let mixer: PhoneMixer
  private let parts: [(part: RecordedPart, strip: AppID)]
  private let listener: Listener
  private let buffers: BusBuffers
  private let stemSignal = BusBuffers(capacity: 1)
  /// Whether blocks are handed on; those that are not are rendered all the same.
  public var isListening = true
  /// Why the listener does not listen any more; nothing is rendered from then on.
  public private(set) var error: (any Error)?

  /// A recorder of `mixer`, whose drive is `pulled`, that adds itself to `runtime`.
  ///
  /// - Parameters:
  ///   - mixer: what is pulled.
  ///   - runtime: the phone.
  ///   - apps: which apps are handed on alone, too.
  ///   - hasSystem: whether the phone's own sounds are, behind them; with them and all apps the parts add
  ///     up to the whole.
  ///   - blockFrames: the most frames of a block, 1 or more; with single parts at most
  ///     `PhoneMixer.longestStemBlock`.
  ///   - listener: what takes the blocks.
  public init(
    _ mixer: PhoneMixer, of runtime: PhoneRuntime, apps: [AppID] = [], hasSystem: Bool = false,
    blockFrames: Int = 4_096, _ listener: @escaping Listener
  ) {
    self.mixer = mixer
    parts =
      apps.map { (.app($0), $0) }
      + (hasSystem ? [(.system, PhoneMixer.systemStrip(runtime.phone))] : [])
    self.listener = listener
    let most = parts.isEmpty ? blockFrames : min(blockFrames, PhoneMixer.longestStemBlock)
    buffers = BusBuffers(capacity: max(1, most))
    runtime.add(self)
  }

  /// Does nothing: the mixer is notified.
  public func receive(_ report: PhoneReport, at time: PhoneTime) {}

  /// Renders up to `time`.
  public func timePasses(to time: PhoneTime) { pull(until: time.frames) }

  /// Renders `seconds` more, while the phone's time stands still.
  ///
  /// - Throws: what the listener threw, if it ever did.
  public func finish(after seconds: Double = MixerTimes.tailSeconds) throws {
    pull(until: mixer.frame + PhoneTime(seconds: seconds).frames)
    if let error { throw error }
  }

  private func pull(until frame: Int64) {
    while error == nil, mixer.frame < frame {
      let count = Int(min(Int64(buffers.capacity), frame - mixer.frame))
      let block = buffers.blockWithSignal(frames: count)
      RealtimeScope.run { mixer.render(into: block) }
      defer { mixer.collect() }
      guard isListening else { continue }
      do {
        try listener(block, .phone)
        for (part, strip) in parts {
          let signal = unsafe stemSignal.blockWithSignal(frames: 0).signal
          guard let signal = unsafe signal else { continue }
          try listener(unsafe mixer.stem(of: strip, frames: count, signal: signal), part)
        }
      } catch {
        self.error = error
      }
    }
  }
}
