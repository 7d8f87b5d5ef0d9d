private import CALSA
private import Glibc
public import Realtime
internal import RealtimeThreads
internal import TextFormats

/// The playback devices and sound cards that libasound knows about.
public enum ALSADevices {
  /// A playback device, which can be opened by its PCM name.
  public struct Device: Hashable, Sendable {
    /// The PCM name.
    public let name: String
    /// The human-readable description: one or more lines, possibly empty.
    public let description: String
  }

  /// A sound card of this machine.
  public struct Card: Hashable, Sendable {
    /// The card's number, as in `hw:0`.
    public let number: Int
    /// The card's short name, as in `hw:PCH`.
    public let identifier: String
    /// The card's long name.
    public let name: String
    /// The vendor and product IDs of a USB card, as in `054c:0ce6`; nil for other cards.
    public let usbIdentifier: String?

    /// The device and haptic channels of a controller's actuators; nil if the card is not known to
    /// be a controller.
    ///
    /// Source: Linux, sound/usb, for the identifiers and the name. On a DualSense and a DualSense
    /// Edge, channels 3 and 4 drive the actuators.
    public var actuators: (device: String, channels: [Int])? {
      let isNamed = name.contains("DualSense") || name.contains("Wireless Controller")
      let isKnown = usbIdentifier.map { ["054c:0ce6", "054c:0df2"].contains($0) }
      return isKnown ?? isNamed ? ("hw:\(identifier)", [3, 4]) : nil
    }
  }

  /// The result of opening a PCM.
  public enum Availability: Hashable, Sendable {
    /// The PCM opens.
    case opens
    /// The PCM is in use by another program.
    case isBusy
    /// The PCM cannot be opened. The value is libasound's message.
    case fails(String)
    /// Opening the PCM did not return in time.
    case doesNotAnswer
  }

  /// Opens the PCM called `name` briefly, to check whether it is available.
  ///
  /// - Parameters:
  ///   - name: a PCM name from libasound's configuration.
  ///   - milliseconds: how long to wait. Our choice: one second, because a running sound server answers immediately.
  /// - Returns: the result.
  /// - Thread: any; waits.        Realtime-safe: no.
  public static func availability(
    of name: String, waitingMilliseconds milliseconds: Int = 1_000
  ) -> Availability {
    do throws(MissingLibrary) { try alsaLibrary.require() } catch { return .fails("\(error)") }
    let probe = Probe()
    do throws(SystemError) {
      let ended = try EventFlag()
      try RealtimeThread.start(name: "haptic-probe") {
        let found = LibraryMessages.capture { open(name) }
        probe.answer.withLock { $0 = found }
        ended.raise()
      }
      _ = ended.wait(milliseconds: milliseconds)
    } catch {
      return .fails(error.description)
    }
    return probe.answer.withLock { $0 } ?? .doesNotAnswer
  }

  private final class Probe: Sendable {
    let answer = Guarded<Availability?>(nil)
  }

  private static func open(_ name: String) -> Availability {
    do throws(ALSAError) {
      let pcm = try PCM.open(name: name, definitions: nil)
      _ = try HardwareParameters.all(of: pcm, resampling: true).rates()
      return .opens
    } catch {
      if error.kind == .deviceBusy { return .isBusy }
      return .fails("\(error)\(LibraryMessages.inBrackets)")
    }
  }

  /// The playback PCMs that libasound's configuration lists, in the configuration's order.
  ///
  /// Other PCMs may exist: any name in libasound's configuration can be opened.
  ///
  /// - Throws: `OutputError` `.libraryMissing`, naming the package to install; `.systemFailure` if
  ///   libasound's configuration cannot be read, with the reason.
  /// - Thread: any; may take a while.        Realtime-safe: no.
  public static func list() throws(OutputError) -> [Device] {
    try alsaLibrary.require(for: "ALSA")
    return try LibraryMessages.capture { () throws(OutputError) in
      var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
      let code = unsafe alsa.snd_device_name_hint(-1, "pcm", &hints)
      guard code == 0, let hints = unsafe hints else {
        throw OutputError(
          .systemFailure, subject: "ALSA",
          detail: """
            its configuration could not be read: \(ALSAError(rawValue: code))\
            \(LibraryMessages.inBrackets)
            """)
      }
      defer { _ = unsafe alsa.snd_device_name_free_hint(hints) }
      var devices: [Device] = []
      var next = unsafe hints
      // SAFETY: the list ends in a null pointer.
      while let hint = unsafe next.pointee {
        unsafe next += 1
        // A PCM without a direction supports both directions.
        guard unsafe text("IOID", of: hint) ?? "Output" == "Output",
          let name = unsafe text("NAME", of: hint)
        else { continue }
        devices.append(
          Device(name: name, description: unsafe text("DESC", of: hint) ?? ""))
      }
      return devices
    }
  }

  /// The sound cards, lowest number first; empty if the machine does not have any.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public static func cards() -> [Card] {
    guard alsaLibrary.isThere else { return [] }
    return LibraryMessages.capture {
      var cards: [Card] = []
      var number: Int32 = -1
      while unsafe alsa.snd_card_next(&number) == 0, number >= 0 {
        var control: OpaquePointer?
        var information: OpaquePointer?
        guard unsafe alsa.snd_ctl_card_info_malloc(&information) == 0 else { break }
        defer { unsafe alsa.snd_ctl_card_info_free(information) }
        guard unsafe alsa.snd_ctl_open(&control, "hw:\(number)", 0) == 0 else { continue }
        defer { _ = unsafe alsa.snd_ctl_close(control) }
        guard unsafe alsa.snd_ctl_card_info(control, information) == 0 else { continue }
        cards.append(
          Card(
            number: Int(number),
            identifier: unsafe libraryText(alsa.snd_ctl_card_info_get_id(information)),
            name: unsafe libraryText(alsa.snd_ctl_card_info_get_longname(information)),
            usbIdentifier: line(ofFile: "/proc/asound/card\(number)/usbid")))
      }
      return cards
    }
  }

  /// The first line of a short file; nil if the file cannot be read or is empty.
  private static func line(ofFile path: String) -> String? {
    guard let bytes = try? TextFile.bytes(of: path, maximumBytes: 64), !bytes.isEmpty else {
      return nil
    }
    return String(decoding: bytes.prefix { $0 != 0 && $0 != 10 }, as: UTF8.self)
  }

  private static func text(_ key: String, of hint: UnsafeMutableRawPointer) -> String? {
    guard let value = unsafe alsa.snd_device_name_get_hint(hint, key) else { return nil }
    // SAFETY: libasound returns a C string allocated by malloc.
    defer { unsafe free(value) }
    return unsafe String(cString: value)
  }
}
