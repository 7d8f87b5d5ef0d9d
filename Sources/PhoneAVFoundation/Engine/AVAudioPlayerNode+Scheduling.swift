internal import PhoneAudio

/// Scheduling, and waiting for it.
extension AVAudioPlayerNode {
  func add(
    _ samples: HeldSamples, at when: AVAudioTime?, _ options: AVAudioPlayerNodeBufferOptions,
    _ type: AVAudioPlayerNodeCompletionCallbackType,
    _ handler: AVAudioPlayerNodeCompletionHandler?
  ) {
    let outbox = Outbox()
    GraphLock.with {
      let start = when.map { frames(of: $0, from: unsafe schedule.voice.pointee.playerTime) }
      schedule.add(
        PlayerSchedule.Entry(samples: samples, type: type, handler: handler), start: start,
        options, outbox)
    }
    outbox.flush(nil)
  }

  /// Returns a time in frames of the player's output.
  ///
  /// - Parameters:
  ///   - time: the time, with a sample time or a time of the phone.
  ///   - now: the present time in frames, to which a time of the phone is relative.
  /// - Returns: the time in frames.
  func frames(of time: AVAudioTime, from now: Int64) -> Int64 {
    let rate = renderFormat.sampleRate
    if time.isSampleTimeValid {
      guard time.sampleRate > 0, time.sampleRate != rate else { return time.sampleTime }
      return Int64((Double(time.sampleTime) * rate / time.sampleRate).rounded())
    }
    require(
      time.isHostTimeValid, "time.isHostTimeValid", "the time needs frames or a time of the clock")
    let seconds = AVAudioTime.seconds(forHostTime: time.hostTime) - (engine?.moment.seconds ?? 0)
    return now + Int64((seconds * rate).rounded())
  }

  /// Returns a handler that ignores its type.
  func typed(_ handler: AVAudioNodeCompletionHandler?) -> AVAudioPlayerNodeCompletionHandler? {
    guard let handler else { return nil }
    return { _ in handler() }
  }

  // MARK: Waiting

  /// Schedules a buffer, and returns when the player has read it or was stopped.
  nonisolated(nonsending) public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime? = nil,
    options: AVAudioPlayerNodeBufferOptions = []
  ) async {
    await withCheckedContinuation { continuation in
      scheduleBuffer(buffer, at: when, options: options) { continuation.resume() }
    }
  }

  /// Schedules a buffer, and returns when the player does not need it anymore.
  ///
  /// - Returns: the type of the callback.
  @discardableResult
  nonisolated(nonsending) public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime? = nil,
    options: AVAudioPlayerNodeBufferOptions = [],
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { continuation in
      scheduleBuffer(buffer, at: when, options: options, completionCallbackType: callbackType) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Schedules a whole file, and returns when the player has read it or was stopped.
  nonisolated(nonsending) public func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async
  {
    await withCheckedContinuation { continuation in
      scheduleFile(file, at: when) { continuation.resume() }
    }
  }

  /// Schedules a whole file, and returns when the player does not need it anymore.
  ///
  /// - Returns: the type of the callback.
  @discardableResult
  nonisolated(nonsending) public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { continuation in
      scheduleFile(file, at: when, completionCallbackType: callbackType) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Schedules a part of a file, and returns when the player has read it or was stopped.
  nonisolated(nonsending) public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
    frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?
  ) async {
    await withCheckedContinuation { continuation in
      scheduleSegment(
        file, startingFrame: startFrame, frameCount: numberFrames, at: when
      ) { continuation.resume() }
    }
  }
}

extension AVAudioFile {
  /// Returns a part of the file in the standard format; nil for a file that cannot be read.
  func samples(
    from first: AVAudioFramePosition, frames: AVAudioFrameCount
  ) -> HeldSamples? {
    let channels = processingFormat.channelCount
    guard let sound, let layout = AVAudioChannelLayout(layoutTag: 147 << 16 | channels) else {
      return nil
    }
    let standard = AVAudioFormat(
      standardFormatWithSampleRate: processingFormat.sampleRate, channelLayout: layout)
    let count = max(0, min(Int(frames), Int(length - first)))
    guard
      let buffer = AVAudioPCMBuffer(
        pcmFormat: standard, frameCapacity: AVAudioFrameCount(max(1, count)))
    else { return nil }
    sound.read(from: Int(first), frames: count, into: buffer)
    return HeldSamples(buffer)
  }
}
