/// The languages that source code is written in.
enum SourceLanguage: CaseIterable {
  case c, cSharp, gdScript, kotlin, swift

  /// What a pattern cannot be called: keywords, and the names that the code around it uses.
  ///
  /// Of C also the words of C++, of which a header may be a part. Source: the grammars of C23, C++23,
  /// C# 12 (the keywords that are always reserved), Kotlin 2 (hard keywords), Swift 6; for GDScript,
  /// whose constant is in capitals, the built-in types and constants in capitals, and the constants of
  /// `Node`.
  var reservedNames: Set<String> {
    switch self {
    case .c: Self.cNames
    case .cSharp: Self.cSharpNames
    case .gdScript: Self.gdScriptNames
    case .kotlin: Self.kotlinNames
    case .swift: Self.swiftNames
    }
  }

  private static func names(_ words: String) -> Set<String> {
    Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let cNames = names(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete do double dynamic_cast else enum explicit export extern
    false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr
    operator or or_eq private protected public register reinterpret_cast requires restrict return short
    signed sizeof static static_assert static_cast struct switch template this thread_local throw true
    try typedef typeid typename typeof typeof_unqual union unsigned using virtual void volatile wchar_t
    while xor xor_eq
    """)

  private static let cSharpNames = names(
    """
    Envelope OVRInput
    abstract as base bool break byte case catch char checked class const continue decimal default
    delegate do double else enum event explicit extern false finally fixed float for foreach goto if
    implicit in int interface internal is lock long namespace new null object operator out override
    params private protected public readonly record ref return sbyte sealed short sizeof stackalloc
    static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using var
    virtual void volatile while
    """)

  private static let gdScriptNames = names(
    """
    AABB AES FAILED INF IP JSON NAN OK OS PI RID TAU
    NOTIFICATION_APPLICATION_FOCUS_IN NOTIFICATION_APPLICATION_FOCUS_OUT
    NOTIFICATION_APPLICATION_PAUSED NOTIFICATION_APPLICATION_RESUMED NOTIFICATION_CHILD_ORDER_CHANGED
    NOTIFICATION_CRASH NOTIFICATION_DISABLED NOTIFICATION_DRAG_BEGIN NOTIFICATION_DRAG_END
    NOTIFICATION_ENABLED NOTIFICATION_ENTER_TREE NOTIFICATION_EXIT_TREE
    NOTIFICATION_INTERNAL_PHYSICS_PROCESS NOTIFICATION_INTERNAL_PROCESS NOTIFICATION_MOVED_IN_PARENT
    NOTIFICATION_OS_IME_UPDATE NOTIFICATION_OS_MEMORY_WARNING NOTIFICATION_PARENTED
    NOTIFICATION_PATH_RENAMED NOTIFICATION_PAUSED NOTIFICATION_PHYSICS_PROCESS
    NOTIFICATION_POSTINITIALIZE NOTIFICATION_PREDELETE NOTIFICATION_PROCESS NOTIFICATION_READY
    NOTIFICATION_SCENE_INSTANTIATED NOTIFICATION_TEXT_SERVER_CHANGED NOTIFICATION_TRANSLATION_CHANGED
    NOTIFICATION_UNPARENTED NOTIFICATION_UNPAUSED NOTIFICATION_WM_ABOUT
    NOTIFICATION_WM_CLOSE_REQUEST NOTIFICATION_WM_DPI_CHANGE NOTIFICATION_WM_GO_BACK_REQUEST
    NOTIFICATION_WM_MOUSE_ENTER NOTIFICATION_WM_MOUSE_EXIT NOTIFICATION_WM_SIZE_CHANGED
    NOTIFICATION_WM_WINDOW_FOCUS_IN NOTIFICATION_WM_WINDOW_FOCUS_OUT
    """)

  private static let kotlinNames = names(
    """
    VibrationEffect intArrayOf longArrayOf
    as break class continue do else false for fun if in interface is null object package return super
    this throw true try typealias typeof val var when while
    """)

  private static let swiftNames = names(
    """
    CHHapticEvent CHHapticEventParameter CHHapticParameterCurve CHHapticPattern CoreHaptics
    Any Protocol Self Type
    as associatedtype break case catch class continue default defer deinit do else enum extension
    fallthrough false fileprivate for func guard if import in init inout internal is let nil operator
    precedencegroup private protocol public repeat rethrows return self static struct subscript super
    switch throw throws true try typealias var where while
    """)
}

extension String {
  /// The text as a name for `language`: its ASCII letters and digits, other letters and emoji by their codes, all else
  /// as underscores.
  ///
  /// So `Café 2` is `Caf_u00E9_2`. A word that is reserved there has an underscore added; a text of nothing but
  /// underscores is `pattern`. In GDScript constants are in capitals.
  func identifier(in language: SourceLanguage) -> String {
    var name = ""
    var endsWithCode = false
    for scalar in unicodeScalars {
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      let isCoded =
        !scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.isEmoji)
      if isPlain || isCoded {
        if endsWithCode || (isCoded && !name.isEmpty && !name.hasSuffix("_")) { name += "_" }
        name += isPlain ? String(scalar) : scalar.code
      } else {
        name += "_"
      }
      endsWithCode = isCoded
    }
    if !name.contains(where: { $0 != "_" }) { name = "pattern" }
    if ("0"..."9").contains(name.prefix(1)) { name = "_" + name }
    if language == .gdScript { name = name.uppercased() }
    return language.reservedNames.contains(name) ? name + "_" : name
  }
}

extension Unicode.Scalar {
  /// The number of the scalar as part of a name, such as `u6F22`.
  fileprivate var code: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "u" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
  }
}
