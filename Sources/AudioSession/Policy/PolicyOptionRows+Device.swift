// The options about the device, and the options that are numbers.
extension PolicyOption {
  // Questions about routes, volumes, the switch and haptics.
  static let ofDevice: [PolicyOption] = [
    PolicyOption(
      "switchAffectsHeadphones", \.switchAffectsHeadphones, .silentSwitch,
      Evidence(
        .log("github.com/audiolabs/trackswitch.js/issues/13: heard in headphones"),
        .log("github.com/n0an/VivaDicta/pull/115")),
      "Does the ring/silent switch silence ambient sessions in headphones?"),
    PolicyOption(
      "preferredInputReset", \.preferredInputReset, .routes, Evidence(.ours()),
      "What happens to the preferred input when its port disappears?"),
    PolicyOption(
      "builtInMicBesideHFP", \.builtInMicBesideHFP, .routes,
      Evidence(
        .page("CategoryOptions.allowBluetooth: both input and output end up on the device"),
        .log(
          "github.com/AudioKit/AudioKit/issues/1970: the output leaves the device together with the input"
        ),
        .log(
          "github.com/GetStream/stream-video-js/pull/2312: the output leaves the device together with the input"
        ),
        against: .types(
          "CategoryOptions.allowBluetoothHFP: input \"while playing through the "
            + "category-appropriate output\""),
        .log("stackoverflow.com/questions/31993722: the output stays on the device")),
      "Where does output go if a hands-free device is connected but its microphone is not the input?"
    ),
    PolicyOption(
      "unplugInBackground", \.unplugInBackground, .routes,
      Evidence(
        .page("Responding to audio route changes: oldDeviceUnavailable"),
        against: .log("github.com/wakmusic/wakmusic-iOS/issues/248: categoryChange while playing")),
      "Which reason does an app that plays in the background receive when its output is unplugged?"),
    PolicyOption(
      "bluetoothSwitch", \.bluetoothSwitch, .routes,
      Evidence(
        .ours("one route change is the simplest"),
        against: .log(
          "github.com/VocaHQ/vocamac/pull/197: the switch takes more than 250 ms on a Mac"),
        .log("github.com/getdictus/dictus-ios/issues/353: three route changes")),
      "How does a Bluetooth device switch from stereo to hands-free?"),
    PolicyOption(
      "overrideWithNewOptions", \.overrideWithNewOptions, .routes,
      Evidence(
        .answer("QA1754: temporary; any route change or interruption ends it"),
        .log("github.com/flutter-webrtc/flutter-webrtc/pull/1995: reset by a categoryChange"),
        against: .ours("the ports may stay the same")),
      "Does the override to the speaker survive new options or a new mode?"),
    PolicyOption(
      "pictureInPictureWhenLocked", \.pictureInPictureWhenLocked, .pictureInPicture,
      Evidence(
        .log("github.com/PoomSmart/YouPiP/issues/13: playback stops, as in Safari"),
        against: .ours("no page by Apple says that locking the phone pauses the video")),
      "How does locking the phone affect a video in picture in picture?"),
    PolicyOption(
      "voiceOverDucks", \.voiceOverDucks, .ducking,
      Evidence(
        .log("applevis.com, VoiceOver, Audio Ducking, and Airplay: on by default"),
        .log("theideaplace.net/?p=749: the choices are never, while speaking, always (iOS 18)")),
      "When does VoiceOver lower other audio?"),
    PolicyOption(
      "hapticEngineTakesButtons", \.hapticEngineTakesButtons, .volumes,
      Evidence(
        .page("guidelines of iOS 10 to 13: the ringer volume while no audio plays"),
        against: .log(
          "github.com/Renegades-Studio/react-native-tickle/pull/4: an idle engine takes the volume buttons"
        )),
      "Do the volume buttons control media while the foreground app's haptic engine is running?"),
    PolicyOption(
      "overrideWithSameCategory", \.overrideWithSameCategory, .routes,
      Evidence(
        .ours("setting the current category again does not change anything"),
        against: .log(
          "github.com/GetStream/stream-video-js/issues/2219: setCategory ends the override")),
      "Does the override to the speaker survive setting the current category again?"),
    PolicyOption(
      "shortFormUnmutes", \.shortFormUnmutes, .modes,
      Evidence(
        .types(
          "AVAudioSessionModeShortFormVideo: may \"automatically unmute\", and both notifications are posted"
        ),
        against: .ours("the word \"may\" does not promise this")),
      "Does raising the volume unmute an app in mode shortFormVideo?"),
    PolicyOption(
      "engineStopsOn", \.engineStopsOn, .routes,
      Evidence(
        .log(
          "github.com/melihhakanpektas/flutter_midi_pro/pull/55: Bluetooth connects or disconnects"),
        .log(
          "github.com/llfbandit/record/pull/621: a headset connects or disconnects; \"Not yet device-tested\""
        ),
        .log("github.com/AudioKit/AudioKit/issues/575"),
        against: .page("AVAudioEngineConfigurationChange: channel count or sample rate")),
      "Does every change of its route stop an AVAudioEngine, or only a new hardware format?"
    ),
    PolicyOption(
      "mixingTakesButton", \.mixingTakesButton, .nowPlaying,
      Evidence(
        .ours("a session that mixes is not a Now Playing session"),
        against: .log(
          "github.com/getdictus/dictus-ios/issues/85: a running playAndRecord session received the button presses"
        )),
      "Does a running play-and-record session that mixes receive remote commands?"),
    PolicyOption(
      "buttonsUnderSwitch", \.buttonsUnderSwitch, .volumes,
      Evidence(
        .ours("the buttons follow playback, whether it is audible or not"),
        against: .log("github.com/kickstarter/ios-oss/pull/2957: the ringer volume")),
      "What do the volume buttons change while the switch silences playback?"),
    PolicyOption(
      "volumeMemory", \.volumeMemory, .volumes, Evidence(.ours()),
      "Do built-in and connected outputs have separate volumes?"),
    PolicyOption(
      "buttonsWhenIdle", \.buttonsWhenIdle, .volumes,
      Evidence(
        .page("guidelines of iOS 10 to 13: the ringer volume; a setting since then"),
        .log(
          "github.com/CipherBitCorp/VolumeButtonHandler/issues/2: the ringer volume, with an active session"
        ),
        against: .log("openradar 18512877: with headphones"),
        .log(
          "stackoverflow.com/questions/16474771: \"if the AVAudioSession is inactive, the volume buttons "
            + "won't control the volume of my app\""),
        .log(
          "VolumeButtonDetectorModule.swift of Hydra: they \"only address media volume\" while the app's "
            + "session is active")),
      "What do the volume buttons change while nothing plays?"),
    PolicyOption(
      "unplugPauses", \.unplugPauses, .routes,
      Evidence(
        .page("Responding to audio route changes: AVPlayer pauses"),
        .ours("other players leave pausing to the app")),
      "Does a system player pause when its output is unplugged?"),
    PolicyOption(
      "captureGuard", \.captureGuard, .haptics,
      Evidence(
        .session(
          "setAllowHapticsAndSystemSoundsDuringRecording(_:): only audio input mutes haptics"),
        .log("github.com/margelo/react-native-vision-camera/pull/4110: felt while the camera runs"),
        against: .log("github.com/expo/expo/pull/15017: no haptics while the camera is active")),
      "Are haptics suppressed or weakened while the app captures with a sensor that vibrations would disturb?"
    ),
    PolicyOption(
      "hapticsMutedBy", \.hapticsMutedBy, .haptics,
      Evidence(
        .session(
          "setAllowHapticsAndSystemSoundsDuringRecording(_:): \"actively using audio input\""),
        against: .log(
          "github.com/AudioKit/AudioKit/pull/1876: an input node is enough to mute them")),
      "What silences haptics and system sounds if the session does not allow them during recording?"
    ),
    PolicyOption(
      "secondPictureInPicture", \.secondPictureInPicture, .pictureInPicture,
      Evidence(
        .page(
          "AVPictureInPictureController.isPictureInPicturePossible: false while another app shows picture in picture"
        ),
        against: .page(
          "AVPictureInPictureController.isPictureInPictureSuspended: suspended by another app, then resumed"
        )),
      "What happens if a second app starts picture in picture?"),
    PolicyOption(
      "systemHapticsOff", \.systemHapticsOff, .haptics,
      Evidence(
        .ours("whether an app's own patterns count as system haptics is not published"),
        against: .page("Settings > Sounds & Haptics: \"system controls and interactions\"")),
      "What does turning off System Haptics silence?"),
    PolicyOption(
      "hapticsInSilentMode", \.hapticsInSilentMode, .haptics,
      Evidence(
        .ours("the guidelines say that the switch silences sounds, and do not mention haptics")),
      "Are haptics played while the ring/silent switch is on silent?"),
  ]

  // Numbers that Apple does not publish.
  static let numberRows: [PolicyOption] = [
    PolicyOption(
      "duckGain", \.duckGain, .ducking, 0...1, .gain,
      Evidence(.peer("0.2 is Android's value; no value is published for iOS")),
      "The gain that ducking applies to other sessions"),
    PolicyOption(
      "volumeStep", \.volumeStep, .volumes, 0.001...1, .volume,
      Evidence(.ours("the screen shows sixteen steps")),
      "The change that one press of a volume button makes"),
    PolicyOption(
      "receiverGain", \.receiverGain, .volumes, 0...1, .gain,
      Evidence(
        .ours("1 means no effect, because the amount has not been measured"),
        against: .log("github.com/AudioKit/AudioKit/issues/586, 695: barely audible; very quiet")),
      "The gain of the receiver, the speaker held to the ear"),
    PolicyOption(
      "voiceChatGain", \.voiceChatGain, .volumes, 0...1, .gain,
      Evidence(
        .ours("1 means no effect, because the amount is not published"),
        against: .types(
          "AVAudioSessionModeVoiceChat: a lower output level without voice processing"),
        .log("github.com/willowtreeapps/vocable-ios/pull/558: quieter")),
      "The gain of mode voiceChat"),
  ]
}
