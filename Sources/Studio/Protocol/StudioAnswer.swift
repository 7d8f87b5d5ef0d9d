internal import HapticLint
internal import HapticPerception

/// A message from the server to the page.
///
/// A message without an `id` reports a change that the page has not requested, such as a change by another window.
struct StudioAnswer: Encodable, Sendable {
  /// The `id` of the request that is answered; nil for a change that was not requested.
  var id: Int?
  /// The reason why the request was refused.
  var refused: String?
  /// The revision of a file after the change that was requested.
  var revision: Int?
  /// The state of a file.
  var state: FileState?
  /// The judgment of a file.
  var judgment: Judgment?
  /// The sound of a file.
  var sound: SoundState?
  /// A file in another format.
  var export: ExportedFile?
  /// The formats in which a file can be exported.
  var formats: [FormatRow]?
  /// The controls of parameters and curves.
  var controls: [ControlRow]?
  /// The parameters of events.
  var parameters: [ParameterRow]?
  /// The methods and settings that make patterns from sounds.
  var listening: ListeningRow?
  /// The names of the profiles, and the file to open first.
  var profiles: [String]?
  var file: String?
  /// Sentences about the live phones that were saved now, because an earlier studio was killed.
  var saved: [String]?
  /// The files of the folder.
  var files: [FileRow]?
  /// The text of a pattern file with copied entries.
  var pattern: String?
  /// How the folder was shown last.
  var layout: StudioLayout?
  /// The sound of a loop.
  var loop: LoopSound?
  /// The answer to a question about versions.
  var comparison: ComparisonAnswer?
  /// The answer to a request of the library.
  var library: LibraryAnswer?
  /// The selected entries as a notation.
  var notation: SelectionNotation?
  /// The times at which the motors of a game controller change, each with the strengths of the strong and the weak one.
  var rumble: [[Double]]?
  /// A file that has got another name.
  var renamed: RenamedFile?
  /// Whether the requested file is not a valid pattern, so that its text is shown.
  var isText: Bool?
  /// A file that was a pattern and is not one anymore.
  var textOnly: String?
  /// A scenario or a live phone.
  var phone: PhoneAnswer?
  /// The devices of this machine on which patterns can be played.
  var devices: [DeviceRow]?
  /// The playback on a device.
  var device: DeviceNews?
}

/// A file that has got another name.
struct RenamedFile: Encodable, Hashable, Sendable {
  var file: String
  /// The new name.
  var to: String
}

/// A file in the list.
struct FileRow: Encodable, Hashable, Sendable {
  /// The name, relative to the opened folder.
  var name: String
  var kind: FileKind
}

/// The new state of a pattern file, given as the difference from the state that the receiving page already has.
struct FileState: Encodable, Sendable {
  var file: String
  var revision: Int
  /// The changed entries.
  var entries: RowSplice
  /// The length of the pattern, in seconds.
  var seconds: Double
  /// The change that would be undone; nil if none is left.
  var undo: String?
  /// The change that would be made again; nil if none is left.
  var redo: String?
  /// The name of the profile.
  var profile: String
  /// Why the file on the disk differs from the state; nil if the two are equal.
  var problem: String?
  /// What the last change could not do, and its side effects, one sentence each.
  var notes: [String]
}

/// The judgment of a file, which takes longer than its state.
struct Judgment: Encodable, Sendable {
  var file: String
  var revision: Int
  /// The findings of lint.
  var lint: [LintReport.Entry]
  /// A sentence that describes the pattern.
  var description: String
  /// The sensations in order of time, in words.
  var captions: [PatternDescription.Line]
}

/// The sound of a file, as blocks that are addressed by their content.
struct SoundState: Codable, Hashable, Sendable {
  var file: String
  var revision: Int
  /// Frames per second.
  var rate: Double
  /// The number of frames of the whole sound.
  var frames: Int
  /// The number of frames in each block except the last.
  var blockFrames: Int
  /// The address of each block, in hexadecimal digits.
  var blocks: [String]
  /// The address of the course; empty if nothing could be rendered.
  var course: String
  /// The address of the combined curves, whose tiles are at `sound/ADDRESS/LEVEL/INDEX`; empty if nothing could be
  /// rendered.
  var curves: String
  /// The sound files of the pattern.
  var waves: [WaveRow]
  /// The parts of the sound that are missing, with the reasons.
  var problems: [String]
}

/// A sound file that a pattern plays.
struct WaveRow: Codable, Hashable, Sendable {
  /// The path, as events name it.
  var path: String
  /// The addresses of the samples and of the frequencies, whose tiles are at `sound/ADDRESS/LEVEL/INDEX`.
  var wave: String
  var spectrum: String
  /// The address of the onsets: times in seconds, at `sound/ADDRESS/0/0`.
  var onsets: String
  /// The length in seconds.
  var seconds: Double
}

/// The sound of a loop, which repeats itself from the last frame on.
///
/// The frames after the end of the first pass contain what is still ringing from the passes before. A player that has
/// played all frames continues `passFrames` before their end, and plays what the engine would play.
struct LoopSound: Codable, Hashable, Sendable {
  /// The revision of the file.
  var revision: Int
  /// The start of the loop in frames of the pattern.
  var firstFrame: Int
  /// The number of frames of each pass.
  var passFrames: Int
  /// The number of all frames.
  var frames: Int
  /// The number of frames in each block except the last.
  var blockFrames: Int
  /// The address of each block.
  var blocks: [String]
}

/// A format in which patterns can be exported.
struct FormatRow: Encodable, Hashable, Sendable {
  /// The name, as for `haptic convert --to`.
  var name: String
  /// A description in a few words.
  var summary: String
}

/// A pattern in another format.
struct ExportedFile: Encodable, Hashable, Sendable {
  /// The name of the file.
  var name: String
  /// The content, in Base64.
  var content: String
  /// The losses, a line for each kind.
  var losses: [String]
  /// Reasons why a device may play the file differently.
  var notes: [String]
}
