/// Where an app's sound goes.
extension Explainer {
  mutating func route() -> String {
    let outputs = phone.outputs.map(\.name).sorted().joined(separator: ", ")
    let inputs = phone.inputs.map(\.name).sorted().joined(separator: ", ")
    owner()
    let routeOwner = phone.routeOwner
    if case .app(let app) = routeOwner, phone.state[app].overridesToSpeaker {
      because(
        0, "its output is overridden to the speaker until the route changes", .rule(12),
        Evidence(.archive, note: "Technical Q&A QA1754"))
    } else if device.ports.isEmpty {
      fact(0, "nothing is connected")
    } else {
      because(
        0, "of what is connected the newest that the session may use is taken", .rule(12),
        Evidence(.archive, note: "Audio Session Programming Guide, last in wins"))
      fact(1, "connected, the newest first: \(device.ports.map(\.name).joined(separator: ", "))")
    }
    let sound = outputs.isEmpty ? "sound goes nowhere" : "sound goes to \(outputs)"
    return inputs.isEmpty ? sound : "\(sound), and comes from \(inputs)"
  }

  private mutating func owner() {
    let ours = Evidence(.assumed, note: "Apple does not say whose session wins among several")
    switch phone.routeOwner {
    case .call: because(0, "a call of the Phone app decides about the route", .rule(12), ours)
    case .app(let owner):
      because(
        0, "the session of \(phone.name(of: owner)) decides about the route", .rule(12), ours)
      fact(1, "it is active with \(words(phone.state[owner].configuration))")
    case .nobody: fact(0, "no session is active, so that the phone's own route stands")
    }
  }
}
