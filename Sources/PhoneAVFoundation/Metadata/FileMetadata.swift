internal import Foundation

/// The metadata of files: the ID3 tags of MP3 files.
extension ID3Tag.Frame {
  /// The item of the frame.
  ///
  /// Source: the items that AVFoundation on macOS prints for the `commonMetadata` of an MP3 file, such as
  /// `identifier=id3/APIC, keySpace=org.id3, key=APIC, commonKey=artwork, extras={dataType = "image/jpeg";
  /// dataTypeNamespace = "org.iana.media-type"; info = "";}`. The `pictureType` of that item is absent here.
  var item: AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier("id3/\(name)")
    (item.keySpace, item.key) = (.id3, name as NSString)
    switch value {
    case .text(let text): item.value = text as NSString
    case .data(let data): item.value = data as NSData
    }
    var extra: [AVMetadataExtraAttributeKey: Any] = [:]
    if let info { extra[.info] = info }
    if let mediaType {
      extra[AVMetadataExtraAttributeKey(rawValue: "dataType")] = mediaType
      extra[AVMetadataExtraAttributeKey(rawValue: "dataTypeNamespace")] = "org.iana.media-type"
    }
    item.extraAttributes = extra
    return item
  }
}

extension AVMetadataKey {
  /// The names that all formats share, by the identifiers of ID3.
  ///
  /// Source: the items that AVFoundation on macOS prints for the `commonMetadata` of an MP3 file.
  static let commonKeysOfID3: [String: AVMetadataKey] = [
    "id3/TIT2": .commonKeyTitle, "id3/TCOM": .commonKeyCreator, "id3/TIT1": .commonKeySubject,
    "id3/TIT3": .commonKeyDescription, "id3/TPUB": .commonKeyPublisher,
    "id3/TOPE": .commonKeyContributor, "id3/TCON": .commonKeyType,
    "id3/TCOP": .commonKeyCopyrights, "id3/TALB": .commonKeyAlbumName,
    "id3/TEXT": .commonKeyAuthor, "id3/TPE1": .commonKeyArtist, "id3/APIC": .commonKeyArtwork,
  ]
}
