public import AudioSession
public import PhoneRuntime
public import Realtime

/// Pulls a mixer as fast as it goes, up to each event, and hands its blocks on.
///
/// - Thread: the one that drives the phone.        Realtime-safe: no.
public final class PhoneRecorder: PhoneSink, @unchecked Sendable {
  // SAFETY (unchecked Sendable): used by the thread that drives the phone, one at a time.

  /// Takes a block: of the whole phone, or what an app alone sounds like.
  ///
  /// Each block comes first as a whole, then once for each app that was asked for.
  public typealias Listener = (BusBlock, AppID?) throws -> Void

  private let mixer: PhoneMixer
  private let apps: [AppID]
  private let listener: Listener
  private let buffers: BusBuffers
  private let stemSignal = BusBuffers(capacity: 1)
  /// Why the listener does not listen any more; nothing is rendered from then on.
  public private(set) var error: (any Error)?

  /// A recorder of `mixer`, whose drive is `pulled`, that adds itself to `runtime`.
  ///
  /// - Parameters:
  ///   - mixer: what is pulled.
  ///   - runtime: the phone.
  ///   - apps: which apps are handed on alone, too.
  ///   - blockFrames: the most frames of a block, 1 or more; with single apps at most
  ///     `PhoneMixer.longestStemBlock`.
  ///   - listener: what takes the blocks.
  public init(
    _ mixer: PhoneMixer, of runtime: PhoneRuntime, apps: [AppID] = [], blockFrames: Int = 4_096,
    _ listener: @escaping Listener
  ) {
    self.mixer = mixer
    self.apps = apps
    self.listener = listener
    let most = apps.isEmpty ? blockFrames : min(blockFrames, PhoneMixer.longestStemBlock)
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
      do {
        try listener(block, nil)
        for app in apps {
          let signal = unsafe stemSignal.blockWithSignal(frames: 0).signal
          guard let signal = unsafe signal else { continue }
          try listener(unsafe mixer.stem(of: app, frames: count, signal: signal), app)
        }
      } catch {
        self.error = error
      }
      mixer.collect()
    }
  }
}
