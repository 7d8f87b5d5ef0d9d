internal import TextFormats

extension AHAPReading {
  /// The reading with the problems of its sound files: those that cannot be had, and more sound
  /// than a device loads.
  ///
  /// Files outside the folder are not asked for: reading has warned of them already.
  ///
  /// - Parameter decodedBytes: The size of a sound file decoded to 32-bit floats, all channels, in
  ///   bytes, or the reason why it cannot be had. Called once for each file, with the path as the
  ///   pattern has it.
  /// - Returns: The same reading with the warnings added.
  public func checkingWaveforms(
    decodedBytes: (_ path: String) throws(SoundLibrary.Problem) -> Int
  ) -> AHAPReading {
    var total = 0
    var found: [AHAPDiagnostic] = []
    for waveform in waveforms {
      let quoted = Quoted.words(waveform.waveformPath)
      let size: Int
      do throws(SoundLibrary.Problem) {
        size = try decodedBytes(waveform.waveformPath)
      } catch {
        found.append(
          diagnostic(.waveformNotFound, waveform, "the sound file \(quoted): \(error.detail)"))
        continue
      }
      let before = total
      let (sum, overflows) = total.addingReportingOverflow(max(0, size))
      total = overflows ? Int.max : sum
      if before <= PatternLimits.mostAudioBytes && total > PatternLimits.mostAudioBytes {
        found.append(
          diagnostic(
            .tooMuchAudio, waveform,
            "with \(quoted) the sounds take \(total) bytes when decoded; a device loads "
              + "\(PatternLimits.mostAudioBytes)"))
      }
    }
    return adding(found)
  }

  private func diagnostic(
    _ code: AHAPDiagnostic.Code, _ waveform: PlacedWaveform, _ message: String
  ) -> AHAPDiagnostic {
    AHAPDiagnostic(
      file: file, line: waveform.line, column: waveform.column, code: code,
      path: waveform.jsonPath, message: message, suggestion: nil, deviceError: nil)
  }

  private func adding(_ warnings: [AHAPDiagnostic]) -> AHAPReading {
    var reading = self
    reading.warningCount += warnings.count
    let listed = diagnostics.count { $0.severity == .warning }
    reading.diagnostics += warnings.prefix(max(0, AHAP.mostDiagnostics - listed))
    let ordered = reading.diagnostics.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset)
        < ($1.element.line, $1.element.column, $1.offset)
    }
    reading.diagnostics = ordered.map(\.element)
    return reading
  }
}
