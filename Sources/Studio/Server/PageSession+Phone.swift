internal import FlyingFox
private import Foundation
internal import PhoneSimulator

/// Answers the requests about scenarios and live phones.
extension PageSession {
  // lint: table
  func answer(_ request: PhoneRequest, in answer: inout StudioAnswer) async throws(StudioError) {
    var phone = PhoneAnswer()
    defer { answer.phone = phone }
    let (file, revision) = (request.file, request.revision)
    switch request.work {
    case .tables:
      (phone.verbs, phone.actions, phone.properties) = (VerbRow.all, ActionRow.all, PropertyRow.all)
    case .open: try await followPhone(file)
    case .number: try await studio.phone(file).show(request.number)
    case .text: answer.revision = try await studio.phone(file).write(request.text, at: revision)
    case .insert:
      let made = try await studio.phone(file).insert(request.text, time: request.time, at: revision)
      (answer.revision, phone.step) = (made.revision, made.step)
    case .replace:
      answer.revision = try await studio.phone(file).replace(
        request.step, with: request.text, at: revision)
    case .remove: answer.revision = try await studio.phone(file).remove(request.step, at: revision)
    case .set:
      answer.revision = try await studio.phone(file).set(
        request.property, of: request.app ?? 0, to: request.text, at: revision)
    case .clear:
      answer.revision = try await studio.phone(file).clear(
        request.property, of: request.app ?? 0, at: revision)
    case .expect:
      let made = try await studio.phone(file).expect(
        request.fact, of: request.subject, time: request.time, at: revision)
      (answer.revision, phone.step) = (made.revision, made.step)
    case .undo: answer.revision = try await studio.phone(file).go(.undo)
    case .redo: answer.revision = try await studio.phone(file).go(.redo)
    case .moment:
      phone.moment = try await studio.phone(file).moment(at: request.time, app: request.app)
    case .live:
      try await saveLive()
      startLive(try await studio.live(file) { [output] in Self.send($0, to: output) })
    case .press:
      guard let live else { throw StudioError("there is no live phone") }
      let effect = try await live.press(request.text, app: request.app)
      (phone.effect, phone.isProblem) = (effect.words, effect.isProblem)
    case .hear: await live?.hear(app: request.app)
    case .save: phone.file = try await endLive(as: request.text)
    case .stop: await discardLive()
    }
  }

  /// Sends the page the present state of a scenario file, and every change from now on.
  private func followPhone(_ name: String) async throws(StudioError) {
    followers[name]?.cancel()
    let file = try await studio.phone(name)
    followers[name] = Task {
      for await news in await file.follow() {
        if Task.isCancelled { return }
        switch news {
        case .state(let state): send(StudioAnswer(phone: PhoneAnswer(state: state)))
        case .sound(let sound): send(StudioAnswer(phone: PhoneAnswer(sound: sound)))
        case .renamed(let renamed): send(StudioAnswer(renamed: renamed))
        }
      }
    }
  }

  private func startLive(_ phone: LivePhone) {
    live = phone
    Task { await phone.run() }
  }

  /// Saves the live phone, and ends it.
  ///
  /// - Returns: the name of the file; nil without a live phone.
  private func endLive(as name: String) async throws(StudioError) -> String? {
    guard let phone = live else { return nil }
    let file = try await studio.save(phone, as: name)
    live = nil
    return file
  }

  /// Ends the live phone, and saves it if anything was done with it.
  func saveLive() async throws(StudioError) {
    guard let phone = live else { return }
    if await phone.presses > 0 {
      _ = try await endLive(as: "")
    } else {
      await discardLive()
    }
  }

  /// Ends the live phone without saving it.
  private func discardLive() async {
    _ = await live?.finish()
    await live?.forget()
    live = nil
  }

  private static func send(
    _ news: LivePhone.News, to output: AsyncStream<WSMessage>.Continuation
  ) {
    switch news {
    case .picture(let picture):
      guard let message = text(StudioAnswer(phone: PhoneAnswer(picture: picture))) else { return }
      output.yield(message)
    case .samples(let samples): output.yield(.data(Data(samples)))
    }
  }
}
