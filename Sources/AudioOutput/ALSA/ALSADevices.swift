private import CALSA

/// What libasound knows to play to.
public enum ALSADevices {
  /// A name that can be opened for playback.
  public struct Device: Hashable, Sendable {
    /// What to give as PCM name.
    public let name: String
    /// What a person reads; one or more lines, maybe empty.
    public let description: String
  }

  /// A sound card of this machine.
  public struct Card: Hashable, Sendable {
    /// Its number, as in `hw:0`.
    public let number: Int
    /// Its short name, as in `hw:PCH`.
    public let identifier: String
    /// Its long name.
    public let name: String
  }

  /// The PCMs for playback that libasound's configuration announces, in its order.
  ///
  /// There may be others: any name of libasound's configuration can be opened.
  ///
  /// - Thread: any; may take a while.        Realtime-safe: no.
  public static func list() -> [Device] {
    LibraryMessages.capture {
      var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
      guard unsafe snd_device_name_hint(-1, "pcm", &hints) == 0, let hints = unsafe hints else {
        return []
      }
      defer { unsafe snd_device_name_free_hint(hints) }
      var devices: [Device] = []
      var next = unsafe hints
      // SAFETY: the list ends in a null pointer.
      while let hint = unsafe next.pointee {
        unsafe next += 1
        // Without a direction, both are meant.
        guard unsafe text("IOID", of: hint) ?? "Output" == "Output",
          let name = unsafe text("NAME", of: hint)
        else { continue }
        devices.append(
          Device(name: name, description: unsafe text("DESC", of: hint) ?? ""))
      }
      return devices
    }
  }

  /// The sound cards, lowest number first; empty where there are none.
  ///
  /// - Thread: any.        Realtime-safe: no.
  public static func cards() -> [Card] {
    LibraryMessages.capture {
      var cards: [Card] = []
      var number: Int32 = -1
      while unsafe snd_card_next(&number) == 0, number >= 0 {
        var control: OpaquePointer?
        var information: OpaquePointer?
        guard unsafe snd_ctl_card_info_malloc(&information) == 0 else { break }
        defer { unsafe snd_ctl_card_info_free(information) }
        guard unsafe snd_ctl_open(&control, "hw:\(number)", 0) == 0 else { continue }
        defer { unsafe snd_ctl_close(control) }
        guard unsafe snd_ctl_card_info(control, information) == 0 else { continue }
        cards.append(
          Card(
            number: Int(number),
            identifier: unsafe String(cString: snd_ctl_card_info_get_id(information)),
            name: unsafe String(cString: snd_ctl_card_info_get_longname(information))))
      }
      return cards
    }
  }

  private static func text(_ key: String, of hint: UnsafeMutableRawPointer) -> String? {
    guard let value = unsafe snd_device_name_get_hint(hint, key) else { return nil }
    // SAFETY: libasound hands over a C string of malloc.
    defer { unsafe free(value) }
    return unsafe String(cString: value)
  }
}
