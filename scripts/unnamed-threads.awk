# Prints the public classes, actors and protocols whose comment does not name the thread that may use
# them. Values and Sendable types do not need this line, and a subclass inherits it.

FNR == 1 { above = "" }
/^[[:space:]]*\/\/\// || /^[[:space:]]*@/ { above = above "\n" $0; next }
/^[[:space:]]*public +((final|nonisolated|open) +)*(class|actor|protocol) +[A-Z]/ {
  line = $0
  sub(/^[[:space:]]+/, "", line)
  sub(/[[:space:]]*\{.*/, "", line)
  name = line
  sub(/.*(class|actor|protocol) +/, "", name)
  parent = name
  sub(/[^A-Za-z0-9_].*/, "", name)
  if (!sub(/^[^:]*: */, "", parent)) parent = ""
  sub(/[^A-Za-z0-9_].*/, "", parent)
  if (above ~ /Thread:/) named[name] = 1
  else if (line !~ /[:,] *Sendable/) { place[name] = FILENAME ":" FNR ": " line; super[name] = parent }
}
{ above = "" }
END {
  for (name in place) {
    parent = name
    while (parent in super) parent = super[parent]
    if (!(parent in named)) print place[name]
  }
}
