extension HapticPattern {
  /// The pattern with the intensity of every haptic event multiplied by `factor`.
  ///
  /// An event without intensity has the default one, and one out of range that to which it is
  /// clamped; so is the product.
  ///
  /// - Parameter factor: 0 or more; 1 changes nothing that is heard.
  /// - Returns: the pattern, with everything else as it is.
  public func scalingIntensity(by factor: Double) -> HapticPattern {
    let id = EventParameter.ID.hapticIntensity
    let entries = entries.map { entry in
      guard case .event(var event) = entry, event.type.isHaptic else { return entry }
      let value = id.range.clamp(id.range.clamp(event.value(of: id) ?? id.defaultValue) * factor)
      event.parameters.removeAll { $0.id == id }
      event.parameters.insert(EventParameter(id, value), at: 0)
      return .event(event)
    }
    return HapticPattern(checkedEntries: entries, metadata: metadata)
  }
}
