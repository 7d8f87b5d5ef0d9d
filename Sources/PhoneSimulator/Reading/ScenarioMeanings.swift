internal import HapticEngine
package import TextFormats

/// Words that people write in scenarios because they know them from Apple's frameworks or other tools, and the words
/// to suggest instead.
///
/// Our choice: words that people wrote when they tried the language.
extension ScenarioReader {
  package static let meanings =
    setupMeanings + appMeanings + actorMeanings
    + expectationMeanings + HapticPreset.meanings

  private static let setupMeanings: [WordMeaning] = [
    WordMeaning(["name", "title", "description", "story", "test"], "scenario"),
    WordMeaning(["version", "osversion", "release"], "os"),
    WordMeaning(["script", "events", "actions", "timeline", "then"], "steps"),
    WordMeaning(
      ["silentswitch", "ringerswitch", "ringswitch", "muteswitch", "ringer", "mute", "silent"],
      .init("silentMode", as: "silentMode: true")),
    WordMeaning(
      ["bluetooth"], .init("bluetoothA2DP", "stereo, for listening"),
      .init("bluetoothHFP", "hands-free, for calls")),
    WordMeaning(
      ["bluetooth"], .init("allowBluetoothA2DP", "stereo, for listening"),
      .init("allowBluetoothHFP", "hands-free, for calls")),
    WordMeaning(
      ["airpods", "beats"], .init("bluetoothA2DP", "stereo, for listening"),
      .init("bluetoothHFP", "hands-free, for calls")),
    WordMeaning(["earpods", "wired", "jack"], "headphones"),
    WordMeaning(["carplay", "car"], "carAudio"),
    WordMeaning(["receiver", "earpiece"], "builtInReceiver"),
  ]

  private static let appMeanings: [WordMeaning] = [
    WordMeaning(
      ["backgroundmodes", "uibackgroundmodes", "backgroundmode"],
      .init("backgroundAudio", as: "backgroundAudio: true")),
    WordMeaning(
      ["background"], .init("backgroundAudio", as: "backgroundAudio: true"),
      .init("state", as: "state: background"), amid: "behavior"),
    WordMeaning(["categoryoptions"], .init("options", as: "options: [mixWithOthers]")),
    WordMeaning(
      ["microphone", "permission", "microphonepermission"],
      .init("recordPermission", as: "recordPermission: granted")),
    WordMeaning(
      ["playshapticsonly", "hapticsonly"], .init("hapticEngine", as: "hapticEngine: hapticsOnly")),
    preference(
      "allowHapticsAndSystemSoundsDuringRecording", "hapticsAndSystemSoundsDuringRecording"),
    preference("prefersNoInterruptionsFromSystemAlerts", "noInterruptionsFromSystemAlerts"),
    preference("prefersInterruptionOnRouteDisconnect", "interruptionOnRouteDisconnect"),
    WordMeaning(["media"], "playback"),
    WordMeaning(["mix", "mixable"], "mixWithOthers"),
    WordMeaning(["ducking"], "duckOthers"),
    WordMeaning(
      ["voice", "voip"], .init("voiceChat", "a call"), .init("voicePrompt", "a short prompt")),
    WordMeaning(["active", "running", "inactive"], "foreground", amid: "suspended"),
    WordMeaning(["notrunning", "killed"], "terminated"),
    WordMeaning(["avplayer", "avqueueplayer"], .init("system", "pauses when unplugged")),
    WordMeaning(["avplayerviewcontroller"], "video"),
    WordMeaning(["avaudioplayer", "audioplayer", "chhapticengine"], "own"),
    WordMeaning(["authorized", "allowed", "true"], "granted"),
    WordMeaning(["notdetermined", "unknown"], "undetermined"),
    WordMeaning(["good", "correct", "auto"], "guidelines"),
  ]

  private static func preference(_ written: String, _ name: String) -> WordMeaning {
    WordMeaning([written.lowercased()], .init("prefers", as: "prefers: { \(name): true }"))
  }

  private static let actorMeanings: [WordMeaning] = [
    WordMeaning(["setactive(true)"], "activate", amid: "deactivate"),
    WordMeaning(["setactive(false)"], "deactivate"),
    WordMeaning(["setactive"], "activate", "deactivate"),
    WordMeaning(["resume", "start", "unpause"], "play"),
    WordMeaning(["kill", "quit", "exit", "close", "crash"], "terminate"),
    WordMeaning(
      ["impactoccurred", "impact"], .init("feedback", as: "{ feedback: impact.medium }")),
    WordMeaning(
      ["notificationoccurred"], .init("feedback", as: "{ feedback: notification.success }")),
    WordMeaning(["selectionchanged"], .init("feedback", as: "{ feedback: selection }")),
    WordMeaning(["seek"], .init("playFrom", as: "{ playFrom: 30 }")),
    WordMeaning(
      ["end", "stop", "endcall"], .init("hangUp", "by the user"),
      .init("remoteHangUp", "by the other side")),
    WordMeaning(["accept", "pickup"], "answer", amid: "decline"),
    WordMeaning(["reject", "ignore"], "decline"),
    WordMeaning(["incomingcall", "incoming"], "ring"),
    WordMeaning(["outgoingcall", "dial"], "call"),
    WordMeaning(
      ["unplug", "unplugheadphones"], .init("disconnect", as: "{ disconnect: headphones }")),
    WordMeaning(
      ["plug", "plugin", "plugheadphones"], .init("connect", as: "{ connect: headphones }")),
    WordMeaning(["ring", "start"], "fire"),
    WordMeaning(["stop", "end"], "dismiss", amid: "fire"),
    WordMeaning(["start", "activate", "invoke"], "begin"),
    WordMeaning(["stop", "dismiss", "finish"], "end", amid: "begin"),
    WordMeaning(["reset"], "crash"),
    WordMeaning(["post", "send", "push"], "deliver"),
    WordMeaning(["wait", "sleep", "delay"], .init("time", as: "time: { pass: 5 }")),
    WordMeaning(["assert", "check", "verify"], "expect"),
    WordMeaning(["call", "callkit", "facetime"], "phone"),
    WordMeaning(
      ["system", "user", "ios", "iphone"], .init("phone", "calls"),
      .init("device", "the lock, the switch, connected devices")),
    WordMeaning(
      ["headphones", "headset", "airpods", "bluetooth"],
      .init("device", as: "device: { connect: headphones }")),
    WordMeaning(["media", "mediaserverd"], "mediaServices"),
  ]

  private static let expectationMeanings: [WordMeaning] = [
    WordMeaning(["volume", "level"], "gain"),
    WordMeaning(["silent", "muted", "mute"], .init("audible", as: "audible: false")),
    WordMeaning(
      ["interruptionnotification"], "interruption began default",
      "interruption ended shouldResume"),
    WordMeaning(
      ["routechangenotification"], .init("routeChange oldDeviceUnavailable", "unplugged"),
      .init("routeChange newDeviceAvailable", "plugged in")),
    WordMeaning(["mediaserviceswereresetnotification"], "mediaServices reset"),
    WordMeaning(["mediaserviceswerelostnotification"], "mediaServices lost"),
    WordMeaning(["silencesecondaryaudiohintnotification"], "hint begin", "hint end"),
  ]
}
