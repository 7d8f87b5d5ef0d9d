# Prints the places that make a pointer, or reinterpret one, without a line "SAFETY:" at most eight
# lines above that explains why it is sound: which code frees it, or why the type is right.

FNR == 1 { reason = -99 }

/SAFETY/ { reason = FNR }

/^[[:space:]]*\/\// { next }

/(^|[^A-Za-z_])allocate\(|assumingMemoryBound|bindMemory|Unsafe(Mutable)?(Raw)?(Buffer)?Pointer(<[^>]*>)?\(|\.load\((as|fromByteOffset):|\.storeBytes\(|unsafeBitCast/ {
  if (FNR - reason > 8) {
    line = $0
    sub(/^[[:space:]]+/, "", line)
    print FILENAME ":" FNR ": " line
  }
}
