import AudioSessionTestTraits
import AudioSessionTesting
import Foundation
import PhoneAVFoundation
import Testing

/// `AVAudioPlayer` on a simulated phone.
@MainActor @Suite struct AudioPlayerTests {
  private var phone: SimulatedPhone { .current }

  private static func player(seconds: Double) throws -> AVAudioPlayer {
    try AVAudioPlayer(data: SoundBytes.silence(seconds: seconds))
  }

  @Test(.phone()) func `a sound plays to its end, tells the delegate, and begins again`() throws {
    let player = try Self.player(seconds: 3)
    let log = PlayerLog()
    player.delegate = log
    #expect(player.prepareToPlay() && !phone.app.isActive)
    #expect(player.play() && player.isPlaying && phone.app.isActive)
    phone.advance(by: 2)
    #expect(player.currentTime == 2 && log.steps.isEmpty)
    phone.advance(by: 1)
    #expect(!player.isPlaying && player.currentTime == 0)
    #expect(log.steps == ["finished true"])
    #expect(player.play())
    phone.advance(by: 1)
    #expect(player.currentTime == 1)
  }

  @Test(.phone()) func `loops, seeking and the rate change when the sound ends`() throws {
    let player = try Self.player(seconds: 2)
    let log = PlayerLog()
    player.delegate = log
    player.numberOfLoops = 1
    player.rate = 2
    player.play()
    phone.advance(by: 3)
    // The rate has no effect yet, and the sound is in its second turn.
    #expect(player.currentTime == 1)
    player.enableRate = true
    player.currentTime = 0.5
    phone.advance(by: 0.5)
    #expect(player.currentTime == 1.5)
    phone.advance(by: 0.25)
    #expect(log.steps == ["finished true"])
  }

  @Test(.phone(), arguments: [Float.nan, .infinity, -.infinity])
  func `a rate that is not finite is ignored`(_ rate: Float) throws {
    let player = try Self.player(seconds: 4)
    player.enableRate = true
    player.rate = 2
    player.rate = rate
    player.play()
    phone.advance(by: 1)
    #expect(player.currentTime == 2)
  }

  @Test(.phone()) func `a sound can be scheduled`() throws {
    let player = try Self.player(seconds: 1)
    #expect(player.play(atTime: player.deviceCurrentTime + 2))
    phone.advance(by: 2)
    #expect(player.isPlaying && player.currentTime == 0)
    phone.advance(by: 0.5)
    #expect(player.currentTime == 0.5)
    player.pause()
    phone.advance(by: 5)
    #expect(player.currentTime == 0.5 && !player.isPlaying)
  }

  /// Source: `AVAudioPlayer.h` on the interruption methods.
  @Test(.phone()) func `a call stops the player, tells the delegate, and does not resume`() throws {
    let player = try Self.player(seconds: 60)
    let log = PlayerLog()
    player.delegate = log
    player.play()
    phone.advance(by: 1)
    try phone.receiveCall()
    #expect(!player.isPlaying && !player.play())
    try phone.declineCall()
    #expect(!player.isPlaying)
    #expect(log.steps == ["interruption", "end 1"])
    #expect(player.play() && player.currentTime == 1)
  }

  @Test(.phone()) func `the player goes on when its headphones are unplugged`() throws {
    try AVAudioSession.sharedInstance().setCategory(.playback)
    try phone.connect(.headphones)
    let player = try Self.player(seconds: 60)
    player.play()
    try phone.disconnect(.headphones)
    #expect(player.isPlaying)
  }

  @Test(.phone()) func `a released player is silent`() throws {
    var player: AVAudioPlayer? = try Self.player(seconds: 60)
    player?.play()
    #expect(phone.app.isAudible)
    player = nil
    #expect(!phone.app.isAudible)
  }

  @Test(.phone()) func `the volume fades while the phone's time passes`() throws {
    let player = try Self.player(seconds: 60)
    #expect(player.volume == 1)
    player.setVolume(0, fadeDuration: 2)
    phone.advance(by: 1)
    #expect(player.volume == 0.5)
    phone.advance(by: 2)
    #expect(player.volume == 0)
    player.volume = 0.25
    #expect(player.volume == 0.25)
  }

  @Test(.phone()) func `levels are those of the samples`() throws {
    let square = (0..<8000).map { Int16($0 < 4000 ? 16_384 : -3277) }
    let player = try AVAudioPlayer(data: SoundBytes.wave(square, channels: 2))
    player.isMeteringEnabled = true
    player.updateMeters()
    #expect(player.averagePower(forChannel: 1) == -160)
    player.play()
    phone.advance(by: 0.25)
    player.updateMeters()
    #expect(abs(player.averagePower(forChannel: 1) + 6.02) < 0.01)
    phone.advance(by: 0.5)
    player.updateMeters()
    #expect(abs(player.peakPower(forChannel: 0) + 20) < 0.01)
    #expect(player.peakPower(forChannel: 2) == -160)
  }

  @Test func `a player that is kept moves to the current phone with its position`() async throws {
    let (first, second) = (try SimulatedPhone(), try SimulatedPhone())
    let player = try await first.runAsCurrent {
      let player = try Self.player(seconds: 60)
      player.play()
      first.advance(by: 4)
      return player
    }
    await second.runAsCurrent { _ = player.play() }
    #expect(!first.app.isAudible && second.app.isAudible)
    second.advance(by: 1)
    #expect(player.currentTime == 5)
  }

  @Test(.phone()) func `the delegate is called on the main queue`() async throws {
    let player = try Self.player(seconds: 1)
    let log = PlayerLog()
    player.delegate = log
    player.play()
    let phone = phone
    // The delegate is isolated to the main actor and would end the process elsewhere.
    await Task.detached { phone.advance(by: 2) }.value
    #expect(log.steps == ["finished true"])
  }

  @Test(.phone()) func `test suites can subclass the player`() {
    final class Mock: AVAudioPlayer {
      var plays = 0
      override func play() -> Bool {
        plays += 1
        return true
      }
    }
    let mock = Mock()
    #expect(mock.play() && mock.plays == 1 && mock.duration == 0)
    // No initializer is required of a subclass with its own.
    final class Stub: AVAudioPlayer {
      let result: Bool
      init(result: Bool) {
        self.result = result
        super.init()
      }
      override func play() -> Bool { result }
    }
    #expect(Stub(result: true).play() && !Stub(result: false).play())
  }
}

/// The files that a player reads.
@MainActor @Suite struct SoundFileTests {
  nonisolated private static let files: [(Data, Double, Int, AudioFormatID)] = [
    (SoundBytes.wave([0, 0, 0, 0], channels: 2), 4.0 / 8000, 2, kAudioFormatLinearPCM),
    (SoundBytes.aiff(frames: 22_050), 0.5, 2, kAudioFormatLinearPCM),
    (SoundBytes.coreAudio(frames: 4000), 0.5, 1, kAudioFormatLinearPCM),
    (SoundBytes.mpeg4(milliseconds: 1500), 1.5, 2, 0x6D70_3461),
    (SoundBytes.mp3(bytes: 32_000), 2, 2, kAudioFormatMPEGLayer3),
    (SoundBytes.xing(frames: 100), 115_200.0 / 44_100, 2, kAudioFormatMPEGLayer3),
    (SoundBytes.flac(frames: 96_000), 2, 2, kAudioFormatFLAC),
  ]

  @Test(
    .phone(), arguments: files)
  func `the length comes from the header`(
    _ bytes: Data, _ seconds: Double, _ channels: Int, _ format: AudioFormatID
  ) throws {
    let player = try AVAudioPlayer(data: bytes)
    #expect(abs(player.duration - seconds) < 1e-9)
    #expect(player.numberOfChannels == channels)
    #expect((player.settings[AVFormatIDKey] as? NSNumber)?.uint32Value == format)
    #expect(player.data == bytes && player.url == nil)
  }

  @Test(.phone()) func `files and bytes that are no sounds are refused`() throws {
    let missing = URL(fileURLWithPath: "/missing/sound.mp3")
    #expect { try AVAudioPlayer(contentsOf: missing) } throws: {
      ($0 as NSError).domain == "NSOSStatusErrorDomain" && ($0 as NSError).code == 2_003_334_207
    }
    #expect { try AVAudioPlayer(data: Data("OggS".utf8)) } throws: {
      ($0 as NSError).code == 1_954_115_647
    }
    #expect { try AVAudioPlayer(data: Data("RIFF....WAVE".utf8), fileTypeHint: nil) } throws: {
      ($0 as NSError).code == 1_685_348_671
    }
    try SoundBytes.withFile(SoundBytes.silence(seconds: 1)) { file in
      let player = try AVAudioPlayer(contentsOf: file, fileTypeHint: "public.mp3")
      #expect(player.url == file)
    }
  }

  private nonisolated static let wave = SoundBytes.wave([0, 0, 0, 0])
  private nonisolated static let aiff = SoundBytes.aiff(frames: 4)
  private nonisolated static let coreAudio = SoundBytes.coreAudio(frames: 4)
  /// Files, the offset of a field, the bytes that overwrite it, and the code of the error: 'dta?' or 'typ?'.
  nonisolated private static let damages: [(Data, Int, Data, Int)] = [
    // Another type, 0 and 65 channels, rates of 0 and 4 GHz, and 12 bits.
    (wave, 8, Data("WAVX".utf8), 1_954_115_647),
    (wave, 22, SoundBytes.little(0, 2), 1_685_348_671),
    (wave, 22, SoundBytes.little(65, 2), 1_685_348_671),
    (wave, 24, SoundBytes.little(0, 4), 1_685_348_671),
    (wave, 24, SoundBytes.little(0xFFFF_FFFF, 4), 1_685_348_671),
    (wave, 34, SoundBytes.little(12, 2), 1_685_348_671),
    // The size of the header hides the samples.
    (wave, 16, SoundBytes.little(0xFFFF_FFFF, 4), 1_685_348_671),
    (aiff, 0, Data("FORX".utf8), 1_954_115_647),
    (aiff, 20, SoundBytes.big(0, 2), 1_685_348_671),
    (aiff, 20, SoundBytes.big(0xFFFF, 2), 1_685_348_671),
    (aiff, 26, SoundBytes.big(64, 2), 1_685_348_671),
    (aiff, 28, SoundBytes.big(0x7FFE, 2), 1_685_348_671),
    (aiff, 28, SoundBytes.big(0, 2), 1_685_348_671),
    (aiff, 16, SoundBytes.big(0x7FFF_FFFF, 4), 1_685_348_671),
    (coreAudio, 0, Data("cafx".utf8), 1_954_115_647),
    (coreAudio, 20, SoundBytes.big(Int(Double.infinity.bitPattern), 8), 1_685_348_671),
    (coreAudio, 20, SoundBytes.big(Int(Double.nan.bitPattern), 8), 1_685_348_671),
    (coreAudio, 20, SoundBytes.big(Int(1e300.bitPattern), 8), 1_685_348_671),
    (coreAudio, 44, SoundBytes.big(0, 4), 1_685_348_671),
    (coreAudio, 44, SoundBytes.big(0xFFFF_FFFF, 4), 1_685_348_671),
    (coreAudio, 48, SoundBytes.big(0xFFFF_FFFF, 4), 1_685_348_671),
    (coreAudio, 12, SoundBytes.big(-2, 8), 1_685_348_671),
  ]

  @Test(.phone(), arguments: damages)
  func `a damaged header is refused`(
    _ bytes: Data, _ offset: Int, _ field: Data, _ code: Int
  ) throws {
    var damaged = bytes
    damaged.replaceSubrange(offset..<(offset + field.count), with: field)
    #expect(try AVAudioPlayer(data: bytes).duration > 0)
    #expect { try AVAudioPlayer(data: damaged) } throws: { ($0 as NSError).code == code }
  }

  @Test(.phone(), arguments: [(wave, 44), (aiff, 54), (coreAudio, 68)])
  func `a file is refused without its whole header`(_ bytes: Data, _ header: Int) throws {
    let read = (0...bytes.count).filter { (try? AVAudioPlayer(data: bytes.prefix($0))) != nil }
    #expect(read == Array(header...bytes.count))
  }
}

/// Notes what a player tells its delegate.
@MainActor final class PlayerLog: NSObject, @preconcurrency AVAudioPlayerDelegate {
  var steps: [String] = []

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    steps.append("finished \(flag)")
  }

  func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { steps.append("interruption") }

  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
    steps.append("end \(flags)")
  }
}
