import AudioSession
import Testing

/// Based on the reference of `AVAudioSession.ErrorCode`.
@Suite struct ErrorCodeTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let error: SessionErrorCode
    let characters: String
    let number: Int32
    var testDescription: String { characters }

    init(_ error: SessionErrorCode, _ characters: String, _ number: Int32) {
      self.error = error
      self.characters = characters
      self.number = number
    }
  }

  static let rows: [Row] = [
    Row(.mediaServicesFailed, "msrv", 1_836_282_486),
    Row(.isBusy, "!act", 560_030_580),
    Row(.incompatibleCategory, "!cat", 560_161_140),
    Row(.cannotInterruptOthers, "!int", 560_557_684),
    Row(.missingEntitlement, "ent?", 1_701_737_535),
    Row(.siriIsRecording, "siri", 1_936_290_409),
    Row(.cannotStartPlaying, "!pla", 561_015_905),
    Row(.cannotStartRecording, "!rec", 561_145_187),
    Row(.badParam, "-50", -50),
    Row(.insufficientPriority, "!pri", 561_017_449),
    Row(.resourceNotAvailable, "!res", 561_145_203),
    Row(.unspecified, "what", 2_003_329_396),
    Row(.expiredSession, "!ses", 561_210_739),
    Row(.sessionNotActive, "inac", 1_768_841_571),
  ]

  @Test(arguments: rows)
  func `an error has Apple's number and characters`(row: Row) {
    #expect(row.error.rawValue == row.number)
    #expect(row.error.fourCharacters == row.characters)
    #expect(SessionErrorCode(fourCharacters: row.characters) == row.error)
    #expect(!row.error.meaning.isEmpty)
  }

  @Test(arguments: rows.filter { $0.number > 0 })
  func `the number is the four characters in big-endian order`(row: Row) {
    let packed = row.characters.utf8.reduce(Int32(0)) { $0 << 8 | Int32($1) }
    #expect(packed == row.number)
  }

  @Test func `there are no other errors, and they have Apple's domain`() {
    #expect(Self.rows.map(\.error) == SessionErrorCode.allCases)
    #expect(SessionErrorCode.domain == "NSOSStatusErrorDomain")
    #expect(SessionErrorCode(fourCharacters: "!msr") == nil)
  }
}
