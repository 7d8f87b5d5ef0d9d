internal import HapticEngine
package import TextFormats

/// Words that people who know Swift's frameworks, or other tools, write in scenarios.
///
/// Our choice: what was written by people who tried.
extension ScenarioReader {
  package static let meanings =
    setupMeanings + appMeanings + actorMeanings
    + expectationMeanings + HapticPreset.meanings

  private static let setupMeanings: [WordMeaning] = [
    WordMeaning(["name", "title", "description", "story", "test"], .init("scenario")),
    WordMeaning(["version", "osversion", "release"], .init("os")),
    WordMeaning(["script", "events", "actions", "timeline", "then"], .init("steps")),
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
    WordMeaning(["earpods", "wired", "jack"], .init("headphones")),
    WordMeaning(["carplay", "car"], .init("carAudio")),
    WordMeaning(["receiver", "earpiece"], .init("builtInReceiver")),
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
    WordMeaning(["media"], .init("playback")),
    WordMeaning(["mix", "mixable"], .init("mixWithOthers")),
    WordMeaning(["ducking"], .init("duckOthers")),
    WordMeaning(
      ["voice", "voip"], .init("voiceChat", "a call"), .init("voicePrompt", "a short prompt")),
    WordMeaning(["active", "running", "inactive"], .init("foreground"), amid: "suspended"),
    WordMeaning(["notrunning", "killed"], .init("terminated")),
    WordMeaning(["avplayer", "avqueueplayer"], .init("system", "pauses when unplugged")),
    WordMeaning(["avplayerviewcontroller"], .init("video")),
    WordMeaning(["avaudioplayer", "audioplayer", "chhapticengine"], .init("own")),
    WordMeaning(["authorized", "allowed", "true"], .init("granted")),
    WordMeaning(["notdetermined", "unknown"], .init("undetermined")),
    WordMeaning(["good", "correct", "auto"], .init("guidelines")),
  ]

  private static func preference(_ written: String, _ name: String) -> WordMeaning {
    WordMeaning([written.lowercased()], .init("prefers", as: "prefers: { \(name): true }"))
  }

  private static let actorMeanings: [WordMeaning] = [
    WordMeaning(["setactive(true)"], .init("activate"), amid: "deactivate"),
    WordMeaning(["setactive(false)"], .init("deactivate")),
    WordMeaning(["setactive"], .init("activate"), .init("deactivate")),
    WordMeaning(["resume", "start", "unpause"], .init("play")),
    WordMeaning(["kill", "quit", "exit", "close", "crash"], .init("terminate")),
    WordMeaning(
      ["impactoccurred", "impact"], .init("feedback", as: "{ feedback: impact.medium }")),
    WordMeaning(
      ["notificationoccurred"], .init("feedback", as: "{ feedback: notification.success }")),
    WordMeaning(["selectionchanged"], .init("feedback", as: "{ feedback: selection }")),
    WordMeaning(["seek"], .init("playFrom", as: "{ playFrom: 30 }")),
    WordMeaning(
      ["end", "stop", "endcall"], .init("hangUp", "by the user"),
      .init("remoteHangUp", "by the other side")),
    WordMeaning(["accept", "pickup"], .init("answer"), amid: "decline"),
    WordMeaning(["reject", "ignore"], .init("decline")),
    WordMeaning(["incomingcall", "incoming"], .init("ring")),
    WordMeaning(["outgoingcall", "dial"], .init("call")),
    WordMeaning(
      ["unplug", "unplugheadphones"], .init("disconnect", as: "{ disconnect: headphones }")),
    WordMeaning(
      ["plug", "plugin", "plugheadphones"], .init("connect", as: "{ connect: headphones }")),
    WordMeaning(["ring", "start"], .init("fire")),
    WordMeaning(["stop", "end"], .init("dismiss"), amid: "fire"),
    WordMeaning(["start", "activate", "invoke"], .init("begin")),
    WordMeaning(["stop", "dismiss", "finish"], .init("end"), amid: "begin"),
    WordMeaning(["reset"], .init("crash")),
    WordMeaning(["post", "send", "push"], .init("deliver")),
    WordMeaning(["wait", "sleep", "delay"], .init("time", as: "time: { pass: 5 }")),
    WordMeaning(["assert", "check", "verify"], .init("expect")),
    WordMeaning(["call", "callkit", "facetime"], .init("phone")),
    WordMeaning(
      ["system", "user", "ios", "iphone"], .init("phone", "calls"),
      .init("device", "the lock, the switch, what is connected")),
    WordMeaning(
      ["headphones", "headset", "airpods", "bluetooth"],
      .init("device", as: "device: { connect: headphones }")),
    WordMeaning(["media", "mediaserverd"], .init("mediaServices")),
  ]

  private static let expectationMeanings: [WordMeaning] = [
    WordMeaning(["volume", "level"], .init("gain")),
    WordMeaning(["silent", "muted", "mute"], .init("audible", as: "audible: false")),
    WordMeaning(
      ["interruptionnotification"], .init("interruption began default"),
      .init("interruption ended shouldResume")),
    WordMeaning(
      ["routechangenotification"], .init("routeChange oldDeviceUnavailable", "unplugged"),
      .init("routeChange newDeviceAvailable", "plugged in")),
    WordMeaning(["mediaserviceswereresetnotification"], .init("mediaServices reset")),
    WordMeaning(["mediaserviceswerelostnotification"], .init("mediaServices lost")),
    WordMeaning(["silencesecondaryaudiohintnotification"], .init("hint begin"), .init("hint end")),
  ]
}
