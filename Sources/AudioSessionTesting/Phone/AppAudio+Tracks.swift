import AudioSession
import PhoneRuntime

extension AppAudio {
  /// A player or a recorder.
  struct Track: Sendable {
    var kind = PlayerKind.own
    /// The position since `repetition` began.
    var clock = PlayClock()
    /// The number of completed repetitions.
    private(set) var repetition = 0
    /// The length of the sound; nil if the sound does not end.
    var duration: PhoneTime?
    /// The number of times the sound is repeated; negative to repeat without end.
    var loops = 0
    /// The object of the notifications that an engine posts.
    var owner = NotificationSender()

    /// Resets everything except the kind and the owner.
    mutating func forget() { self = Track(kind: kind, owner: owner) }

    /// The number of repetitions after `repetition`.
    private var loopsLeft: Int64 { loops < 0 ? .max : Int64(max(0, loops - repetition)) }

    /// The playing time from the beginning of `repetition` to the end; nil if the sound does not end.
    var length: PhoneTime? {
      guard let duration, loops >= 0 else { return nil }
      let (frames, isTooLong) = duration.frames.multipliedReportingOverflow(by: loopsLeft)
      return isTooLong ? PhoneTime(frames: .max) : duration + PhoneTime(frames: frames)
    }

    /// Returns to the beginning of the first repetition.
    mutating func rewind(at time: PhoneTime) {
      clock.rewind(at: time)
      repetition = 0
    }

    /// Changes the present and the following repetitions.
    mutating func change(at time: PhoneTime, _ change: (inout Track) -> Void) {
      if let duration {
        let position = clock.position(at: time).frames
        let turns = min(position / duration.frames, loopsLeft)
        repetition += Int(turns)
        clock.seek(to: PhoneTime(frames: position - turns * duration.frames), at: time)
      }
      change(&self)
    }
  }

  /// An object that notifications name, and that is not kept alive.
  struct NotificationSender: @unchecked Sendable {
    // SAFETY (unchecked Sendable): the object is only passed on.
    weak var object: AnyObject?
  }

  /// An app's players, or its recorders.
  struct Side: Sendable {
    private(set) var count = 1
    var tracks = [AppAudio.first: Track()]
    var running: Set<Int> = []
    /// The tracks that an interruption has stopped, until it ends or they run again.
    var interrupted: Set<Int> = []
    /// The handlers to call with what happens to the tracks by itself.
    var handlers: [Int: @Sendable (TrackNews) -> Void] = [:]

    /// Adds a track.
    ///
    /// - Returns: its identifier, which is never reused.
    mutating func add(_ track: Track) -> Int {
      defer { count += 1 }
      tracks[count] = track
      return count
    }

    /// The number of times that a track has begun.
    private(set) var beginnings = 0

    /// Starts a track at `time`.
    ///
    /// - Parameters:
    ///   - id: the track.
    ///   - time: the present time.
    ///   - delay: the time until the sound begins.
    ///   - idleSince: `beginnings` when the last track stopped, to stop earlier tracks; nil if a track is running.
    mutating func begin(
      _ id: Int, at time: PhoneTime, after delay: PhoneTime = .zero, idleSince: Int?
    ) {
      if idleSince == beginnings { stopAll(at: time) }
      beginnings += 1
      running.insert(id)
      if let length = tracks[id]?.length, tracks[id]?.clock.position(at: time) ?? .zero >= length {
        tracks[id]?.rewind(at: time)
      }
      tracks[id]?.clock.run(true, at: time + max(.zero, delay))
    }

    /// The next track whose sound ends, and the time of the end; nil if no sound ends.
    func nextEnd(after now: PhoneTime) -> (id: Int, time: PhoneTime)? {
      let ends = running.sorted().compactMap { id -> (id: Int, time: PhoneTime)? in
        guard let track = tracks[id], let length = track.length else { return nil }
        return track.clock.time(of: length).map { (id, max(now, $0)) }
      }
      return ends.min { $0.time < $1.time }
    }

    /// Resets all tracks, but keeps the tracks and their kinds.
    mutating func forget() {
      (running, interrupted, handlers) = ([], [], [:])
      for id in tracks.keys { tracks[id]?.forget() }
    }

    /// Stops all tracks at `time`.
    mutating func stopAll(at time: PhoneTime) {
      for id in running { tracks[id]?.clock.run(false, at: time) }
      running = []
    }
  }
}
