// A game loop that sends the distance of another character, as one OSC message for each frame:
//
//   haptic play approaching-footsteps --loop --inputs-from osc
//   cc -o game-loop game-loop.c && ./game-loop 9000 600
//
// Each frame costs one sendto(2), which does not block. Packets are lost if no pattern is playing.
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// Writes `text` with its terminating zero, padded to four bytes; returns the end.
static char *osc_string(char *to, const char *text) {
  size_t length = strlen(text) / 4 * 4 + 4;
  memset(to, 0, length);
  memcpy(to, text, strlen(text));
  return to + length;
}

static void send_input(int sender, const struct sockaddr_in *play, const char *name, float value) {
  char packet[128], address[80];
  snprintf(address, sizeof address, "/haptic/%s", name);
  char *end = osc_string(osc_string(packet, address), ",f");
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  bits = htonl(bits);
  memcpy(end, &bits, sizeof bits);
  sendto(sender, packet, end + sizeof bits - packet, 0, (const struct sockaddr *)play, sizeof *play);
}

int main(int count, char **arguments) {
  int port = count > 1 ? atoi(arguments[1]) : 9000;
  int frames = count > 2 ? atoi(arguments[2]) : 600;
  int sender = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in play = {.sin_family = AF_INET, .sin_port = htons(port)};
  play.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const struct timespec frame = {.tv_nsec = 1000000000 / 60};
  for (int number = 1; number <= frames; number++) {
    // The game: the other character approaches from 30 m to 2 m.
    send_input(sender, &play, "distance", 30 - 28.0f * number / frames);
    nanosleep(&frame, 0);
  }
  return close(sender);
}
