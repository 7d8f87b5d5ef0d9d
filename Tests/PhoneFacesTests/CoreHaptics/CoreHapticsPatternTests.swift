import PhoneCoreHaptics
import Testing

/// Patterns with Apple's names: their representations and their errors.
@Suite struct CoreHapticsPatternTests {
  @Test func `a dictionary with Apple's keys and types becomes a pattern`() throws {
    let dictionary: [CHHapticPattern.Key: Any] = [
      .pattern: [
        [
          CHHapticPattern.Key.event: [
            CHHapticPattern.Key.eventType: CHHapticEvent.EventType.hapticContinuous,
            .time: CHHapticTimeImmediate, .eventDuration: 1.5,
          ] as [CHHapticPattern.Key: Any]
        ]
      ]
    ]
    #expect(try CHHapticPattern(dictionary: dictionary).duration == 1.5)
  }

  @Test func `a dictionary from JSON casts to Apple's keys`() throws {
    let json = #"{"Pattern":[{"Event":{"EventType":"HapticTransient","Time":0.25}}]}"#
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let dictionary = try #require(object as? [CHHapticPattern.Key: Any])
    #expect(try CHHapticPattern(dictionary: dictionary).duration == 0.25)
  }

  @Test func `the leaves of an exported dictionary cast to Swift's and Apple's types`() throws {
    let sharpness = CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.1)
    let pattern = try CHHapticPattern(
      events: [
        CHHapticEvent(eventType: .hapticTransient, parameters: [sharpness], relativeTime: 0.3)
      ], parameters: [])
    let dictionary = try pattern.exportDictionary()
    let entries = try #require(dictionary[.pattern] as? [[CHHapticPattern.Key: Any]])
    let event = try #require(entries.first?[.event] as? [CHHapticPattern.Key: Any])
    #expect(event[.eventType] as? String == "HapticTransient")
    #expect(event[.eventType] as? CHHapticEvent.EventType == .hapticTransient)
    #expect(event[.time] as? Double == 0.3)
    #expect(event[.eventDuration] as? Double == 0)
    let parameters = try #require(event[.eventParameters] as? [[CHHapticPattern.Key: Any]])
    #expect(parameters.first?[.parameterValue] as? Float == 0.1)
  }

  @Test func `every problem of objects is listed`() {
    let events = [
      CHHapticEvent(eventType: .init(rawValue: "Tap"), parameters: [], relativeTime: 0),
      CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: -1),
    ]
    #expect { try CHHapticPattern(events: events, parameters: []) } throws: { error in
      let error = error as? CHHapticError
      return error?.code == .invalidEventType
        && error?.localizedDescription.contains("events[0]") == true
        && error?.localizedDescription.contains("events[1]") == true
    }
  }

  @Test func `every problem of a file is listed with its line and column`() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).ahap")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(
      """
      {"Pattern": [
        {"Event": {"EventType": "HapticTransient", "Time": -1}},
        {"Event": {"EventType": "Tap", "Time": 0}}
      ]}
      """.utf8
    ).write(to: file)
    #expect { try CHHapticPattern(contentsOf: file) } throws: { error in
      let text = error.localizedDescription
      return text.contains(":2:") && text.contains(":3:")
    }
  }

  private func fail() throws {
    _ = try CHHapticPattern(contentsOf: URL(fileURLWithPath: "/nowhere/Tap.ahap"))
  }

  /// The forms in which apps catch errors.
  @Test func `errors are caught in every form`() {
    var caught: [String] = []
    do { try fail() } catch let error as NSError { caught.append("NSError \(error.code)") }
    do { try fail() } catch let error as CHHapticError { caught.append("\(error.code)") } catch {}
    do { try fail() } catch CHHapticError.fileNotFound { caught.append("static") } catch {}
    do { try fail() } catch let error as CHHapticError where error.code == .fileNotFound {
      caught.append("where")
    } catch {}
    do { try fail() } catch is CHHapticError { caught.append("is") } catch {}
    do { try fail() } catch { caught.append("domain \((error as NSError).domain)") }
    do { try fail() } catch {
      if let error = error as? CHHapticError { caught.append("as? \(error.errorCode)") }
    }
    do { try fail() } catch {
      if case CHHapticError.fileNotFound = error { caught.append("if case") }
    }
    do { try fail() } catch {
      switch error {
      case CHHapticError.engineNotRunning: break
      case CHHapticError.fileNotFound: caught.append("switch")
      default: break
      }
    }
    do { try fail() } catch {
      switch (error as NSError).code {
      case CHHapticError.Code.fileNotFound.rawValue: caught.append("raw value")
      default: break
      }
    }
    if case .failure(CHHapticError.fileNotFound) = Result(catching: fail) {
      caught.append("result")
    }
    let made = NSError(domain: CoreHapticsErrorDomain, code: -4851)
    do { throw made } catch CHHapticError.fileNotFound { caught.append("NSError made") } catch {}
    #expect(
      caught == [
        "NSError -4851", "fileNotFound", "static", "where", "is", "domain com.apple.CoreHaptics",
        "as? -4851", "if case", "switch", "raw value", "result", "NSError made",
      ])
  }
}
