/** 1 on a usual machine or a faster one, 2 if everything takes twice as long. `cpuMs` is the clock to measure by. */
export function slowness(cpuMs: () => number): number;
