import AudioOutput

/// One file that a render writes.
struct RenderTarget: Hashable, Sendable {
  /// Where: a path, or `-`.
  let path: String
  /// Which bus goes to which channel.
  let map: ChannelMap
  /// The kind of file.
  let format: SoundFileFormat
}

/// A pattern at one strength, and the files it goes to.
struct RenderVariant: Sendable {
  /// What the intensities are multiplied by.
  let strength: Double
  /// The files, each of which gets every block.
  let targets: [RenderTarget]
}
