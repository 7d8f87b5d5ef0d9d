/// Something that code under test hands over without a promise that threads may share it, as Apple's
/// interfaces ask for none: it is called on the thread that delivers.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
