/* Sends HTTP requests at fixed rates, whatever the server does (an open loop), over connections that stay open, one
   request at a time on each. In C, because the load shares the cores with the server, and what the client is late by
   would count as the server's.

   open-loop PORT CONNECTIONS HEAD BODY PHASE...
   HEAD and BODY may contain "{n}", a number that is new for each request. HEAD ends with the header before
   Content-Length. PHASE is RATE:SECONDS.
   Prints a line for each request: its phase, its status, and in microseconds when it was due, when it was sent, and
   when its answer was complete. Status 0: the connection was lost. Status -1: no connection was free. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  int phase, status;
  long due, sent, done;
} Record;

typedef struct {
  int file;
  Record request;
  int isBusy;
  /* Of the answer, as far as it is here. */
  char head[4096];
  int headLength;
  long bodyLeft;
  char tail[5];
} Connection;

static struct sockaddr_in address = {.sin_family = AF_INET};
static int poller;
static Connection *connections;
static Connection **vacant;
static int vacantCount;
static Record *records;
static long recordCount, recordRoom;
static long answersDue;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

static void keep(Record record) {
  if (recordCount == recordRoom) {
    recordRoom = recordRoom ? recordRoom * 2 : 1 << 16;
    records = realloc(records, recordRoom * sizeof(Record));
    if (!records) fail("realloc");
  }
  records[recordCount++] = record;
}

static void open_connection(Connection *one) {
  one->file = socket(AF_INET, SOCK_STREAM, 0);
  if (one->file < 0 || connect(one->file, (struct sockaddr *)&address, sizeof address)) fail("connect");
  int yes = 1;
  setsockopt(one->file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  fcntl(one->file, F_SETFL, O_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = one};
  if (epoll_ctl(poller, EPOLL_CTL_ADD, one->file, &event)) fail("epoll_ctl");
  one->isBusy = 0;
  vacant[vacantCount++] = one;
}

static void answered(Connection *one, int status) {
  one->request.status = status;
  one->request.done = now();
  keep(one->request);
  one->isBusy = 0;
  answersDue--;
}

static void lose(Connection *one) {
  close(one->file);
  if (one->isBusy) answered(one, 0);
  else
    for (int i = 0; i < vacantCount; i++)
      if (vacant[i] == one) vacant[i--] = vacant[--vacantCount];
  open_connection(one);
}

/* Where the number goes into a template. */
static int fill(char *to, const char *template, long n) {
  const char *at = strstr(template, "{n}");
  if (!at) return sprintf(to, "%s", template);
  return sprintf(to, "%.*s%ld%s", (int)(at - template), template, n, at + 3);
}

static void send_request(Connection *one, const char *head, const char *body, long n, int phase, long due) {
  static char text[1 << 16], filled[1 << 15];
  int length = fill(text, head, n);
  if (*body) length += sprintf(text + length, "Content-Length: %d\r\n", fill(filled, body, n));
  length += sprintf(text + length, "\r\n%s", *body ? filled : "");
  one->request = (Record){.phase = phase, .due = due, .sent = now()};
  one->headLength = 0;
  one->bodyLeft = -1;
  one->isBusy = 1;
  answersDue++;
  if (write(one->file, text, length) != length) lose(one);
}

/* Takes bytes of an answer; true when it is complete. */
static int take(Connection *one, char *bytes, long count) {
  if (one->bodyLeft == -1) {
    long room = sizeof one->head - 1 - one->headLength, taken = count < room ? count : room;
    memcpy(one->head + one->headLength, bytes, taken);
    one->head[one->headLength + taken] = 0;
    char *end = strstr(one->head, "\r\n\r\n");
    if (!end) {
      one->headLength += taken;
      return 0;
    }
    long used = end + 4 - one->head - one->headLength;
    bytes += used;
    count -= used;
    char *length = strcasestr(one->head, "\r\ncontent-length:");
    /* Without a length, the answer is chunked: it ends with an empty chunk. */
    one->bodyLeft = length && length < end ? atol(length + 17) : -2;
  }
  if (one->bodyLeft >= 0) return (one->bodyLeft -= count) <= 0;
  if (count >= 5) memcpy(one->tail, bytes + count - 5, 5);
  else {
    memmove(one->tail, one->tail + count, 5 - count);
    memcpy(one->tail + 5 - count, bytes, count);
  }
  return !memcmp(one->tail, "0\r\n\r\n", 5);
}

static void receive(Connection *one) {
  static char bytes[1 << 16];
  long count = read(one->file, bytes, sizeof bytes);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0 || !one->isBusy) return lose(one);
  if (!take(one, bytes, count)) return;
  answered(one, atoi(one->head + 9));
  vacant[vacantCount++] = one;
}

/* Waits for answers until then at most. */
static void poll_until(long instant) {
  static struct epoll_event events[256];
  long left = instant - now();
  struct timespec wait = {0, 0};
  if (left > 0) wait = (struct timespec){left / 1000000, left % 1000000 * 1000};
  int count = epoll_pwait2(poller, events, 256, &wait, 0);
  for (int i = 0; i < count; i++) receive(events[i].data.ptr);
}

int main(int count, char **words) {
  if (count < 6) return 2;
  int connectionCount = atoi(words[2]);
  const char *head = words[3], *body = words[4];
  address.sin_port = htons(atoi(words[1]));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  poller = epoll_create1(0);
  connections = calloc(connectionCount, sizeof(Connection));
  vacant = calloc(connectionCount, sizeof(Connection *));
  if (!connections || !vacant) fail("calloc");
  for (int i = 0; i < connectionCount; i++) open_connection(&connections[i]);
  long n = time(0) % 1000000 * 1000000;
  for (int phase = 0; phase + 5 < count; phase++) {
    double rate = atof(words[phase + 5]), seconds = atof(strchr(words[phase + 5], ':') + 1);
    long begin = now(), due = begin;
    for (long i = 0; i < rate * seconds; due = begin + (long)(++i * 1e6 / rate)) {
      while (due > now()) poll_until(due);
      if (vacantCount) send_request(vacant[--vacantCount], head, body, n++, phase, due);
      else {
        keep((Record){.phase = phase, .status = -1, .due = due, .sent = due, .done = due});
        /* Late, perhaps: look for answers before the next one, too. */
        poll_until(0);
      }
    }
  }
  for (long end = now() + 15000000; answersDue && now() < end;) poll_until(end);
  for (long i = 0; i < recordCount; i++) {
    Record *one = &records[i];
    printf("%d %d %ld %ld %ld\n", one->phase, one->status, one->due, one->sent, one->done);
  }
  return 0;
}
