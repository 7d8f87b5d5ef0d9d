/// A value that code under test passes and that does not have to be sendable, as in Apple's interfaces.
package struct Unchecked<Value>: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the app is responsible, as on Apple's platforms.

  package let value: Value

  package init(_ value: Value) { self.value = value }
}
