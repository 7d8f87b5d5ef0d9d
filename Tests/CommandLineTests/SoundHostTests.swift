import Foundation
import Testing

/// The lines of the README for machines without a sound card, with a test PulseAudio server as the
/// loudspeakers.
///
/// SSH and Docker have stand-ins, which run the command here and connect a forwarded port or a
/// mounted socket to the file that the line names. The test thus covers the program, its options,
/// the address of the server and the ALSA plugin.
@Suite(
  .enabled(
    if: ["pulseaudio", "pactl", "parec"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }, "install pulseaudio, pulseaudio-utils and libasound2-plugins"))
struct SoundHostTests {
  /// Starts the server and a recorder of its output, and defines the stand-ins.
  private static let prelude = #"""
    set -e
    PATH="$(dirname "$haptic"):$PATH"
    export XDG_RUNTIME_DIR=$PWD PULSE_RUNTIME_PATH=$PWD HOME=$PWD ALSA_CONFIG_PATH=$PWD/asound.conf
    mkdir pulse host
    echo 'pcm.pulse { type pulse }' >asound.conf
    server=unix:$PWD/pulse/native
    pulseaudio -n --daemonize=no --exit-idle-time=20 --disable-shm=yes --use-pid-file=no \
      --load="module-native-protocol-unix auth-anonymous=1 socket=${server#unix:}" \
      --load='module-null-sink sink_name=loudspeakers' 2>server.log &
    trap 'kill $(jobs -p)' EXIT
    until pactl --server=$server info >/dev/null 2>&1; do kill -0 $!; done
    timeout 60 parec --server=$server --device=loudspeakers.monitor --latency-msec=10 --raw heard.raw &
    until [ -s heard.raw ]; do kill -0 $!; done
    ssh() {
      local port= socket=
      while [[ $1 == -* ]]; do
        [ "$1" != -R ] || { port=${2%%:*} socket=${2#*:}; shift; }
        shift
      done
      shift
      local command=$*
      (cd host; bash -c "${command/tcp:127.0.0.1:$port/unix:$socket}")
    }
    scp() { cp "host/${1#HOST:}" "$2"; }
    docker() {
      local outer= inner= variable=
      while [ "$1" != IMAGE ]; do
        case $1 in
          -v) outer=${2%%:*} inner=${2#*:} ;;
          -e) variable=$2 ;;
        esac
        shift
      done
      shift
      env "${variable/$inner/$outer}" "$@"
    }

    """#

  @Test(.timeLimit(.minutes(2)), arguments: 0..<4)
  func `a README command for a machine without a sound card plays the sound elsewhere`(index: Int)
    throws
  {
    let lines = try DocumentationPage("README.md").block("## Without a sound card")
    try #require(lines.count == 4)
    let line = lines[index].replacing("unix:/mnt/wslg/PulseServer", with: "$server")
    let folder = try ScratchFolder()
    let outcome = try Program.bash(Self.prelude + line, in: folder)
    #expect(outcome.status == 0, "\(line): \(outcome.words)")
    let sound = index < 3 ? "heard.raw" : "heartbeat.wav"
    // The header of the file takes less than a hundred bytes.
    #expect(try folder.read(sound).dropFirst(100).contains { $0 != 0 }, "\(line)")
  }
}
