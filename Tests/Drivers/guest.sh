#!/bin/sh
# Plays on real drivers, inside the virtual machine that scripts/test-drivers starts. Prints a line
# "CHECK name: PASS" or "FAIL" for each promise, and leaves captures in /out for compare.py.

for module in snd-dummy snd-aloop xhci_pci snd-usb-audio; do
  case $module in
    snd-dummy) modprobe $module pcm_substreams=1 ;;
    snd-aloop) modprobe $module pcm_substreams=2 ;;
    *) modprobe $module ;;
  esac
done

patterns=/patterns
words=/tmp/words

check() {  # name, what came, what was promised
  if [ "$2" = "$3" ]; then
    echo "CHECK $1: PASS"
  else
    echo "CHECK $1: FAIL (got $2, not $3) $(tr '\n' '|' <$words | cut -c1-300)"
  fi
}

# With the profile that is rendered offline; by default, haptic uses another one for loudspeakers.
play() {  # arguments of haptic play; prints the status
  timeout 60 haptic play --profile wideband "$@" </dev/null >$words 2>&1
  echo $?
}

in_background() {  # file for the status, arguments of haptic play
  result=$1
  shift
  rm -f "$result"
  (play "$@" >"$result.part"; mv "$result.part" "$result") &
}

await() {  # file; at most 30 s
  tries=0
  while [ ! -e "$1" ] && [ $tries -lt 300 ]; do
    usleep 100000
    tries=$((tries + 1))
  done
  cat "$1" 2>/dev/null
}

await_playing() {  # card; until its playback runs, and has for a second
  tries=0
  while ! grep -q RUNNING /proc/asound/"$1"/pcm0p/sub*/status 2>/dev/null && [ $tries -lt 300 ]; do
    usleep 100000
    tries=$((tries + 1))
  done
  sleep 1
}

# The captured signal is the played signal: snd-aloop connects two devices.
loop() {  # format, rate, channels, further arguments
  name=loop.$1.$2.$3
  timeout 10 arecord -q -D hw:Loopback,1,0 -f "$1" -r "$2" -c "$3" -t raw -d 4 "/out/$name" &
  recorder=$!
  sleep 1
  shift 3
  check "$name" "$(play $patterns/payment-confirmed.ahap --device hw:Loopback,0,0 --latency 100 "$@")" 0
  cp $words "/out/$name.words"
  wait $recorder
}
loop FLOAT_LE 48000 2
loop S16_LE 44100 2
loop S24_3LE 96000 2
loop S32_LE 48000 4 --channels 3,4
loop S32_LE 48000 32 --channels 3,4

# A phone's sound: from a scenario, and from one that is played with keys.
capture() {  # name; what the other end of the loop is given, until it is killed
  arecord -q -D hw:Loopback,1,0 -f FLOAT_LE -r 48000 -c 2 -t raw "/out/$1" &
  recorder=$!
  sleep 1
}
cat >/tmp/siri.yaml <<'END'
scenario: Siri listens for a second
apps:
  music: { category: playback, behavior: guidelines }
steps:
  - music: play
  - { at: 2, siri: begin }
  - { at: 3, siri: end }
  - { at: 5, expect: { music: { audible: true } } }
END
capture phone.run
timeout 60 haptic session play /tmp/siri.yaml --device hw:Loopback,0,0 --latency 100 \
  </dev/null >$words 2>&1
check "a scenario is played" $? 0
kill $recorder
wait $recorder 2>/dev/null

capture phone.live
(sleep 3; printf ' '; sleep 2; printf i; sleep 2; printf i; sleep 1; printf ' '; sleep 2; printf q; sleep 1) |
  timeout 60 script -qec \
    "stty cols 80 rows 24; haptic session live --device hw:Loopback,0,0 --latency 100 --save /out/live.yaml" \
    /tmp/screen >$words 2>&1
check "a phone is played by its keys" $? 0
kill $recorder
wait $recorder 2>/dev/null
haptic session run /out/live.yaml --quiet >$words 2>&1
check "what the keys did is a scenario" $? 0

# A device in use by another program.
in_background /tmp/holder $patterns/heartbeat.ahap --device hw:Dummy
await_playing Dummy
check "busy" "$(play $patterns/hit.ahap --device hw:Dummy)" 69
check "the one who has it is not disturbed" "$(await /tmp/holder)" 0

# A buffer smaller than requested still has two periods.
check "long latency" "$(play $patterns/heartbeat.ahap --device hw:Dummy --latency 2000)" 0
grep -q 'period \([0-9.]*\) ms, latency \1 ms' $words
check "at least two periods" $? 1
grep -q underrun $words
check "no underrun with a long latency" $? 1

# Four channels on a card of two: the destination of the haptics would be unknown.
check "folded channels" "$(play $patterns/hit.ahap --device plug:\'hw:Dummy\' --channels 3,4)" 0
grep -q 'mixed into' $words
check "folded channels are said" $? 0

# A driver that is removed, and comes back.
in_background /tmp/unbound $patterns/looming-danger.ahap --device hw:Dummy
await_playing Dummy
(echo snd_dummy.0 >/sys/bus/platform/drivers/snd_dummy/unbind) &
check "unbound while playing" "$(await /tmp/unbound)" 69
grep -q 'was disconnected' $words
check "unbound: the words" $? 0
tries=0
until (echo snd_dummy.0 >/sys/bus/platform/drivers/snd_dummy/bind) 2>/dev/null || [ $tries -ge 100 ]; do
  usleep 100000
  tries=$((tries + 1))
done
check "bound again" "$(play $patterns/hit.ahap --device hw:Dummy)" 0

# All devices and processes sleep for 5 s, including the program.
in_background /tmp/slept $patterns/looming-danger.ahap --device hw:Dummy
await_playing Dummy
echo devices >/sys/power/pm_test
echo freeze >/sys/power/state
check "devices suspended" "$(await /tmp/slept)" 0
echo none >/sys/power/pm_test

# The machine sleeps; its clock wakes it.
if [ -e /sys/class/rtc/rtc0/wakealarm ]; then
  in_background /tmp/slept $patterns/looming-danger.ahap --device hw:Dummy
  await_playing Dummy
  echo +4 >/sys/class/rtc/rtc0/wakealarm
  echo mem >/sys/power/state
  check "machine slept" "$(await /tmp/slept)" 0
else
  echo "CHECK machine slept: SKIP (no clock that wakes)"
fi

# A program that is stopped for longer than the stall limit, and continues.
in_background /tmp/stopped $patterns/looming-danger.ahap --device hw:Dummy
await_playing Dummy
killall -STOP haptic
sleep 3
killall -CONT haptic
check "program stopped for 3 s" "$(await /tmp/stopped)" 0

# A USB card: six channels, then unplugged.
if [ -d /proc/asound/Audio ]; then
  check "usb, haptics by number" "$(play $patterns/hit.ahap --device hw:Audio --channels 3,4)" 0
  check "usb, haptics by place" "$(play $patterns/hit.ahap --device hw:Audio --channels RL,RR)" 0
  grep -q 'RL' $words
  check "usb, places are said" $? 0
  in_background /tmp/unplugged $patterns/looming-danger.ahap --device hw:Audio
  await_playing Audio
  for interface in /sys/bus/usb/drivers/snd-usb-audio/*:1.0; do
    (basename "$interface" >/sys/bus/usb/drivers/snd-usb-audio/unbind) &
  done
  check "usb unplugged" "$(await /tmp/unplugged)" 69
else
  echo "CHECK usb: FAIL (the card is missing)"
fi
