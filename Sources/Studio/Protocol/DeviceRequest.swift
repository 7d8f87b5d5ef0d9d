/// A request about the devices of this machine on which patterns are played.
enum DeviceRequest: Sendable {
  /// The playback of a state of a file.
  struct Play: Decodable, Sendable {
    /// The file, and a version of it.
    var side: ComparisonRequest.Side
    /// The name of the device, as in `DeviceRow`.
    var device: String
    /// The time at which to start, in seconds of the pattern.
    var start: Double
    /// The loop, in seconds of the pattern; nil without a loop.
    var loop: [Double]?
    /// The factor of the speed.
    var speed: Double
    /// The gain in decibels.
    var gain: Double
    /// The number of this request.
    ///
    /// A request with a lower number than an earlier one is ignored.
    var turn: Int

    private enum Key: String, CodingKey { case device, start, loop, speed, gain, turn }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      side = try ComparisonRequest.Side(from: decoder)
      device = try values.decode(String.self, forKey: .device)
      start = try values.decode(Double.self, forKey: .start)
      loop = try values.decodeIfPresent([Double].self, forKey: .loop)
      speed = try values.decode(Double.self, forKey: .speed)
      gain = try values.decode(Double.self, forKey: .gain)
      turn = try values.decode(Int.self, forKey: .turn)
    }
  }

  /// The devices.
  case list
  /// Plays a pattern in place of the present one.
  case play(Play)
  /// Stops.
  case stop(turn: Int)
}

extension DeviceRequest: Decodable {
  private enum Key: String, CodingKey { case ask, turn }

  private enum Name: String, Decodable { case list, play, stop }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    switch try values.decode(Name.self, forKey: .ask) {
    case .list: self = .list
    case .play: self = .play(try Play(from: decoder))
    case .stop: self = .stop(turn: try values.decode(Int.self, forKey: .turn))
    }
  }
}

/// A device of this machine.
struct DeviceRow: Encodable, Hashable, Sendable {
  /// The name of its PCM in libasound.
  var name: String
  /// The description in one line.
  var summary: String
}

/// The playback on a device, which is reported while it lasts and when it ends.
struct DeviceNews: Encodable, Hashable, Sendable {
  /// The number of the last request.
  var turn: Int
  var isPlaying: Bool
  /// What is heard now, in seconds of the pattern.
  var seconds: Double
  /// Why the playback has ended early, if it has.
  var problem: String?
}
