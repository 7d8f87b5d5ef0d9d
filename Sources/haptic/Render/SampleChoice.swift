import ArgumentParser
import AudioOutput

/// How samples are stored.
enum SampleChoice: String, CaseIterable, ExpressibleByArgument {
  case f32
  case s16
  case s24

  var encoding: SoundFileFormat.Encoding {
    switch self {
    case .f32: .float32
    case .s16: .int16
    case .s24: .int24
    }
  }
}
