/// A value that code under test passes and that does not have to be sendable, as in Apple's interfaces.
///
/// Use one for each value, not one for a tuple: if a closure takes an object out of a generic tuple that also contains
/// a closure, Swift 6.3.1 releases the object once too often.
package struct Unchecked<Value>: @unchecked Sendable {
  // SAFETY (unchecked Sendable): the app is responsible, as on Apple's platforms.

  package let value: Value

  package init(_ value: Value) { self.value = value }
}
