// How slow this machine is at the moment. Processor time is no constant either: on an older processor, or beside a busy
// neighbor on the same core, the same work takes several times as long.

const items = Array.from({ length: 2000 }, (_, index) => ({
  id: `post_${index}`,
  title: `Sort "tags" by ${index % 97}`,
  votes: index,
}));
/** What the work takes on a machine that limits in milliseconds are meant for. */
const usualMs = 4;
const runs = 5;

/** Some of what requests do: writing and reading JSON, sorting, looking for words. */
function work() {
  const text = JSON.stringify(items);
  const sorted = JSON.parse(text).sort((one, other) => (one.title < other.title ? -1 : 1));
  let letters = 0;
  for (const [word] of text.matchAll(/\w+/g)) letters += word.length;
  return letters + sorted.length;
}

/** 1 on a usual machine or a faster one, 2 if everything takes twice as long. `cpuMs` is the clock to measure by. */
export function slowness(cpuMs) {
  // The first run compiles it.
  work();
  const times = Array.from({ length: runs }, () => {
    const startedAt = cpuMs();
    work();
    return cpuMs() - startedAt;
  });
  const [median = usualMs] = times.sort((a, b) => a - b).slice(runs / 2);
  return Math.max(1, median / usualMs);
}
