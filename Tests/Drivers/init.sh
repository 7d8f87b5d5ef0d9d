#!/bin/sh
# The first process of the virtual machine: mounts file systems, runs guest.sh, and switches off.
export PATH=/bin HOME=/tmp LC_ALL=C
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev 2>/dev/null
mount -t tmpfs tmp /tmp
mkdir -p /dev/pts
mount -t devpts devpts /dev/pts
for module in virtio_pci 9pnet_virtio 9p; do modprobe $module; done
mount -t 9p -o trans=virtio,version=9p2000.L out /out || echo "CHECK shared folder: FAIL"
# Ends the firmware's output.
echo
sh /guest.sh
echo "GUEST DONE"
poweroff -f
