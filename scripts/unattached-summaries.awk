# Prints first sentences of documentation that are unclear on their own, as Quick Help and the lists of
# DocC show them. These are sentences of public declarations and of the cases of public enums that begin
# with a pronoun whose noun is elsewhere ("It rings.", "Why it began.", "Whether its output runs").

FNR == 1 { first = ""; delete isPublic }

/^[[:space:]]*\/\/\// {
  if (first == "") {
    first = $0
    sub(/^[[:space:]]*\/\/\/ ?/, "", first)
    firstLine = FNR
  }
  next
}

/^[[:space:]]*(@|#|\/\/)/ && !/(public|open)[[:space:]]/ { next }

{
  indent = match($0, /[^[:space:]]/)
  if ($0 ~ /(^|[[:space:]])(struct|class|enum|actor|extension|protocol)[[:space:]]+[A-Z]/) {
    isPublic[indent] = /(^|[[:space:]])public[[:space:]]/
    isProtocol[indent] = /[[:space:]]protocol[[:space:]]/
  }
  shown = /(^|[[:space:]])public[[:space:]]/ || (/^[[:space:]]*(indirect )?case[[:space:]]/ && isPublic[indent - 2]) || (isPublic[indent - 2] && isProtocol[indent - 2])
  if (first != "" && shown) {
    question = "(What|Why|Whether|Who|Whom|Whose|Where|When|While|How|Which|If|Since|As|Until|From when|To whom|For whom|At which|In which)"
    if (first ~ /^(It|Its|It's|They|Them|Their|Theirs|He|She|His|Her|This|These|Those|That)[[:space:],.]/ ||
        first ~ /^(Somebody|Nobody|The user|A remote command) [a-z]+( [a-z]+)? (it|its|them|their)([[:space:].,]|$)/ ||
        first ~ ("^" question " (([a-z]+|`[^`]*`) )?(it|its|they|their|them|he|she|his)([[:space:].,:;]|$)") ||
        first ~ ("^" question " (this|these|those|that)([[:space:].,:;]|$)"))
      print FILENAME ":" firstLine ": " first
  }
  first = ""
}
