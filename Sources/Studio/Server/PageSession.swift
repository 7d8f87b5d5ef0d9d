internal import FlyingFox
private import Foundation
internal import HapticEngine
internal import HapticFormats
private import TextFormats

/// The conversation with one page over a socket.
///
/// Requests are answered one after the other; changes by other pages and programs arrive in between.
actor PageSession {
  let studio: Studio
  let output: AsyncStream<WSMessage>.Continuation
  private var shown: [String: [EntryRow]] = [:]
  var followers: [String: Task<Void, Never>] = [:]
  /// The live phone of the page.
  var live: LivePhone?
  /// The device on which the page plays patterns.
  let device: DeviceStage
  private var listFollower: Task<Void, Never>?

  init(_ studio: Studio, output: AsyncStream<WSMessage>.Continuation) {
    (self.studio, self.output) = (studio, output)
    device = DeviceStage { news in
      if let message = Self.text(StudioAnswer(device: news)) { output.yield(message) }
    }
  }

  /// Answers `messages` until the page goes away.
  func run(_ messages: AsyncStream<WSMessage>) async {
    for await message in messages {
      guard case .text(let text) = message else { continue }
      await answer(Data(text.utf8))
    }
    for follower in followers.values { follower.cancel() }
    listFollower?.cancel()
    await device.end()
    try? await saveLive()
    output.finish()
  }

  private func answer(_ bytes: Data) async {
    let request: StudioRequest
    do {
      request = try JSONDecoder().decode(StudioRequest.self, from: bytes)
    } catch {
      let what = (error as? DecodingError)?.path.map { ": '\($0)' is not valid" } ?? ""
      return send(
        StudioAnswer(id: Self.id(of: bytes), refused: "the request cannot be read\(what)"))
    }
    if request.action.isSlowQuestion {
      Task { await reply(to: request) }
    } else {
      await reply(to: request)
    }
  }

  /// Returns the number of a request that cannot be read as a whole; nil without one.
  private static func id(of bytes: Data) -> Int? {
    struct Numbered: Decodable { var id: Int }
    return try? JSONDecoder().decode(Numbered.self, from: bytes).id
  }

  private func reply(to request: StudioRequest) async {
    do throws(StudioError) {
      send(try await answer(request))
    } catch {
      send(StudioAnswer(id: request.id, refused: error.description))
    }
  }

  // lint: table
  private func answer(_ request: StudioRequest) async throws(StudioError) -> StudioAnswer {
    var answer = StudioAnswer(id: request.id)
    switch request.action {
    case .welcome:
      answer.profiles = Profile.builtIn.map(\.name)
      answer.formats =
        PatternFormat.all.filter(\.isWritable).map {
          FormatRow(name: $0.name, summary: $0.summary)
        } + ChartPicture.all.map(\.row)
      (answer.controls, answer.parameters) = (ControlRow.all, ParameterRow.all)
      answer.listening = ListeningRow()
      answer.file = studio.firstFile
      answer.layout = studio.layout
      answer.saved = await studio.saveRecordings()
    case .layout(let layout): try studio.show(layout)
    case .loop(let name, let from, let to):
      answer.loop = try await studio.file(name).loop(from: from, to: to)
    case .listen(let name, let sound, let settings):
      let file = try await studio.listen(to: sound, settings, file: name)
      answer.revision = await file.revision
    case .export(let name, let format):
      answer.export = try await studio.file(name).exported(as: format)
    case .profile(let name, let profile):
      guard let profile = Profile.builtIn.first(where: { $0.name == profile }) else {
        throw StudioError("unknown profile \(profile.printable)")
      }
      try await studio.file(name).use(profile)
    case .list:
      answer.files = await studio.list.load()
      if listFollower == nil { await followList() }
    case .open(let name):
      do throws(StudioError) {
        follow(try await studio.file(name))
      } catch {
        // The page discards the file as well.
        followers.removeValue(forKey: name)?.cancel()
        shown[name] = nil
        guard await studio.isText(name) else { throw error }
        answer.isText = true
      }
    case .new(let name, let notation): _ = try await studio.create(name, notation: notation)
    case .edit(let name, let revision, let edit):
      answer.revision = try await studio.file(name).make(edit, at: revision)
    case .undo(let name): answer.revision = try await studio.go(.undo, in: name)
    case .redo(let name): answer.revision = try await studio.go(.redo, in: name)
    case .fix(let name, let revision, let rule):
      answer.revision = try await studio.file(name).fix(rule, at: revision)
    case .copy(let name, let rows): answer.pattern = try await studio.file(name).copy(of: rows)
    case .compare(let request): answer.comparison = try await studio.answer(request)
    case .library(let request): answer.library = try await studio.answer(request)
    case .notation(let name, let rows):
      answer.notation = try await studio.file(name).notation(of: rows)
    case .rumble(let name): answer.rumble = try await studio.file(name).rumble()
    case .phone(let request): try await self.answer(request, in: &answer)
    case .device(let request): answer.devices = try await self.answer(request)
    }
    return answer
  }

  /// Sends the page the present state of `file`, and every change from now on.
  ///
  /// If the page already has the file, the state is sent as a difference from the entries that the page shows.
  private func follow(_ file: StudioFile) {
    followers[file.name]?.cancel()
    followers[file.name] = Task {
      for await news in await file.follow() {
        if Task.isCancelled { return }
        tell(news)
      }
    }
  }

  /// Sends the page every change of the list of files from now on.
  private func followList() async {
    let changes = await studio.list.changes()
    listFollower = Task {
      for await files in changes {
        if Task.isCancelled { return }
        send(StudioAnswer(files: files))
      }
    }
  }

  private func tell(_ news: StudioFile.News) {
    switch news {
    case .state(let state):
      send(StudioAnswer(state: state.changes(from: shown[state.file] ?? [])))
      shown[state.file] = state.entries.rows
    case .judgment(let judgment): send(StudioAnswer(judgment: judgment))
    case .sound(let sound): send(StudioAnswer(sound: sound))
    case .renamed(let renamed):
      shown[renamed.file] = nil
      send(StudioAnswer(renamed: renamed))
    case .isText(let name):
      shown[name] = nil
      send(StudioAnswer(textOnly: name))
    }
  }

  func send(_ answer: StudioAnswer) {
    if let message = Self.text(answer) { output.yield(message) }
  }

  /// Returns `answer` as a message.
  static func text(_ answer: StudioAnswer) -> WSMessage? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(answer)).map { .text(String(decoding: $0, as: UTF8.self)) }
  }
}

extension DecodingError {
  /// The path of the value that is missing or not valid; nil without JSON.
  fileprivate var path: String? {
    switch self {
    case .keyNotFound(let key, let context): (context.codingPath + [key]).words
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.isEmpty ? nil : context.codingPath.words
    @unknown default: nil
    }
  }
}

extension [any CodingKey] {
  fileprivate var words: String {
    String(map(\.stringValue).joined(separator: ".").prefix(80)).printable
  }
}

/// Answers the socket of each page.
struct PageSockets: WSMessageHandler {
  let studio: Studio

  func makeMessages(
    for client: AsyncStream<WSMessage>
  ) async throws -> AsyncStream<WSMessage> {
    let (stream, output) = AsyncStream<WSMessage>.makeStream()
    let session = PageSession(studio, output: output)
    Task { await session.run(client) }
    return stream
  }
}
