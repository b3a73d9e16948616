/* Loaded with LD_PRELOAD: every sync of a file takes 2 ms longer, as on a disk that is slow or on the network. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static void wait(void) {
  struct timespec two_ms = {0, 2000000};
  nanosleep(&two_ms, 0);
}

int fsync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait();
  return real(file);
}

int fdatasync(int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait();
  return real(file);
}
