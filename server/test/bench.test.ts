// The pure parts of the benchmark: judging, tables, plots and the text of its README.

import { describe, expect, it } from 'vitest';

interface Limit {
  perSecond: number;
  share: number;
  lowest: number;
  highest: number;
}
interface Figure {
  stolen?: number;
  perSecond?: number;
  p99Ms?: number;
  limits?: Record<string, Limit>;
  value?: number;
  failed?: string;
}
interface Result {
  engine: string;
  dataset: string;
  figures: Record<string, Figure & { commit: string; measuredAt: string; seconds: number; rounds: number }>;
}
interface Verdict {
  name: string;
  goal: string;
  isMet: boolean;
}
interface Bench {
  verdictsOf(results: Result[]): Verdict[];
  figuresIn(results: Result[]): string;
  withPart(text: string, name: string, content: string): string;
  plotsOf(results: Result[]): { file: string; title: string; svg: string }[];
  merged(earlier: Result[], result: Result): Result;
  bars(chart: object): string;
  sharesIn(
    profile: object,
    from: number,
    to: number,
    partOf: (frame: { functionName: string }) => string | undefined,
  ): Record<string, number>;
  undisturbed<T>(measure: () => Promise<T>, time: () => Ticks): Promise<{ result: T; stolen: number }>;
  ticksIn(text: string): Ticks;
}
interface Ticks {
  all: number;
  stolen: number;
}

const load = async (file: string): Promise<Partial<Bench>> =>
  (await import(new URL(`../../bench/${file}`, import.meta.url).href)) as Partial<Bench>;
const files = ['goals.mjs', 'readme.mjs', 'plots.mjs', 'results.mjs', 'svg.mjs', 'profile.mjs', 'stolen.mjs'];
// Every function above is in one of these files.
const bench = Object.assign({}, ...(await Promise.all(files.map(load)))) as Bench;

const machine = {
  cpu: 'Test CPU',
  cores: 2,
  memoryGiB: 24,
  kernel: '6.1',
  node: 'v20.20.2',
  syncsPerSecond: 8600,
};
const made = { commit: 'abc1234', measuredAt: '2026-01-15T12:00:00.000Z', seconds: 2, rounds: 5 };
const share = (value: number, limit = 'bare'): Figure => ({
  perSecond: 12_345,
  p99Ms: 2.5,
  limits: { [limit]: { perSecond: 24_690, share: value, lowest: value - 0.01, highest: value + 0.01 } },
});

function resultOf(figures: Record<string, Figure>, dataset = '100000', engine = 'sqlite'): Result {
  const marked = Object.entries(figures).map(([name, figure]) => [name, { ...figure, ...made }]);
  const about = { engine, dataset, posts: 1, seedSeconds: 47, machine };
  return { ...about, figures: Object.fromEntries(marked) };
}

describe('a goal', () => {
  it.each([
    ['kept list', 0.5, 'bare', 'sqlite', true],
    ['kept list', 0.499, 'bare', 'sqlite', false],
    ['kept list', 0.25, 'bare', 'postgres', true],
    ['list, never repeated', 0.149, 'bare', 'sqlite', false],
    ['search for a rare word', 0.12, 'bare', 'sqlite', true],
    ['create', 0.2, 'inserts', 'sqlite', true],
    ['create', 0.39, 'driver', 'postgres', false],
    ['page 100 by cursor', 0.2, 'page 1', 'sqlite', true],
    ['creates, 64 connections, slow disk', 4.9, 'inserts', 'sqlite', false],
    ['resident memory', 200, '', 'sqlite', true],
    ['resident memory', 200.1, '', 'sqlite', false],
    ['overload, back to normal', 2.1, '', 'sqlite', false],
    ['webhooks, 1,000 events to eight of ten', 5, '', 'sqlite', true],
    ['webhooks, added to the time of a create', 10.1, '', 'postgres', false],
    ['event feed, 1,000,000 entries', 0.75, 'short ledger', 'sqlite', true],
    ['event feed, 1,000,000 entries', 0.74, 'short ledger', 'postgres', false],
  ])('of "%s" at %d %s on %s is met: %s', (name, value, limit, engine, isMet) => {
    const figure = limit === '' ? { value } : share(value, limit);
    const verdicts = bench.verdictsOf([resultOf({ [name]: figure }, '100000', engine)]);
    expect(verdicts.map((verdict) => [verdict.name, verdict.isMet])).toEqual([[name, isMet]]);
  });

  it('of a scenario that failed is missed, with or without a limit', () => {
    const failed = { failed: 'Page 10000 is empty.' };
    const verdicts = bench.verdictsOf([
      resultOf({ 'page 10,000 by cursor': failed, vote: failed }, '1000000'),
    ]);
    expect(verdicts.map(({ isMet }) => isMet)).toEqual([false, false]);
  });

  it('of the start counts at 1,000,000 posts', () => {
    const start = { 'start to first answer': { value: 601 } };
    expect(bench.verdictsOf([resultOf(start)])).toEqual([]);
    expect(bench.verdictsOf([resultOf(start, '1000000')])).toMatchObject([{ isMet: false }]);
  });

  it('of growth is what is left at 1,000,000 posts of the rate at 10,000', () => {
    const judge = (left: number) =>
      bench.verdictsOf([resultOf({ 'list by votes': share(left, 'smallest') }, '1000000')]);
    expect(judge(0.75)).toMatchObject([{ isMet: true }]);
    expect(judge(0.749)).toMatchObject([{ isMet: false }]);
  });

  it('of growth shows the rates of the same turns', () => {
    const small = resultOf({ 'list by votes': share(0.1) }, '10000');
    const large = resultOf({ 'list by votes': share(0.8, 'smallest') }, '1000000');
    const text = bench.figuresIn([small, large]);
    expect(text).toContain('| list by votes | 24,690 | 12,345 | 80 % | at least 75 % | met |');
  });

  it('is not needed for a figure that only explains another', () => {
    const alone = { 'start of Node.js alone': { value: 40 } };
    expect(bench.verdictsOf([resultOf(alone, '1000000')])).toEqual([]);
  });
});

describe('the README', () => {
  const results = [
    resultOf({
      'kept list': share(0.521),
      'resident memory': { value: 181.6 },
      vote: { failed: 'No answer.' },
    }),
  ];

  it('has every figure with its goal, and the machine', () => {
    const text = bench.figuresIn(results);
    expect(text).toContain('2 of 3 goals are met.');
    expect(text).toContain(
      '| kept list | 12,345 | 2.5 ms | 52.1 % of bare `node:http` (51.1 % to 53.1 %; 24,690/s) | ' +
        'at least 50 % of bare `node:http` | met |',
    );
    expect(text).toContain('| resident memory | 100,000 posts | 181.6 MB | at most 200 MB | met |');
    expect(text).toContain('| vote |  |  | No answer. | at least 20 % of bare synced inserts | **missed** |');
    expect(text).toMatch(/Measured on 2026-01-15: 2 cores \(Test CPU\).* commit abc1234; 5 rounds of 2 s\./);
    expect(text).toContain('(plots/shares-sqlite.svg)');
  });

  it('says how much time other machines took, if it was much', () => {
    const textWith = (stolen: number) =>
      bench.figuresIn([resultOf({ 'kept list': { ...share(0.521), stolen } })]);
    expect(textWith(0.1)).toContain("other machines took 10 % of the processors' time.");
    expect(textWith(0.01)).not.toContain('other machines');
  });

  it('keeps what is outside the marks', () => {
    const text = 'before\n<!-- a: written by npm run bench -->\nold\n<!-- end of a -->\nafter\n';
    const replaced = bench.withPart(text, 'a', 'new');
    expect(replaced).toBe('before\n<!-- a: written by npm run bench -->\n\nnew\n<!-- end of a -->\nafter\n');
    expect(bench.withPart(replaced, 'a', 'new')).toBe(replaced);
    expect(() => bench.withPart('no marks', 'a', 'new')).toThrow(/has no/);
  });
});

describe('the results of a run', () => {
  const earlier = resultOf({ vote: share(0.2, 'inserts'), create: share(0.1, 'inserts') });
  const later = resultOf({ create: share(0.3, 'inserts') });

  it('leave the figures alone that it did not measure', () => {
    const { figures } = bench.merged([resultOf({}, '10000'), earlier], later);
    expect(figures.vote).toEqual(earlier.figures.vote);
    expect(figures.create).toEqual(later.figures.create);
  });

  it('replace those of another machine', () => {
    const elsewhere = { ...earlier, machine: { ...machine, cores: 64 } };
    expect(Object.keys(bench.merged([elsewhere], later).figures)).toEqual(['create']);
  });
});

describe('a plot', () => {
  it('exists for what there are figures of', () => {
    const disks = Object.fromEntries(
      [1, 16, 64].flatMap((count) =>
        ['this disk', 'slow disk'].map((disk) => [
          `creates, ${count} connection${count === 1 ? '' : 's'}, ${disk}`,
          share(0.3, 'inserts'),
        ]),
      ),
    );
    const results = [
      resultOf({ 'kept list': share(0.6) }, '10000'),
      resultOf({ 'kept list': share(0.5), ...disks }),
      resultOf({ 'kept list': share(0.3) }, '100000', 'postgres'),
    ];
    const plots = bench.plotsOf(results);
    expect(plots.map(({ file }) => file)).toEqual([
      'shares-sqlite.svg',
      'shares-postgres.svg',
      'sizes-sqlite.svg',
      'disks.svg',
    ]);
    for (const { svg } of plots) {
      expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
      expect(svg).toContain('prefers-color-scheme: dark');
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it('marks goals and escapes names', () => {
    const rows = [
      { name: 'a < b & "c"', value: 0.4, text: '40 %', goal: 0.5 },
      { name: 'd', value: 0.8, text: '80 %' },
    ];
    const svg = bench.bars({ title: 'Shares', note: '', rows });
    expect(svg).toContain('>a &lt; b &amp; &quot;c&quot;</text>');
    expect(svg.match(/<line class="goal"/g)).toHaveLength(1);
    expect(svg.match(/<rect class="missed"/g)).toHaveLength(1);
    expect(svg.match(/<rect class="fill0"/g)).toHaveLength(1);
  });
});

describe('a profile', () => {
  const nodes = ['(idle)', 'run', 'send'].map((functionName, id) => ({ id, callFrame: { functionName } }));
  const partOf = ({ functionName }: { functionName: string }) =>
    ({ run: 'statements', send: 'Node.js' })[functionName];

  it('has the shares of the busy time within the load', () => {
    const profile = {
      nodes,
      startTime: 1000,
      samples: [1, 1, 0, 2, 2],
      timeDeltas: [100, 300, 500, 100, 100],
    };
    const shares = bench.sharesIn(profile, 1200, 2100, partOf);
    expect(shares).toMatchObject({ statements: 0.75, 'Node.js': 0.25, Earshot: 0 });
  });
});

describe('a measurement', () => {
  /** Measures with these shares stolen, one after the other; the result is the number of the measurement. */
  const measuredWith = async (shares: readonly number[]) => {
    let now = { all: 0, stolen: 0 };
    let times = 0;
    const measure = async () => {
      now = { all: now.all + 1000, stolen: now.stolen + 1000 * (shares[times] ?? 0) };
      times += 1;
      return times;
    };
    const kept = await bench.undisturbed(measure, () => now);
    return { ...kept, times };
  };

  it.each([
    ['is not repeated if little time was stolen', [0.02, 0], { result: 1, stolen: 0.02, times: 1 }],
    ['is repeated if much was', [0.3, 0.01], { result: 2, stolen: 0.01, times: 2 }],
    ['counts as it was least disturbed', [0.3, 0.1, 0.2, 0], { result: 2, stolen: 0.1, times: 3 }],
  ])('%s', async (_what, shares, expected) => {
    expect(await measuredWith(shares)).toEqual(expected);
  });

  it('reads what was stolen from the kernel', () => {
    const text = 'cpu  100 10 20 700 30 0 5 135 9 1\ncpu0 50 5 10 350 15 0 2 68 4 0\n';
    expect(bench.ticksIn(text)).toEqual({ all: 1000, stolen: 135 });
  });
});
