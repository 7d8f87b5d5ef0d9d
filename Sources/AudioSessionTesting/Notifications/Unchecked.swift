/// A value that code under test passes and that does not have to be sendable, as in Apple's interfaces.
///
/// The value is used on the delivering thread.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
