# Prints functions of more than 40 lines and statements nested more than 4 deep in a function. The
# sources are formatted, so indentation shows where each ends. A function under a line "// lint: table"
# is exempt.

function indentation(line) { match(line, /^ */); return RLENGTH }

function close_functions(depth, line) {
  while (functions > 0 && depth <= level[functions]) {
    if (line ~ /^ *(\)|\]|where )/ && depth == level[functions]) return
    lines = FNR - start[functions] + 1
    if (line ~ /^ *}$/ && depth == level[functions] && lines > 40 && !table[functions])
      printf "%s:%d: %d lines in %s\n", FILENAME, start[functions], lines, name[functions]
    functions--
  }
  if (functions == 0) blocks = 0
}

FNR == 1 { functions = 0; blocks = 0; exempt = 0; text = 0 }

# Lines of text are not statements.
text { if ($0 ~ /"""/) text = 0; next }
/"""$/ || /"""\\$/ { text = 1 }

/^ *$/ { next }
/^ *\/\/ lint: table$/ { exempt = 1; next }
/^ *\/\// { next }

{
  depth = indentation($0)
  close_functions(depth, $0)
  if ($0 ~ /^ *(@[a-zA-Z_]+(\([^)]*\))? +)*((public|package|private|fileprivate|internal|static|class|mutating|consuming|borrowing|final|override|nonisolated|convenience|required|indirect)(\([a-z]+\))? +)*(func |init[?(<]|deinit|subscript[(<])/) {
    functions++
    start[functions] = FNR
    level[functions] = depth
    table[functions] = exempt
    name[functions] = $0
    sub(/^.*func +/, "", name[functions])
    sub(/^ +/, "", name[functions])
    sub(/[(<{ ].*/, "", name[functions])
    exempt = 0
    next
  }
  if ($0 !~ /^ *@/) exempt = 0
  while (blocks > 0 && (block[blocks] > depth || (block[blocks] == depth && $0 !~ /^ *[})\]]/ && $0 !~ /^ *({|case |default:|else)/))) blocks--
  if (functions > 0 && $0 ~ /^ *(if|for|while|repeat|do|switch)[ {]/) {
    block[++blocks] = depth
    if (blocks > 4) printf "%s:%d: nested %d deep\n", FILENAME, FNR, blocks
  }
}
