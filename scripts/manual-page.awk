# Rewrites a manual page that the argument parser's plugin made so that groff and mandoc accept it without a
# warning: empty lines become paragraphs, indented lines keep their columns, and text is wrapped.

BEGIN {
  textColumns = 78     # of the source: mandoc asks for at most 80
  literalColumns = 71  # a page of 78 columns, without the indents of its text and of a display
}

# A line of the plugin's own, not a text that begins with a point, such as ".wav".
/^\.([A-Z][a-z]( |$)|\\")/ {
  endLiteral()
  macro = substr($0, 2, 2)
  if (macro == "Pp") { hasBreak = 1; next }
  if (macro ~ /^(It|El|Sh|Bl)$/) hasBreak = 0  # they begin a paragraph
  if (macro == "Nd") sub(/\."$/, "\"")
  breakParagraph()
  print
  isText = 0
  next
}

/^[ \t]*$/ { endLiteral(); hasBreak = 1; next }

/^(\\&)?[ ][ ]/ { beginLiteral(); sub(/^(\\&)?[ ][ ]/, ""); printLiteral($0); isText = 1; next }

{ endLiteral(); breakParagraph(); printText($0); isText = 1 }

END { endLiteral() }

function breakParagraph() {
  if (hasBreak && isText) print ".Pp"
  hasBreak = 0
}

function beginLiteral() {
  if (isLiteral) return
  # The display brings an empty line of its own.
  print ".Bd -literal -offset 2n" (hasBreak ? "" : " -compact")
  hasBreak = 0
  isLiteral = 1
}

function endLiteral() {
  if (isLiteral) print ".Ed"
  isLiteral = 0
}

# The columns that a line takes on the page: the plugin escapes backslashes and first characters.
function columns(line) {
  gsub(/\\e/, "x", line)
  gsub(/\\&/, "", line)
  return length(line)
}

# A line that begins with a point or an apostrophe is a text all the same.
function guarded(line) { return line ~ /^[.']/ ? "\\&" line : line }

# Prints a row of a table or a command. What does not fit goes below: of a row into its last column, of a
# command behind a backslash, at a blank outside of quotes.
function printLiteral(line,   indent, end) {
  while (columns(line) > literalColumns) {
    indent = match(line, /[^ ]  +[^ ]/) ? RSTART + RLENGTH - 2 : 0
    end = cut(line, indent, literalColumns - (indent ? 0 : 2))
    if (!end) break
    print guarded(substr(line, 1, end - 1)) (indent ? "" : " \\e")
    line = sprintf("%" (indent ? indent : 4) "s", "") substr(line, end + 1)
  }
  print guarded(line)
}

# The last blank of `line` after `indent` columns and before `most`; 0 if there is none.
function cut(line, indent, most,   place, character, quote, end) {
  for (place = 1; place <= most + 1 && place <= length(line); place++) {
    character = substr(line, place, 1)
    if (!indent && character ~ /["']/ && (quote == "" || quote == character))
      quote = quote == "" ? character : ""
    if (character == " " && quote == "" && place > indent + 4) end = place
  }
  return end
}

# Prints a text in short lines, each sentence from the beginning of a line.
function printText(text,   words, count, index_, line) {
  count = split(text, words, " ")
  for (index_ = 1; index_ <= count; index_++) {
    if (line != "" && length(line) + 1 + length(words[index_]) > textColumns) {
      print guarded(line)
      line = ""
    }
    line = line (line == "" ? "" : " ") words[index_]
    if (words[index_] ~ /[.!?][)"']*$/) {
      print guarded(line)
      line = ""
    }
  }
  if (line != "") print guarded(line)
}
