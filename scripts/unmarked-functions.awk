# Prints the functions that are neither marked @_noAllocation and @_noLocks nor documented with
# "Realtime-safe: no", either directly or on the top-level type around them. Functions of a generic type
# cannot be marked: the compiler checks them within the marked functions that call them, which the type
# documents as "Realtime-safe: by its callers".
# The comment and the attributes of a declaration are the contiguous lines above it.

FNR == 1 { above = ""; type_is_control = 0; type_is_requirement = 0 }

/^[[:space:]]*\/\/\// || /^[[:space:]]*@[A-Za-z_]+(\([^)]*\))?([[:space:]]+@[A-Za-z_]+(\([^)]*\))?)*[[:space:]]*$/ {
  above = above "\n" $0
  next
}

/^([^[:space:]\/].*[[:space:]])?(struct|class|enum|actor|extension|protocol)[[:space:]]/ {
  type_is_control = above ~ /Realtime-safe: no/ || ($0 ~ /</ && above ~ /Realtime-safe: by its callers/)
  type_is_requirement = $0 ~ /(^|[[:space:]])protocol[[:space:]]/
}

/^[[:space:]]*(@[A-Za-z_]+(\([^)]*\))?[[:space:]]+)*((public|package|internal|fileprivate|private|static|final|mutating|borrowing|consuming|nonmutating|override|class|nonisolated)(\([a-z]+\))?[[:space:]]+)*func[[:space:]]/ {
  all = above "\n" $0
  marked = all ~ /@_noAllocation/ && all ~ /@_noLocks/
  if (!marked && !type_is_control && !type_is_requirement && all !~ /Realtime-safe: no/) {
    line = $0
    sub(/^[[:space:]]+/, "", line)
    print FILENAME ":" FNR ": " line
  }
}

{ above = "" }
