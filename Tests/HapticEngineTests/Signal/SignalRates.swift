/// The sample rates, in hertz, at which the signal is tested: the lowest, the two most common, and the highest.
let signalRates: [Double] = [8_000, 44_100, 48_000, 192_000]
