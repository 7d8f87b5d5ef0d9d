public import AudioSession
public import PhoneRuntime
public import Realtime

/// The part of the phone whose sound a block contains.
public enum RecordedPart: Hashable, Sendable {
  /// The whole phone.
  case phone
  /// One app alone.
  case app(AppID)
  /// The phone's own sounds and vibrations: ringtone, alarm, notifications, and sounds that apps
  /// play outside their sessions.
  case system
}

/// Pulls a mixer as fast as possible, up to each event, and passes its blocks to a listener.
///
/// - Thread: the thread that drives the phone.        Realtime-safe: no.
public final class PhoneRecorder: PhoneSink, @unchecked Sendable {
  // SAFETY (unchecked Sendable): used only by the thread that drives the phone, one at a time.

  /// A function that receives a block of the whole phone or of one part alone.
  ///
  /// For each block, it is called first with the whole phone, then once for each requested part.
  public typealias Listener = (BusBlock, RecordedPart) throws -> Void

  private let mixer: PhoneMixer
  private let parts: [(part: RecordedPart, strip: AppID)]
  private let listener: Listener
  private let buffers: BusBuffers
  private let stemSignal = BusBuffers(capacity: 1)
  /// Whether blocks are passed to the listener.
  ///
  /// Blocks are rendered in either case.
  public var isListening = true
  /// The error that the listener threw.
  ///
  /// After an error, nothing is rendered.
  public private(set) var error: (any Error)?

  /// Creates a recorder for `mixer`, whose drive must be `pulled`, and adds the recorder to `runtime`.
  ///
  /// - Parameters:
  ///   - mixer: the mixer to pull.
  ///   - runtime: the phone.
  ///   - apps: the apps whose blocks are also passed separately.
  ///   - hasSystem: whether the phone's own sounds are also passed separately, after the apps. If all apps are listed
  ///     as well, the parts add up to the whole.
  ///   - blockFrames: the maximum frames per block, 1 or more; at most
  ///     `PhoneMixer.longestStemBlock` if parts are requested.
  ///   - listener: receives the blocks.
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

  /// Does nothing, because the mixer itself is notified.
  public func receive(_ report: PhoneReport, at time: PhoneTime) {}

  /// Renders up to `time`.
  public func timePasses(to time: PhoneTime) { pull(until: time.frames) }

  /// Renders `seconds` seconds more, while the phone's time stands still.
  ///
  /// - Throws: the error that the listener threw, if any.
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
