/// A value that code under test passes without requiring it to be sendable, as in Apple's interfaces.
///
/// It is used on the delivering thread.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
