/// The files that are compiled together with a file of an app.
///
/// An app's folder can contain several programs, such as an example for each system, which declare the same types. A
/// file is compiled with the nearest declaration of each type, so that the others do not make its names ambiguous.
///
/// - Thread: any.        Realtime-safe: no.
public enum Neighbours {
  /// Some of the files, and the files with which the compiler sees them.
  public struct Group: Hashable, Sendable {
    /// The indices of the files that are judged.
    public var files: [Int]
    /// The indices of all files that are compiled together, among them `files`.
    public var compiled: [Int]

    /// Creates a group.
    public init(files: [Int], compiled: [Int]) { (self.files, self.compiled) = (files, compiled) }
  }

  /// The maximum number of groups, beyond which all files are compiled together.
  ///
  /// Our choice: each group is a run of the compiler, which takes some seconds.
  private static let maximumGroups = 16

  /// Returns the groups of `sources`; one group with all of them if no type is declared twice.
  public static func groups(_ sources: [AppSource]) -> [Group] {
    var declaring: [String: [Int]] = [:]
    for index in sources.indices {
      for type in sources[index].types { declaring[type, default: []].append(index) }
    }
    let conflicts = declaring.values.filter { $0.count > 1 }
    var groups: [Set<Int>: [Int]] = [:]
    for index in sources.indices {
      var excluded: Set<Int> = []
      for files in conflicts {
        let kept = nearest(to: index, of: files, sources)
        excluded.formUnion(files.lazy.filter { $0 != kept && $0 != index })
      }
      groups[excluded, default: []].append(index)
    }
    let all = Array(sources.indices)
    if groups.count > maximumGroups { return [Group(files: all, compiled: all)] }
    return groups.map { excluded, files in
      Group(files: files, compiled: all.filter { !excluded.contains($0) })
    }.sorted { $0.files[0] < $1.files[0] }
  }

  /// Returns the one of `files` that shares most folders with the file `index`.
  private static func nearest(to index: Int, of files: [Int], _ sources: [AppSource]) -> Int {
    if files.contains(index) { return index }
    let folders = sources[index].path.split(separator: "/").dropLast()
    func shared(_ other: Int) -> Int {
      let others = sources[other].path.split(separator: "/").dropLast()
      return zip(folders, others).prefix { $0 == $1 }.count
    }
    return files.max { (shared($0), $1) < (shared($1), $0) } ?? index
  }
}
