// The rows.
extension PolicyOption {
  // Questions about what `setCategory` and `setMode` accept.
  static let ofCategories: [PolicyOption] = [
    PolicyOption(
      "ambientDuck", \.ambientDuck,
      Evidence(
        .types("CategoryOptions.duckOthers: lists ambient"),
        against: .page("CategoryOptions.duckOthers: does not")),
      "Does ambient take duckOthers?"),
    PolicyOption(
      "defaultToSpeakerSticky", \.defaultToSpeakerSticky,
      Evidence(
        .types("CategoryOptions.defaultToSpeaker: with no other route"), .answer("QA1754"),
        against: .page("CategoryOptions.defaultToSpeaker: even with headphones in use")),
      "Does defaultToSpeaker win over connected headphones?"),
    PolicyOption(
      "videoChatWithRecord", \.videoChatWithRecord,
      Evidence(
        .types("AVAudioSessionModeVideoChat: playAndRecord only"), .tableB2,
        against: .page("AVAudioSession.Mode.videoChat: playAndRecord or record")),
      "Does record take mode videoChat?"),
    PolicyOption(
      "illegalMode", \.illegalMode,
      Evidence(
        .ours("refused, as other values that are not taken"),
        against: .page("AVAudioSession.Mode: what the category does not support acts as default"),
        .log("github.com/mybigday/whisper.rn/issues/238: -50, which pair is not said")),
      "What becomes of a mode with a category that does not take it?"),
    PolicyOption(
      "illegalMixing", \.illegalMixing,
      Evidence(
        .page("Recognizing speech in live audio: the sample gives record duckOthers"),
        .log("developer.apple.com/forums/thread/836882: record took mixWithOthers on 26.5.2"),
        .ours("soloAmbient like record, and that the options change nothing there")),
      "What becomes of mixing options with a category that does not take them?"),
    PolicyOption(
      "illegalPolicy", \.illegalPolicy,
      Evidence(.ours("the source only says what it is valid with; refused, as other values")),
      "What becomes of a long-form policy with a category, mode or option it does not go with?"),
    PolicyOption(
      "explicitA2DPWithPlayback", \.explicitA2DPWithPlayback,
      Evidence(
        .ours("it is implied there; whether it may be named is not said"),
        against: .log(
          "github.com/software-mansion/react-native-audio-api/issues/1115: not with playback")),
      "Do categories with output only take allowBluetoothA2DP explicitly?"),
    PolicyOption(
      "speechModesAnywhere", \.speechModesAnywhere,
      Evidence(
        .ours("the modes' own descriptions restrict nothing"),
        against: .guide("Table B-2: spokenAudio with playback only")),
      "Do all categories take the modes spokenAudio and voicePrompt?"),
    PolicyOption(
      "simulatorAcceptsAirPlay", \.simulatorAcceptsAirPlay,
      Evidence(.log("github.com/advplyr/audiobookshelf-app/pull/334: not on the simulator")),
      "Does Apple's simulator take allowAirPlay with output only, which devices refuse?"),
    PolicyOption(
      "airPlayWithPlayback", \.airPlayWithPlayback,
      Evidence(
        .log("github.com/Canardoux/flutter_sound/issues/1191: -50 (2025)"),
        .log("github.com/mixxxdj/mixxx/pull/13487: -50"),
        against: .log("github.com/advplyr/audiobookshelf-app/pull/334: 2003329396 (2022)")),
      "What does allowAirPlay give with a category that implies it?"),
    PolicyOption(
      "overrideMutedWithoutOutput", \.overrideMutedWithoutOutput,
      Evidence(
        .ours("only the lack of input is said to be an error"),
        against: .types(
          "CategoryOptions.overrideMutedMicrophoneInterruption: with input and output")),
      "Does record take overrideMutedMicrophoneInterruption?"),
    PolicyOption(
      "overrideWithOtherCategory", \.overrideWithOtherCategory,
      Evidence(
        .log(
          "github.com/awslabs/amazon-kinesis-video-streams-webrtc-sdk-ios/issues/46: -50, no category"
        )),
      "What does overriding to the speaker throw outside of playAndRecord?"),
    PolicyOption(
      "setCategoryDuringCall", \.setCategoryDuringCall,
      Evidence(
        .errors("InsufficientPriority: the app may not set the category"),
        .page("AVAudioSession.ErrorCode.insufficientPriority")),
      "What does setting a category with input give during somebody else's call?"),
  ]

  // Questions about activation and deactivation.
  static let ofActivation: [PolicyOption] = [
    PolicyOption(
      "errorOrder", \.errorOrder,
      Evidence(.ours("the order of the checks is not published")),
      "In which order is activation checked?"),
    PolicyOption(
      "blockedOutputCode", \.blockedOutputCode,
      Evidence(
        .ours("a higher priority refuses; which number that gives is not said"),
        against: .log("github.com/getdictus/dictus-ios/issues/515: 560557684, just after calls"),
        .log("github.com/livekit/client-sdk-swift/issues/886: 1701737535"),
        .log("github.com/Azure/Communication/issues/461: 1701737535 until an alarm ends")),
      "What does activation throw while ringing, an alarm, Siri or an emergency has the output?"),
    PolicyOption(
      "backgroundMixableStart", \.backgroundMixableStart,
      Evidence(
        .ours("logs disagree by device and version"),
        against: .log(
          "github.com/ryanheise/audio_session/issues/110: 561015905 on one phone, not on another"),
        .log("github.com/ryanheise/just_audio/issues/1388: fails on an iPhone 8, works on an XR")),
      "May a mixable session start to play in the background without a runtime assertion?"),
    PolicyOption(
      "backgroundResumption", \.backgroundResumption,
      Evidence(
        .log("github.com/software-mansion/react-native-audio-api/issues/1220: it succeeds"),
        against: .log("github.com/llfbandit/record/issues/542, ModernAVPlayer 174: refused")),
      "May a session notified with shouldResume be activated in the background?"),
    PolicyOption(
      "clockDuringOwnCall", \.clockDuringOwnCall,
      Evidence(
        .log("github.com/livekit/client-sdk-swift/issues/886, 1011: an alarm takes the session")),
      "What do the alarm and the timer do to the session of an app's own call?"),
    PolicyOption(
      "ownCallReactivation", \.ownCallReactivation,
      Evidence(
        .ours("an active call is the app's own"),
        against: .log(
          "github.com/livekit/client-sdk-swift/issues/886: 1701737535, on some devices")),
      "May an app whose own call is active activate its session itself?"),
    PolicyOption(
      "noInterruptionsCover", \.noInterruptionsCover,
      Evidence(
        .page("setPrefersNoInterruptionsFromSystemAlerts(_:): names incoming calls only"),
        .ours("that alarms still interrupt"),
        against: .session(
          "setPrefersNoInterruptionsFromSystemAlerts(_:error:): \"ringtones and alerts\", \"incoming "
            + "call notifications and other alerts\"")),
      "What does the preference for no interruptions from system alerts cover?"),
    PolicyOption(
      "taskKeepsSession", \.taskKeepsSession,
      Evidence(
        .ours("reports disagree"),
        against: .log("github.com/ionic-team/cordova-plugin-ionic-webview/issues/451: after 20 s")),
      "Does a background task keep a session that may not sound in the background until it ends?"),
    PolicyOption(
      "backgroundTime", \.backgroundTime,
      Evidence(
        .thread("of message 391799: a task ran for 30 seconds"),
        .page("backgroundTimeRemaining: finite; no number"),
        against: .log("stackoverflow.com/questions/22051324: permittedBackgroundDuration 180")),
      "For how long may a background task run?"),
    PolicyOption(
      "siriAnswer", \.siriAnswer,
      Evidence(
        .ours("output beside Siri that does not record is not refused"),
        against: .log("openradar 44895456: a second began, with Siri's panel still shown")),
      "What does Siri's answer do to sessions that were activated beside Siri?"),
    PolicyOption(
      "permissionDenied", \.permissionDenied,
      Evidence(.guide("Protecting User Privacy: \"only silence is recorded\"")),
      "What does input give without the user's permission?"),
    PolicyOption(
      "mutedMicrophoneStart", \.mutedMicrophoneStart,
      Evidence(
        .types("CategoryOptions.overrideMutedMicrophoneInterruption: starting \"will fail\""),
        .ours("the number")),
      "What does input give that starts with the microphone muted in hardware?"),
    PolicyOption(
      "deactivateWithRunningIO", \.deactivateWithRunningIO,
      Evidence(.session("setActive(_:options:): by version; older pages differ")),
      "What does deactivating with running input or output do?"),
    PolicyOption(
      "claimRelease", \.claimRelease,
      Evidence(.ours("from a counterexample in a model of these rules")),
      "Until when does an interrupted session hold those it had interrupted?"),
    PolicyOption(
      "noNotifyEffect", \.noNotifyEffect,
      Evidence(.ours("only for apps that are notified is shouldResume documented")),
      "What do interrupted apps receive when their interruptor leaves without notifying?"),
    PolicyOption(
      "recordAndMixablePeers", \.recordAndMixablePeers,
      Evidence(
        .page("AVAudioSession.Category.record: \"virtually all output\" is silenced"),
        .ours("that nobody is notified of an interruption")),
      "What does an active record session do to sessions that mix?"),
    PolicyOption(
      "systemInterruptsMixable", \.systemInterruptsMixable,
      Evidence(
        .guide("Audio Guidelines for Game Apps: ambient ones resume after an interruption"),
        against: .log("github.com/AudioKit/AudioKit/pull/1982: no, likely of apps only")),
      "Do calls, alarms and Siri interrupt sessions that mix, as emergencies do?"),
    PolicyOption(
      "deferredSuspend", \.deferredSuspend,
      Evidence(
        .types(
          "InterruptionReason.appWasSuspended: deactivated \"in response to the app process being "
            + "suspended\""),
        .page(
          "applicationDidEnterBackground(_:): approximately five seconds to return, for every app"),
        .log(
          "github.com/utopia-rise/fmod-gdextension/issues/401: silent, and heard again on return"),
        against: .ours("for true: that audio ends with the screen may mean that the session does")),
      "What becomes of an app in the background that may not sound there: its sound, its session, its process?"
    ),
    PolicyOption(
      "unholdReactivates", \.unholdReactivates,
      Evidence(
        .log("github.com/hiennguyen92/flutter_callkit_incoming/issues/869: it does"),
        .thread("749202, 804510: not after a remote hang-up")),
      "Does the system activate the session again when an app's own call is taken off hold?"),
  ]

  // Questions about what apps are notified of, and when.
  static let ofNotifications: [PolicyOption] = [
    PolicyOption(
      "legacyOn27", \.legacyOn27,
      Evidence(.ours("deprecated in 27; whether still posted is not verified")),
      "Are the deprecated interruption notifications posted on 27?"),
    PolicyOption(
      "routeQueue", \.routeQueue,
      Evidence(
        .page("routeChangeNotification: posted on a secondary thread"),
        .ours("so any order is possible")),
      "Where do route changes arrive among the notifications of one event?"),
    PolicyOption(
      "mailbox", \.mailbox,
      Evidence(.ours("only for suspension is it documented that it is posted later")),
      "What becomes of the notifications for a suspended app when it runs again?"),
    PolicyOption(
      "wakingCommand", \.wakingCommand,
      Evidence(
        .ours("the older news comes first"),
        against: .log("github.com/ryanheise/audio_session/issues/7: right after playing is started")
      ),
      "Does a remote command that wakes an app come after what waits for the app, or before it?"),
    PolicyOption(
      "endedInBackground", \.endedInBackground,
      Evidence(
        .ours("nothing says that it waits"),
        against: .log(
          "github.com/VoIPGRID/VialerSIPLib/pull/152: seen when the app came to the foreground")),
      "When does an app in the background learn that its interruption has ended?"),
    PolicyOption(
      "endedWhileOthersPlay", \.endedWhileOthersPlay,
      Evidence(
        .ours(
          "nothing is published either way; players ask the hint before they go on, such as "
            + "github.com/music-assistant/mobile-app/pull/504")),
      "Does the end of an interruption carry the option to resume while another app plays?"),
    PolicyOption(
      "siriHandover", \.siriHandover,
      Evidence(.ours("as the guidelines have it for a new playlist, which is not resumable")),
      "What do the others receive when Siri has started playback in an app?"),
    PolicyOption(
      "notificationTone", \.notificationTone,
      Evidence(
        .ours("a tone is short and mixes"),
        against: .log(
          "github.com/music-assistant/mobile-app/pull/504: an end without the option"
        ), .log("github.com/home-assistant/iOS/issues/3758"),
        .ours("music is lower for a moment, as users see it")),
      "What does the tone of a notification do to what plays?"),
    PolicyOption(
      "alertSounds", \.alertSounds,
      Evidence(
        .ours("they are beside what plays"),
        against: .log("github.com/signalapp/Signal-iOS/pull/3106: like ambient with duckOthers")),
      "What does the sound of an alert that an app plays do to what plays?"),
    PolicyOption(
      "pickedOutputNotice", \.pickedOutputNotice,
      Evidence(
        .log("github.com/react-native-webrtc/react-native-callkeep/issues/78: Override"),
        against: .log("openradar 49154849: none between AirPlay 2 and Bluetooth")),
      "What are apps notified of when the user picks an output?"),
    PolicyOption(
      "permissionChangeEnds", \.permissionChangeEnds,
      Evidence(
        .log("openradar 17945133: changing the privacy settings of an app kills it"),
        .log("github.com/delba/Permission/issues/30: quit in response to privacy settings change")),
      "Does an app's process end when the user changes in Settings whether it may record?"),
    PolicyOption(
      "unmuteResumes", \.unmuteResumes,
      Evidence(
        .ours("an interruption that ends by itself carries it"),
        against: .guidelines("Playing audio: restarting when a Smart Folio is opened risks privacy")
      ),
      "Does the end of a microphone mute carry the option to resume?"),
    PolicyOption(
      "routeChangeAudience", \.routeChangeAudience,
      Evidence(
        .ours("an inactive session has no route"),
        against: .log("github.com/getdictus/dictus-ios/issues/353: changes while interrupted")),
      "Who is notified of a route change that another app's session caused?"),
    PolicyOption(
      "categoryChangePosts", \.categoryChangePosts,
      Evidence(
        .types("RouteChangeReason.categoryChange"),
        .ours("that it is posted though the route stays")),
      "Does an active session's new category post a route change if the route stays the same?"),
    PolicyOption(
      "activationPostsRouteChange", \.activationPostsRouteChange,
      Evidence(.ours("the reasons name new categories, not activations")),
      "Is an app notified of the route that its own activation or deactivation brings?"),
    PolicyOption(
      "remoteDuringInterruption", \.remoteDuringInterruption,
      Evidence(.interruptions, against: .peer("WebKit, Chromium: deferred, the last one wins")),
      "What becomes of a remote command to an app that is interrupted?"),
    PolicyOption(
      "interruptionOnRouteDisconnect", \.interruptionOnRouteDisconnect,
      Evidence(
        .session("setPrefersInterruptionOnRouteDisconnect(_:): Now Playing sessions"),
        .page("setPrefersInterruptionOnRouteDisconnect(_:)"),
        against: .page("prefersInterruptionOnRouteDisconnect: true for all")),
      "Which apps that have not opted out does an unplugged output interrupt (17)?"),
  ]

  // Questions about routes, volumes, the switch and haptics.
  static let ofDevice: [PolicyOption] = [
    PolicyOption(
      "switchAffectsHeadphones", \.switchAffectsHeadphones,
      Evidence(
        .log("github.com/audiolabs/trackswitch.js/issues/13: heard in headphones"),
        .log("github.com/n0an/VivaDicta/pull/115")),
      "Does the silent switch silence ambient sessions in headphones?"),
    PolicyOption(
      "preferredInputReset", \.preferredInputReset, Evidence(.ours()),
      "What becomes of the preferred input when its port has gone?"),
    PolicyOption(
      "builtInMicBesideHFP", \.builtInMicBesideHFP,
      Evidence(
        .page("CategoryOptions.allowBluetooth: both input and output end up on the device"),
        .log("github.com/AudioKit/AudioKit/issues/1970: the output leaves with the input"),
        .log("github.com/GetStream/stream-video-js/pull/2312: the same"),
        against: .types(
          "CategoryOptions.allowBluetoothHFP: input \"while playing through the "
            + "category-appropriate output\""),
        .log("stackoverflow.com/questions/31993722: the output stays")),
      "Where does output go when another input is used than that of a hands-free device?"),
    PolicyOption(
      "unplugInBackground", \.unplugInBackground,
      Evidence(
        .page("Responding to audio route changes: oldDeviceUnavailable"),
        against: .log("github.com/wakmusic/wakmusic-iOS/issues/248: categoryChange while playing")),
      "Which reason is an app given that plays in the background when its output is unplugged?"),
    PolicyOption(
      "bluetoothSwitch", \.bluetoothSwitch,
      Evidence(
        .ours("one change of the route is simplest"),
        against: .log("github.com/VocaHQ/vocamac/pull/197: more than 250 ms, of a Mac"),
        .log("github.com/getdictus/dictus-ios/issues/353: three changes of the route")),
      "How does a Bluetooth device change from stereo to hands-free?"),
    PolicyOption(
      "overrideWithNewOptions", \.overrideWithNewOptions,
      Evidence(
        .answer("QA1754: temporary; any route change or interruption ends it"),
        .log("github.com/flutter-webrtc/flutter-webrtc/pull/1995: reset by a categoryChange"),
        against: .ours("the ports may stay the same")),
      "What becomes of the override to the speaker with other options or another mode?"),
    PolicyOption(
      "pictureInPictureWhenLocked", \.pictureInPictureWhenLocked,
      Evidence(
        .log("github.com/PoomSmart/YouPiP/issues/13: playback stops, as in Safari"),
        against: .ours("no page of Apple's says that the lock pauses it")),
      "What does the lock do to a video that is shown by picture in picture?"),
    PolicyOption(
      "voiceOverDucks", \.voiceOverDucks,
      Evidence(
        .log("applevis.com, VoiceOver, Audio Ducking, and Airplay: on by default"),
        .log("theideaplace.net/?p=749: never, while speaking, always (18)")),
      "When does VoiceOver lower what plays?"),
    PolicyOption(
      "hapticEngineTakesButtons", \.hapticEngineTakesButtons,
      Evidence(
        .page("guidelines of iOS 10 to 13: the ringer while no audio plays"),
        against: .log(
          "github.com/Renegades-Studio/react-native-tickle/pull/4: an idle engine owns the volume")),
      "Are the volume buttons for media while a haptic engine of the app in front runs?"),
    PolicyOption(
      "overrideWithSameCategory", \.overrideWithSameCategory,
      Evidence(
        .ours("nothing has changed"),
        against: .log("github.com/GetStream/stream-video-js/issues/2219: setCategory ends it")),
      "What becomes of the override to the speaker when setCategory sets what is set already?"),
    PolicyOption(
      "shortFormUnmutes", \.shortFormUnmutes,
      Evidence(
        .types(
          "AVAudioSessionModeShortFormVideo: may \"automatically unmute\", both notifications sent"),
        against: .ours("\"may\" promises nothing")),
      "Does raising the volume unmute an app in mode shortFormVideo?"),
    PolicyOption(
      "engineStopsOn", \.engineStopsOn,
      Evidence(
        .log("github.com/melihhakanpektas/flutter_midi_pro/pull/55: Bluetooth comes or goes"),
        .log(
          "github.com/llfbandit/record/pull/621: a headset comes or goes; \"Not yet device-tested\""
        ),
        .log("github.com/AudioKit/AudioKit/issues/575"),
        against: .page("AVAudioEngineConfigurationChange: channel count or sample rate")),
      "What stops an AVAudioEngine: every change of its route, or another format of the hardware only?"
    ),
    PolicyOption(
      "mixingTakesButton", \.mixingTakesButton,
      Evidence(
        .ours("a session that mixes is no Now Playing session"),
        against: .log(
          "github.com/getdictus/dictus-ios/issues/85: running playAndRecord took the button")),
      "Does a running play-and-record session that mixes take the remote commands?"),
    PolicyOption(
      "buttonsUnderSwitch", \.buttonsUnderSwitch,
      Evidence(
        .ours("what plays decides, heard or not"),
        against: .log("github.com/kickstarter/ios-oss/pull/2957: the ringer")),
      "What do the volume buttons change while the switch silences what plays?"),
    PolicyOption(
      "volumeMemory", \.volumeMemory, Evidence(.ours()),
      "Do built-in and connected outputs keep volumes of their own?"),
    PolicyOption(
      "buttonsWhenIdle", \.buttonsWhenIdle,
      Evidence(
        .page("guidelines of iOS 10 to 13; a setting since"),
        .log(
          "github.com/CipherBitCorp/VolumeButtonHandler/issues/2: the ringer, with an active session"
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
      "unplugPauses", \.unplugPauses,
      Evidence(
        .page("Responding to audio route changes: AVPlayer pauses"),
        .ours("others leave it to the app")),
      "Does a player of the system's kind pause when what it plays on is unplugged?"),
    PolicyOption(
      "captureGuard", \.captureGuard,
      Evidence(
        .session(
          "setAllowHapticsAndSystemSoundsDuringRecording(_:): only audio input mutes haptics"),
        .log("github.com/margelo/react-native-vision-camera/pull/4110: felt while the camera runs"),
        against: .log("github.com/expo/expo/pull/15017: no haptics while the camera is active")),
      "Are haptics suppressed or weaker while the app captures with a sensor they would shake?"),
    PolicyOption(
      "hapticsMutedBy", \.hapticsMutedBy,
      Evidence(
        .session(
          "setAllowHapticsAndSystemSoundsDuringRecording(_:): \"actively using audio input\""),
        against: .log("github.com/AudioKit/AudioKit/pull/1876: an input node is enough")),
      "What silences haptics and system sounds without the allowance?"),
    PolicyOption(
      "secondPictureInPicture", \.secondPictureInPicture,
      Evidence(
        .page(
          "AVPictureInPictureController.isPictureInPicturePossible: false beside another app's"),
        against: .page(
          "AVPictureInPictureController.isPictureInPictureSuspended: by another app, then resumed")),
      "What becomes of picture in picture in a second app while another one has it?"),
    PolicyOption(
      "systemHapticsOff", \.systemHapticsOff,
      Evidence(
        .ours("whether an app's own patterns count as system haptics is not published"),
        against: .page("Settings > Sounds & Haptics: \"system controls and interactions\"")),
      "What does turning System Haptics off silence?"),
    PolicyOption(
      "hapticsInSilentMode", \.hapticsInSilentMode,
      Evidence(.ours("the guidelines let the switch silence sounds, and speak of no haptics")),
      "Are haptics played while the ring/silent switch is on silent?"),
  ]

  // Numbers that Apple does not publish.
  static let numberRows: [PolicyOption] = [
    PolicyOption(
      "duckGain", \.duckGain, 0...1, .gain,
      Evidence(.peer("0.2 is Android's; not published for iOS")),
      "What ducking multiplies the gain of others by"),
    PolicyOption(
      "volumeStep", \.volumeStep, 0.001...1, .volume,
      Evidence(.ours("sixteen steps on the screen")),
      "What one press of a volume button changes"),
    PolicyOption(
      "receiverGain", \.receiverGain, 0...1, .gain,
      Evidence(
        .ours("1 leaves it out: how much it is has not been measured"),
        against: .log("github.com/AudioKit/AudioKit/issues/586, 695: barely audible, very low")),
      "What the receiver at the ear multiplies the gain by"),
    PolicyOption(
      "voiceChatGain", \.voiceChatGain, 0...1, .gain,
      Evidence(
        .ours("1 leaves it out: how much it is is not said"),
        against: .types(
          "AVAudioSessionModeVoiceChat: a lower output level without voice processing"),
        .log("github.com/willowtreeapps/vocable-ios/pull/558: lower")),
      "What mode voiceChat multiplies the gain by"),
  ]
}
