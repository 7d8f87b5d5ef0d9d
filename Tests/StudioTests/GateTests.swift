import Testing

@testable import Studio

struct GateTests { @Test func x() { #expect(RequestGate.isLocal("localhost:80")) } }
