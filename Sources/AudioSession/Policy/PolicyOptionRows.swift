// The options about sessions: categories, activation and notifications.
extension PolicyOption {
  // Questions about the values that `setCategory` and `setMode` accept.
  static let ofCategories: [PolicyOption] = [
    PolicyOption(
      "ambientDuck", \.ambientDuck, .options,
      Evidence(
        .types("CategoryOptions.duckOthers: lists ambient"),
        against: .page("CategoryOptions.duckOthers: does not")),
      "Does the ambient category accept duckOthers?"),
    PolicyOption(
      "defaultToSpeakerSticky", \.defaultToSpeakerSticky, .routes,
      Evidence(
        .types("CategoryOptions.defaultToSpeaker: with no other route"), .answer("QA1754"),
        against: .page("CategoryOptions.defaultToSpeaker: even with headphones in use")),
      "Does defaultToSpeaker take precedence over connected headphones?"),
    PolicyOption(
      "videoChatWithRecord", \.videoChatWithRecord, .modes,
      Evidence(
        .types("AVAudioSessionModeVideoChat: playAndRecord only"), .tableB2,
        against: .page("AVAudioSession.Mode.videoChat: playAndRecord or record")),
      "Does the record category accept the mode videoChat?"),
    PolicyOption(
      "illegalMode", \.illegalMode, .modes,
      Evidence(
        .ours("refused, like other values that are not accepted"),
        against: .page("AVAudioSession.Mode: an unsupported mode acts as default"),
        .log(
          "github.com/mybigday/whisper.rn/issues/238: -50, for a combination that the issue does not name"
        )
      ),
      "What happens to a mode that the category does not accept?"),
    PolicyOption(
      "illegalMixing", \.illegalMixing, .options,
      Evidence(
        .page("Recognizing speech in live audio: the sample sets record with duckOthers"),
        .log(
          "developer.apple.com/forums/thread/836882: record accepted mixWithOthers on iOS 26.5.2"),
        .ours("soloAmbient is treated like record; the options have no effect there")),
      "What happens to mixing options that the category does not accept?"),
    PolicyOption(
      "illegalPolicy", \.illegalPolicy, .routePolicies,
      Evidence(.ours("the source only says where the policy is valid; refused, like other values")),
      "What happens to a long-form policy that the category, mode or options do not accept?"),
    PolicyOption(
      "explicitA2DPWithPlayback", \.explicitA2DPWithPlayback, .options,
      Evidence(
        .ours("the option is implied there; no source says whether it may be set explicitly"),
        against: .log(
          "github.com/software-mansion/react-native-audio-api/issues/1115: not accepted with playback"
        )),
      "Do output-only categories accept allowBluetoothA2DP explicitly?"),
    PolicyOption(
      "speechModesAnywhere", \.speechModesAnywhere, .modes,
      Evidence(
        .ours("the descriptions of the modes do not restrict the category"),
        against: .guide("Table B-2: spokenAudio with playback only")),
      "Do all categories accept the modes spokenAudio and voicePrompt?"),
    PolicyOption(
      "simulatorAcceptsAirPlay", \.simulatorAcceptsAirPlay, .options,
      Evidence(.log("github.com/advplyr/audiobookshelf-app/pull/334: no error on the simulator")),
      "Does Apple's simulator accept allowAirPlay with output-only categories, unlike devices?"),
    PolicyOption(
      "airPlayWithPlayback", \.airPlayWithPlayback, .options,
      Evidence(
        .log("github.com/Canardoux/flutter_sound/issues/1191: -50 (2025)"),
        .log("github.com/mixxxdj/mixxx/pull/13487: -50"),
        against: .log("github.com/advplyr/audiobookshelf-app/pull/334: 2003329396 (2022)")),
      "What does setting allowAirPlay throw with a category that implies it?"),
    PolicyOption(
      "overrideMutedWithoutOutput", \.overrideMutedWithoutOutput, .options,
      Evidence(
        .ours("only a missing input is documented as an error"),
        against: .types(
          "CategoryOptions.overrideMutedMicrophoneInterruption: with input and output")),
      "Does the record category accept overrideMutedMicrophoneInterruption?"),
    PolicyOption(
      "overrideWithOtherCategory", \.overrideWithOtherCategory, .routes,
      Evidence(
        .log(
          "github.com/awslabs/amazon-kinesis-video-streams-webrtc-sdk-ios/issues/46: -50; the category is not stated"
        )),
      "What does overriding to the speaker throw with categories other than playAndRecord?"),
    PolicyOption(
      "setCategoryDuringCall", \.setCategoryDuringCall, .interruption(.answeredCall),
      Evidence(
        .errors("InsufficientPriority: the app is not allowed to set the category"),
        .page("AVAudioSession.ErrorCode.insufficientPriority")),
      "What does setting a category with input throw during another app's call?"),
  ]

  // Questions about activation and deactivation.
  static let ofActivation: [PolicyOption] = [
    PolicyOption(
      "errorOrder", \.errorOrder, .activation,
      Evidence(.ours("the order of the checks is not published")),
      "In which order are the conditions of activation checked?"),
    PolicyOption(
      "blockedOutputCode", \.blockedOutputCode, .activation,
      Evidence(
        .ours(
          "a source with a higher priority refuses activation; the error number is not published"),
        against: .log("github.com/getdictus/dictus-ios/issues/515: 560557684, just after calls"),
        .log("github.com/livekit/client-sdk-swift/issues/886: 1701737535"),
        .log("github.com/Azure/Communication/issues/461: 1701737535 until an alarm ends")),
      "What does activation throw while a ringing call, an alarm, Siri or an emergency alert holds the output?"
    ),
    PolicyOption(
      "backgroundMixableStart", \.backgroundMixableStart, .background,
      Evidence(
        .ours("logs from different devices and versions disagree"),
        against: .log(
          "github.com/ryanheise/audio_session/issues/110: 561015905 on one phone, not on another"),
        .log("github.com/ryanheise/just_audio/issues/1388: fails on an iPhone 8, works on an XR")),
      "May a mixable session start to play in the background without a runtime assertion?"),
    PolicyOption(
      "backgroundResumption", \.backgroundResumption, .background,
      Evidence(
        .log("github.com/software-mansion/react-native-audio-api/issues/1220: activation succeeds"),
        against: .log("github.com/llfbandit/record/issues/542, ModernAVPlayer 174: refused")),
      "May a session notified with shouldResume be activated in the background if its app is not Now Playing?"
    ),
    PolicyOption(
      "clockDuringOwnCall", \.clockDuringOwnCall, .interruption(.alarm),
      Evidence(
        .log(
          "github.com/livekit/client-sdk-swift/issues/886, 1011: an alarm interrupts the session")),
      "How do the alarm and the timer affect the session of an app's own call?"),
    PolicyOption(
      "ownCallReactivation", \.ownCallReactivation, .interruption(.answeredCall),
      Evidence(
        .ours("the active call belongs to the app itself"),
        against: .log(
          "github.com/livekit/client-sdk-swift/issues/886: 1701737535, on some devices")),
      "May an app whose own call is active activate its session itself?"),
    PolicyOption(
      "refusalAfterCall", \.refusalAfterCall, .interruption(.answeredCall),
      Evidence(
        .log(
          "github.com/software-mansion/react-native-audio-api/issues/1220: succeeds when a call ends"
        ),
        against: .log(
          "github.com/kstenerud/ObjectAL-for-iPhone/issues/87: 561015905 for 20 tries, 0.2 s apart")
      ),
      "How long is activation refused after a call of the Phone app?"),
    PolicyOption(
      "noInterruptionsCover", \.noInterruptionsCover, .interruption(.incomingCall),
      Evidence(
        .page("setPrefersNoInterruptionsFromSystemAlerts(_:): names incoming calls only"),
        .ours("that alarms still interrupt"),
        against: .session(
          "setPrefersNoInterruptionsFromSystemAlerts(_:error:): \"ringtones and alerts\", \"incoming "
            + "call notifications and other alerts\"")),
      "What does the preference for no interruptions from system alerts cover?"),
    PolicyOption(
      "taskKeepsSession", \.taskKeepsSession, .background,
      Evidence(
        .ours("reports disagree"),
        against: .log(
          "github.com/ionic-team/cordova-plugin-ionic-webview/issues/451: the sound is cut after 20 s"
        )),
      "Does a background task keep, until the task ends, a session that must not play in the background?"
    ),
    PolicyOption(
      "backgroundTime", \.backgroundTime, .background,
      Evidence(
        .thread("of message 391799: a task ran for 30 seconds"),
        .page("backgroundTimeRemaining: finite; no number"),
        against: .log("stackoverflow.com/questions/22051324: permittedBackgroundDuration 180")),
      "How long may a background task run?"),
    PolicyOption(
      "siriAnswer", \.siriAnswer, .interruption(.siri),
      Evidence(
        .ours("output alongside Siri is not refused if nothing is recorded"),
        against: .log("openradar 44895456: a second began while Siri's panel is still shown")),
      "How does Siri's answer affect sessions that were activated alongside Siri?"),
    PolicyOption(
      "permissionDenied", \.permissionDenied, .recording,
      Evidence(.guide("Protecting User Privacy: \"only silence is recorded\"")),
      "What is the result of starting input without the user's permission?"),
    PolicyOption(
      "mutedMicrophoneStart", \.mutedMicrophoneStart, .interruption(.microphoneMute),
      Evidence(
        .types("CategoryOptions.overrideMutedMicrophoneInterruption: starting \"will fail\""),
        .ours("the error number")),
      "What is the result of starting input while the microphone is muted in hardware?"),
    PolicyOption(
      "deactivateWithRunningIO", \.deactivateWithRunningIO, .activation,
      Evidence(.session("setActive(_:options:): depends on the version; older pages differ")),
      "What is the effect of deactivating with running input or output?"),
    PolicyOption(
      "claimRelease", \.claimRelease, .interruption(.nonMixableApp),
      Evidence(.ours("from a counterexample in a model of these rules")),
      "If A interrupts B, and then C interrupts A, when does the interruption of B end?"),
    PolicyOption(
      "noNotifyEffect", \.noNotifyEffect, .interruption(.nonMixableApp),
      Evidence(.ours("shouldResume is documented only for apps that are notified")),
      "What do interrupted apps receive when their interruptor deactivates without notifying others?"
    ),
    PolicyOption(
      "recordAndMixablePeers", \.recordAndMixablePeers, .categories,
      Evidence(
        .page("AVAudioSession.Category.record: \"virtually all output\" is silenced"),
        .ours("that no app is notified of an interruption")),
      "How does an active session with the record category affect sessions that mix?"),
    PolicyOption(
      "systemInterruptsMixable", \.systemInterruptsMixable, .interruptions,
      Evidence(
        .guide("Audio Guidelines for Game Apps: ambient sounds resume after an interruption"),
        against: .log(
          "github.com/AudioKit/AudioKit/pull/1982: the system does not interrupt them; probably only apps do"
        )),
      "Do calls, alarms and Siri interrupt sessions that mix, as emergencies do?"),
    PolicyOption(
      "deferredSuspend", \.deferredSuspend, .background,
      Evidence(
        .types(
          "InterruptionReason.appWasSuspended: deactivated \"in response to the app process being "
            + "suspended\""),
        .page(
          "applicationDidEnterBackground(_:): approximately five seconds to return, for every app"),
        .log(
          "github.com/utopia-rise/fmod-gdextension/issues/401: silent, and heard again on return"),
        against: .ours(
          "for the answer true: if audio ends when the app leaves the screen, the session may end "
            + "too")
      ),
      "What happens to the sound, session and process of an app that goes to the background but must not play there?"
    ),
    PolicyOption(
      "unholdReactivates", \.unholdReactivates, .interruption(.answeredCall),
      Evidence(
        .log(
          "github.com/hiennguyen92/flutter_callkit_incoming/issues/869: the session is activated again"
        ),
        .thread("749202, 804510: not activated after a remote hang-up")),
      "Does the system activate the session again when an app's own call is taken off hold?"),
  ]

  // Questions about which notifications apps receive, and when.
  static let ofNotifications: [PolicyOption] = [
    PolicyOption(
      "legacyOn27", \.legacyOn27, .versions,
      Evidence(.ours("deprecated in iOS 27; not verified whether they are still posted")),
      "Are the deprecated interruption notifications posted on iOS 27?"),
    PolicyOption(
      "routeQueue", \.routeQueue, .notifications,
      Evidence(
        .page("routeChangeNotification: posted on a secondary thread"),
        .ours("any order is therefore possible")),
      "Where do route changes arrive among the notifications of one event?"),
    PolicyOption(
      "mailbox", \.mailbox, .notifications,
      Evidence(.ours("a later notification is documented only for suspension")),
      "What happens to the notifications of a suspended app when it runs again?"),
    PolicyOption(
      "wakingCommand", \.wakingCommand, .nowPlaying,
      Evidence(
        .ours("the older notifications are delivered first"),
        against: .log("github.com/ryanheise/audio_session/issues/7: right after playback starts")
      ),
      "Does a remote command that wakes an app arrive before or after the app's pending notifications?"
    ),
    PolicyOption(
      "endedInBackground", \.endedInBackground, .notifications,
      Evidence(
        .ours("no source says that the notification is delayed"),
        against: .log(
          "github.com/VoIPGRID/VialerSIPLib/pull/152: seen when the app came to the foreground")),
      "When is an app in the background notified that its interruption has ended?"),
    PolicyOption(
      "endedWhileOthersPlay", \.endedWhileOthersPlay, .interruptions,
      Evidence(
        .ours(
          "nothing is published about this; players check the hint before they resume, such as "
            + "github.com/music-assistant/mobile-app/pull/504")),
      "Does the end of an interruption carry the option to resume while another app plays?"),
    PolicyOption(
      "siriHandover", \.siriHandover, .interruption(.siri),
      Evidence(.ours("the guidelines call starting a new playlist a nonresumable interruption")),
      "What do other apps receive when Siri has started playback in an app?"),
    PolicyOption(
      "notificationTone", \.notificationTone, .interruption(.notificationTone),
      Evidence(
        .ours("a tone is short and mixes with other audio"),
        against: .log(
          "github.com/music-assistant/mobile-app/pull/504: ended without the option"
        ), .log("github.com/home-assistant/iOS/issues/3758"),
        .ours("users hear music become quieter for a moment")),
      "How does a notification's tone affect other audio?"),
    PolicyOption(
      "alertSounds", \.alertSounds, .systemSounds,
      Evidence(
        .ours("alert sounds are heard in addition to other audio"),
        against: .log(
          "github.com/signalapp/Signal-iOS/pull/3106: acts like ambient with duckOthers")),
      "How does an alert sound that an app plays affect other audio?"),
    PolicyOption(
      "pickedOutputNotice", \.pickedOutputNotice, .routes,
      Evidence(
        .log(
          "github.com/react-native-webrtc/react-native-callkeep/issues/78: a route change with reason Override"
        ),
        against: .log("openradar 49154849: no notification between AirPlay 2 and Bluetooth")),
      "Which notification do apps receive when the user picks an output?"),
    PolicyOption(
      "permissionChangeEnds", \.permissionChangeEnds, .recording,
      Evidence(
        .log("openradar 17945133: changing the privacy settings of an app kills it"),
        .log("github.com/delba/Permission/issues/30: quit in response to privacy settings change")),
      "Does an app's process end when the user changes its recording permission in Settings?"),
    PolicyOption(
      "unmuteResumes", \.unmuteResumes, .interruption(.microphoneMute),
      Evidence(
        .ours("an interruption that ends automatically carries the option"),
        against: .guidelines("Playing audio: restarting when a Smart Folio is opened risks privacy")
      ),
      "Does the end of an interruption carry the option to resume if unmuting the microphone ends it?"
    ),
    PolicyOption(
      "routeChangeAudience", \.routeChangeAudience, .notifications,
      Evidence(
        .ours("an inactive session does not have a route"),
        against: .log(
          "github.com/getdictus/dictus-ios/issues/353: an interrupted app received route changes")
      ),
      "Which apps are notified of a route change that another app's session caused?"),
    PolicyOption(
      "categoryChangePosts", \.categoryChangePosts, .notifications,
      Evidence(
        .types("RouteChangeReason.categoryChange"),
        .ours("that it is posted even if the route stays the same")),
      "Is a route change posted for an active session's new category if the route stays the same?"),
    PolicyOption(
      "activationPostsRouteChange", \.activationPostsRouteChange, .notifications,
      Evidence(
        .ours("the route change reasons include a new category, but not an activation"),
        against: .page(
          "Audio Session Programming Guide: the request for a category is sent at activation")),
      "Is an app notified of the route change that its own activation or deactivation causes?"),
    PolicyOption(
      "remoteDuringInterruption", \.remoteDuringInterruption, .nowPlaying,
      Evidence(
        .interruptions,
        against: .peer("WebKit, Chromium: deferred, and only the last command is delivered")),
      "What happens to a remote command for an interrupted app?"),
    PolicyOption(
      "interruptionOnRouteDisconnect", \.interruptionOnRouteDisconnect, .interruption(.routeLoss),
      Evidence(
        .session("setPrefersInterruptionOnRouteDisconnect(_:): Now Playing sessions"),
        .page("setPrefersInterruptionOnRouteDisconnect(_:)"),
        against: .page("prefersInterruptionOnRouteDisconnect: true for all sessions")),
      "Which apps does unplugging the output interrupt, unless they have opted out (iOS 17 or later)?"
    ),
  ]
}
