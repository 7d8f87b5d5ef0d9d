#!/usr/bin/env python3
"""A slider that moves an input of the playing pattern; it needs only the standard library, in Debian with python3-tk.

  haptic play jump-from-ground --loop --inputs-from osc
  Examples/Inputs/slider.py height 0 5

With --values it sends those values and does not open a window: slider.py height 0 5 --values 1 2.5 4
"""
import argparse
import socket
import struct


def osc(address, value):
    """An OSC message: two strings, each zero-terminated and padded to four bytes, and a big-endian float."""
    def text(string):
        return string.encode() + b"\0" * (4 - len(string.encode()) % 4)
    return text(address) + text(",f") + struct.pack(">f", value)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("low", type=float)
    parser.add_argument("high", type=float)
    parser.add_argument("--port", type=int, default=9000)
    parser.add_argument("--values", type=float, nargs="*")
    given = parser.parse_args()
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def send(value):
        sender.sendto(osc("/haptic/" + given.name, float(value)), ("127.0.0.1", given.port))

    if given.values is not None:
        for value in given.values:
            send(value)
        return
    try:
        import tkinter
    except ImportError:
        parser.error("the window needs tkinter, in Debian's package python3-tk; --values needs no window")
    window = tkinter.Tk()
    window.title(given.name)
    tkinter.Scale(
        window, from_=given.low, to=given.high, resolution=(given.high - given.low) / 500,
        orient="horizontal", length=500, command=send).pack()
    window.mainloop()


main()
