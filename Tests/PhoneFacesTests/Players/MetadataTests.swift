import Foundation
import PhoneAVFoundation
import Testing

/// The metadata of files.
@Suite struct MetadataTests {
  private typealias Frame = (name: String, flags: UInt8, content: Data)

  private func text(_ name: String, _ encoding: UInt8, _ bytes: some Sequence<UInt8>) -> Frame {
    (name, 0, Data([encoding]) + Data(bytes))
  }

  private func asset(_ bytes: Data) throws -> AVURLAsset {
    try SoundBytes.withFile(bytes, named: "a.mp3") { AVURLAsset(url: $0) }
  }

  private let picture = Data([UInt8](0...200))
  private var pictureFrame: Frame {
    text("APIC", 0, Data("image/png\0\u{3}Front\0".utf8) + picture)
  }

  @Test func `an ID3 tag has the common metadata of an MP3 file`() throws {
    let wide = Data([0xFF, 0xFE]) + "Ω".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let asset = try asset(
      SoundBytes.mp3(
        id3: 3,
        [
          text("TIT2", 0, [0x47, 0xF6, 0]), text("TPE1", 1, wide),
          text("COMM", 0, "eng\0A remark".utf8), text("TXXX", 0, "Mood\0Calm".utf8),
          pictureFrame,
        ]))
    #expect(asset.duration.seconds > 0)
    #expect(
      asset.metadata.map { $0.identifier?.rawValue } == [
        "id3/TIT2", "id3/TPE1", "id3/COMM", "id3/TXXX", "id3/APIC",
      ])
    let common = asset.commonMetadata
    #expect(common.map(\.commonKey) == [.commonKeyTitle, .commonKeyArtist, .commonKeyArtwork])
    #expect(common.map(\.stringValue) == ["Gö", "Ω", nil])
    #expect(common.last?.dataValue == picture)
    #expect(common.last?.extraAttributes?[.info] as? String == "Front")
    let others = asset.metadata.filter { $0.commonKey == nil }
    #expect(others.map(\.stringValue) == ["A remark", "Calm"])
    #expect(others.map { $0.extraAttributes?[.info] as? String } == ["", "Mood"])
    #expect(others.allSatisfy { $0.keySpace == .id3 })
    #expect(asset.availableMetadataFormats == [.id3Metadata])
    #expect(asset.metadata(forFormat: .id3Metadata).count == 5)
    #expect(asset.metadata(forFormat: .iTunesMetadata).isEmpty)
  }

  @Test func `bytes that keep a tag from looking like sound are removed`() throws {
    let whole = try asset(SoundBytes.mp3(id3: 3, flags: 0x80, [text("TALB", 0, [0xFF, 0, 0x41])]))
    #expect(whole.commonMetadata.map(\.stringValue) == ["ÿA"])
    let frame: Frame = ("PRIV", 0x02, Data("me\0".utf8) + Data([0xFF, 0, 0xE0]))
    let asset = try asset(SoundBytes.mp3(id3: 4, [frame]))
    #expect(asset.metadata.first?.dataValue == Data([0xFF, 0xE0]))
    #expect(asset.metadata.first?.extraAttributes?[.info] as? String == "me")
  }

  @Test func `compressed frames are left out, and the others are read`() throws {
    let content = Data([3]) + Data("Größe".utf8)
    let frames: [Frame] = [
      ("TIT2", 0x08, content), ("TALB", 0x41, Data([1, 0, 0, 0, 7]) + content),
      ("TPE1", 0, Data([2, 0x03, 0xA9])),
    ]
    let asset = try asset(SoundBytes.mp3(id3: 4, frames))
    #expect(asset.metadata.map(\.stringValue) == ["Größe", "Ω"])
    let older = try self.asset(SoundBytes.mp3(id3: 3, [("TIT2", 0x80, content)]))
    #expect(older.metadata.isEmpty)
  }

  @Test func `a frame that is longer than the tag is left out`() throws {
    var bytes = SoundBytes.mp3(id3: 3, [text("TIT2", 0, "A".utf8), text("TALB", 0, "B".utf8)])
    // The length of the second frame, after the tag's header and the first frame.
    bytes[10 + 12 + 6] = 0xFF
    #expect(try asset(bytes).metadata.map(\.stringValue) == ["A"])
  }

  @Test(arguments: 10..<50) func `a damaged tag has at most its frames`(place: Int) throws {
    var bytes = SoundBytes.mp3(id3: 4, flags: 0x40, [text("TIT2", 1, "AB".utf8), pictureFrame])
    bytes[place] = 0xFF
    #expect(try asset(bytes).metadata.count <= 2)
  }

  @Test func `an asset is observable, but does not change`() throws {
    let asset = try asset(SoundBytes.mp3(id3: 3, [text("TIT2", 0, "A".utf8)]))
    var titles: [String?] = []
    let observation = asset.observe(\.commonMetadata, options: [.initial, .new]) { asset, change in
      titles.append(change.newValue?.first?.stringValue)
    }
    #expect(titles == ["A"])
    observation.invalidate()
  }

  @Test func `files without a tag do not have metadata`() throws {
    let asset = try asset(SoundBytes.xing(frames: 10))
    #expect(asset.metadata.isEmpty && asset.availableMetadataFormats.isEmpty)
  }
}
