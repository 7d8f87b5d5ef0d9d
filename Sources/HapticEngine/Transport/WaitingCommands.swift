/// Commands that are due and wait for their turn: a queue for each player and one for the engine, all in
/// one piece of memory.
///
/// Commands of a batch wait in the queues of their players; the batch is ready when they are in front in
/// all of them.
///
/// - Thread: render.        Realtime-safe: all but init and deinit.
@safe
struct WaitingCommands: ~Copyable {
  /// One of the queues.
  struct Queue: BitwiseCopyable {
    fileprivate var first = -1
    fileprivate var last = -1

    /// A queue without a command.
    @_noAllocation @_noLocks
    init() {}

    var isEmpty: Bool { @_noAllocation @_noLocks get { first < 0 } }
  }

  private struct Node: BitwiseCopyable {
    var entry: PendingCommands.Entry
    /// Whether nothing is to be done for it any more.
    var isDropped = false
    /// The next in its queue, or the next unused one; -1 for none.
    var next = -1
    /// The first of its batch, -1 for none, and the next of its batch.
    var batch: Int
    var nextOfBatch = -1
    /// The number of queues with commands before the batch; kept in its first node.
    var queuesBefore = 0

    @_noAllocation @_noLocks
    init(_ entry: PendingCommands.Entry, batch: Int) {
      self.entry = entry
      self.batch = batch
    }
  }

  // The first, because the compiler takes the first field for an address under the thread sanitizer.
  private let nodes: UnsafeMutablePointer<Node>
  /// How many commands wait.
  private(set) var count = 0
  private var unused = 0

  /// Queues for `capacity` commands together.
  init(capacity: Int) {
    // SAFETY: all are initialized here and freed in deinit.
    unsafe nodes = .allocate(capacity: capacity)
    let none = PendingCommands.Entry(
      command: RenderCommand(frame: 0, .setGains(BusGains(haptic: 1, audio: 1))), order: 0)
    for index in 0..<capacity {
      var node = Node(none, batch: -1)
      node.next = index + 1 < capacity ? index + 1 : -1
      unsafe (nodes + index).initialize(to: node)
    }
  }

  deinit { unsafe nodes.deallocate() }

  // MARK: In and out

  /// Puts `entry` at the end of `queue`; there is room for as many as can be under way.
  @_noAllocation @_noLocks
  mutating func append(_ entry: PendingCommands.Entry, to queue: inout Queue) {
    let index = take(Node(entry, batch: -1))
    link(index, to: &queue)
  }

  /// Puts `entry`, which takes effect with others, at the end of `queue`.
  ///
  /// - Parameters:
  ///   - entry: the command.
  ///   - queue: that of its player.
  ///   - batch: the first command of the batch; -1 if this is the first.
  ///   - previous: the command of the batch before this one; -1 if this is the first.
  /// - Returns: the number of the command.
  @_noAllocation @_noLocks
  mutating func append(
    _ entry: PendingCommands.Entry, to queue: inout Queue, batch: Int, after previous: Int
  ) -> Int {
    let index = take(Node(entry, batch: batch))
    let batch = batch < 0 ? index : batch
    unsafe nodes[index].batch = batch
    if previous >= 0 { unsafe nodes[previous].nextOfBatch = index }
    if queue.last >= 0, unsafe nodes[queue.last].batch != batch {
      unsafe nodes[batch].queuesBefore += 1
    }
    link(index, to: &queue)
    return index
  }

  @_noAllocation @_noLocks
  private mutating func take(_ node: Node) -> Int {
    let index = unused
    unsafe unused = nodes[index].next
    unsafe nodes[index] = node
    count += 1
    return index
  }

  @_noAllocation @_noLocks
  private func link(_ index: Int, to queue: inout Queue) {
    if queue.last >= 0 { unsafe nodes[queue.last].next = index } else { queue.first = index }
    queue.last = index
  }

  /// Removes the first command of `queue`, which has one, and returns it; nil if it was dropped.
  @_noAllocation @_noLocks
  mutating func removeFirst(of queue: inout Queue) -> PendingCommands.Entry? {
    let index = queue.first
    let node = unsafe nodes[index]
    queue.first = node.next
    if node.next < 0 {
      queue.last = -1
    } else {
      let batch = unsafe nodes[node.next].batch
      if batch >= 0 && batch != node.batch { unsafe nodes[batch].queuesBefore -= 1 }
    }
    unsafe nodes[index].next = unused
    unused = index
    count -= 1
    return node.isDropped ? nil : node.entry
  }

  // MARK: Looking

  /// Whether the first command of `queue` can be carried out: there is one, and with it all of its
  /// batch.
  @_noAllocation @_noLocks
  func isReady(_ queue: Queue) -> Bool {
    if queue.first < 0 { return false }
    let batch = unsafe nodes[queue.first].batch
    return unsafe batch < 0 || nodes[batch].queuesBefore == 0
  }

  /// Whether all commands of `batch` are in front.
  @_noAllocation @_noLocks
  func isReady(batch: Int) -> Bool { unsafe nodes[batch].queuesBefore == 0 }

  /// The first command of the batch that the first command of `queue` belongs to; -1 for none.
  @_noAllocation @_noLocks
  func batch(atFrontOf queue: Queue) -> Int {
    unsafe queue.first < 0 ? -1 : nodes[queue.first].batch
  }

  /// The next command of the batch of `index`; -1 for none.
  @_noAllocation @_noLocks
  func nextOfBatch(_ index: Int) -> Int { unsafe nodes[index].nextOfBatch }

  /// The player of the command `index`.
  @_noAllocation @_noLocks
  func player(of index: Int) -> UnsafeMutablePointer<RenderPlayer>? {
    unsafe nodes[index].entry.command.action.player
  }

  // MARK: Dropping

  /// The first command of `queue` that is not dropped; -1 for none.
  @_noAllocation @_noLocks
  func first(of queue: Queue) -> Int { undropped(from: queue.first) }

  /// The next command in the queue of `index` that is not dropped; -1 for none.
  @_noAllocation @_noLocks
  func next(after index: Int) -> Int { unsafe undropped(from: nodes[index].next) }

  @_noAllocation @_noLocks
  private func undropped(from index: Int) -> Int {
    var index = index
    while index >= 0, unsafe nodes[index].isDropped { unsafe index = nodes[index].next }
    return index
  }

  /// The command `index`.
  @_noAllocation @_noLocks
  func entry(at index: Int) -> PendingCommands.Entry { unsafe nodes[index].entry }

  /// Leaves nothing to be done for the command `index`, which keeps its place until its turn comes.
  @_noAllocation @_noLocks
  func drop(_ index: Int) { unsafe nodes[index].isDropped = true }
}
