import AudioSession

/// What an app asks of the hardware; 0 is no wish.
struct HardwareWishes: Sendable {
  var sampleRate = 0.0
  var ioBufferDuration = 0.0
}

/// What the hardware runs at: the wish of whoever has the route, as far as the route can.
extension WorldState {
  /// Hands-free Bluetooth has its own rate; everything else takes what is wished within limits.
  ///
  /// Source: wide-band speech of the Hands-Free Profile 1.6 is 16 kHz; 48 kHz is what phones run
  /// at; the range is that of `setPreferredSampleRate`'s page, 8000 to 48 000 hertz.
  var hardwareSampleRate: Double {
    let route = phone.currentRoute
    if route.inputs.contains(.bluetoothHFP) || route.outputs.contains(.bluetoothHFP) {
      return 16_000
    }
    let wish = wishesOfOwner.sampleRate
    return wish == 0 ? 48_000 : min(max(wish, 8_000), 48_000)
  }

  /// Whole frames, 256 to 4096, 1024 without a wish.
  ///
  /// Source: `setPreferredIOBufferDuration`'s page for the limits, which are frames there as well;
  /// 1024 is our choice.
  var hardwareBufferDuration: Double {
    let rate = hardwareSampleRate
    let wish = wishesOfOwner.ioBufferDuration
    let frames = wish == 0 ? 1_024 : min(max((wish * rate).rounded(), 256), 4_096)
    return frames / rate
  }

  private var wishesOfOwner: HardwareWishes {
    switch phone.routeOwner {
    case .app(let app): residents[app.index].wishes
    case .call, .nobody: HardwareWishes()
    }
  }
}
