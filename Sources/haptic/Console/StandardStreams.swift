import Glibc

/// Standard input, output and error, as whoever started the program left them.
enum StandardStreams {
  /// Takes the place of those that are closed, so that no file of ours is opened under their number
  /// and written to by mistake. They stay unusable: reading or writing is an error as before.
  static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest number that is free is this one.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
