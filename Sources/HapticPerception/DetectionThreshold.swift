private import Glibc

/// The weakest vibration that can be perceived, depending on its frequency.
///
/// Source: Android Open Source Project, `com.android.server.vibrator.BasicToPwleSegmentAdapter`, the
/// table of detection thresholds in decibels re 1 g of peak acceleration, 0.4 to 400 Hz. In
/// terms of displacement, it is the published curve of the Pacinian channel, which falls by about 12 dB an octave
/// to its minimum between 250 and 300 Hz (Verrillo 1963; Bolanowski and others 1988).
///
/// - Thread: any.        Realtime-safe: no.
public enum DetectionThreshold {
  /// The threshold at `hertz`, in decibels re 1 g of peak acceleration.
  ///
  /// The threshold is interpolated linearly, in decibels over the logarithm of the frequency, between the points of the
  /// table. Below the table, it is the threshold of the lowest frequency. Above the table, the last slope continues at
  /// 17 dB an octave (our choice: the Pacinian channel ends there, and no profile for skin has higher frequencies).
  /// - Parameter hertz: the frequency, more than 0.
  /// - Returns: the threshold; infinite for an invalid frequency.
  public static func decibels(atHertz hertz: Double) -> Double {
    guard hertz > 0, hertz.isFinite else { return .infinity }
    guard hertz > table[0].hertz else { return table[0].decibels }
    let above = table.firstIndex { $0.hertz >= hertz } ?? table.count - 1
    let (low, high) = (table[above - 1], table[above])
    let part = log(hertz / low.hertz) / log(high.hertz / low.hertz)
    return low.decibels + (high.decibels - low.decibels) * part
  }

  private static let table: [(hertz: Double, decibels: Double)] = [
    (0.4, -97.81), (2, -69.86), (3, -62.81), (4, -58.81), (5, -56.69), (6, -54.77), (7.2, -52.85),
    (8, -51.77), (8.64, -50.84), (10, -48.90), (10.37, -48.52), (12.44, -46.50), (14.93, -44.43),
    (15, -44.35), (17.92, -41.96), (20, -40.36), (21.5, -39.60), (25, -37.48), (25.8, -36.93),
    (30, -34.31), (35, -33.13), (40, -32.81), (50, -31.94), (60, -31.77), (70, -31.59),
    (72, -31.55), (80, -31.77), (86.4, -31.94), (90, -31.73), (100, -31.90), (103.68, -31.77),
    (124.42, -31.70), (149.3, -31.38), (150, -31.35), (179.16, -31.02), (200, -30.86),
    (215, -30.35), (250, -28.98), (258, -28.68), (300, -26.81), (400, -19.81),
  ]
}

/// The differences that can just be perceived (difference limens).
public enum DifferenceLimen {
  /// The smallest noticeable difference between two strengths, in decibels.
  ///
  /// Source: Israr, Tan and Reed 2006 (DOI 10.1109/HAPTIC.2006.1627110), 2.2 to 2.5 dB at 20 to 35 dB above
  /// the threshold on the tip of the index finger. The value is the middle of that range. The limen is larger close to
  /// the threshold.
  public static let decibels = 2.35

  /// The smallest noticeable ratio of two frequencies.
  ///
  /// Source: the same paper, a Weber fraction of 0.18 to 0.25 from 2 to 200 Hz. The smallest value is used, so that
  /// differences that some people can perceive are never reported as equal.
  public static let frequencyRatio = 1.18

  /// The shortest time, in seconds, between the starts of two taps at which people perceive two taps and not one.
  ///
  /// Our choice: a value between the few milliseconds at which two clicks stop fusing into one, and the 20 ms from
  /// which their order is perceived (Hirsh and Sherrick 1961). A phone's tap itself lasts about as long (10 to 20 ms;
  /// source: Android, "Haptics: actuators").
  public static let onsetSeconds = 0.010

  /// Returns the number of limens between `hertz` and `other`.
  public static func limens(betweenHertz hertz: Double, and other: Double) -> Double {
    guard hertz > 0, other > 0 else { return hertz == other ? 0 : .infinity }
    return abs(log(hertz / other)) / log(frequencyRatio)
  }
}
