extension RandomAccessCollection where Index == Int {
  /// The first index at which `isAfter` is true, which it is from there on; `endIndex` if it never is.
  func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
