#!/bin/sh
# Runs in the clean system, as a user without rights and without a home: the program from the folder
# given as the first argument, whose version is the second. Exits at the first command that fails.
set -eux

prefix=$1
version=$2
PATH=$prefix/bin:/usr/bin:/bin
export PATH
cd /tmp

[ "$(haptic --version | head -1)" = "haptic $version" ]
haptic play heartbeat --output null
haptic presets | grep heartbeat >/dev/null
haptic profiles | grep audible >/dev/null
haptic schema scenario | grep json-schema >/dev/null
for shell in bash zsh fish; do
  haptic completions $shell | grep haptic >/dev/null
done
haptic-studio --help | grep studio >/dev/null
for page in haptic 'haptic session' haptic-session-run haptic-studio; do
  # shellcheck disable=SC2086 # man takes the words of a command
  [ -f "$(man -w $page | head -1)" ]
done
man haptic play | grep heartbeat >/dev/null
apropos haptic-play | grep -i play >/dev/null
haptic session run --quiet "$prefix"/share/haptic/Examples/Scenarios/*.yaml
