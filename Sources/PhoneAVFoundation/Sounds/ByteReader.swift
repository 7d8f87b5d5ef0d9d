internal import Foundation

/// Reads numbers and names from the bytes of a file, whose missing bytes are zero.
struct ByteReader {
  let data: Data

  /// The number of bytes.
  var count: Int { data.count }

  /// Returns the byte at an offset.
  func byte(_ offset: Int) -> UInt8 {
    offset >= 0 && offset < data.count ? data[data.startIndex + offset] : 0
  }

  /// Returns an unsigned number whose most significant byte is the first.
  func big(_ offset: Int, bytes: Int) -> UInt64 {
    (0..<bytes).reduce(0) { $0 << 8 | UInt64(byte(offset + $1)) }
  }

  /// Returns an unsigned number whose most significant byte is the last.
  func little(_ offset: Int, bytes: Int) -> UInt64 {
    (0..<bytes).reversed().reduce(0) { $0 << 8 | UInt64(byte(offset + $1)) }
  }

  /// Returns the four characters at an offset.
  func name(_ offset: Int) -> String {
    String(decoding: (0..<4).map { byte(offset + $0) }, as: UTF8.self)
  }

  /// A part of a file with a name.
  struct Chunk {
    let name: String
    /// The place of the content, within the file.
    let content: Range<Int>
  }

  /// Returns the chunks that follow one another.
  ///
  /// A chunk that is longer than the file ends with the file.
  ///
  /// - Parameters:
  ///   - offset: the first chunk.
  ///   - end: the end of the last chunk.
  ///   - headerBytes: the length of the name and size before the content.
  ///   - alignment: the number of bytes that a chunk's length is rounded up to.
  ///   - size: returns the size of the content of the chunk at an offset; nil for the rest of the file.
  /// - Returns: the chunks in order.
  func chunks(
    from offset: Int, to end: Int, headerBytes: Int, alignment: Int = 1,
    size: (Int) -> UInt64?
  ) -> [Chunk] {
    var chunks: [Chunk] = []
    var offset = offset
    while offset + headerBytes <= end {
      let start = offset + headerBytes
      let rest = end - start
      let length = size(offset).map { Int(min($0, UInt64(rest))) } ?? rest
      chunks.append(Chunk(name: name(offset), content: start..<(start + length)))
      offset = start + (length + alignment - 1) / alignment * alignment
    }
    return chunks
  }
}
