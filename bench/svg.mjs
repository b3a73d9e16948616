// Charts as SVG, readable on light and dark pages: bars, and lines over a logarithmic axis. Pure functions of data.

const width = 820;
const left = 250;
const right = 160;
const font = 'font-family="system-ui, sans-serif"';

/** Distinct for people who can't tell red from green, and dark enough on white, light enough on black. */
const hues = [
  ['#0969da', '#58a6ff'],
  ['#bc4c00', '#f0883e'],
  ['#1a7f37', '#56d364'],
  ['#8250df', '#bc8cff'],
  ['#9a6700', '#e3b341'],
  ['#bf3989', '#f778ba'],
];

const style = `<style>
  .back { fill: #ffffff } .text { fill: #1f2328 } .quiet { fill: #59636e } .axis { stroke: #d1d9e0 }
  .goal { stroke: #1f2328 } .missed { fill: #cf222e }
${hues.map(([light], index) => `  .fill${index} { fill: ${light} } .line${index} { stroke: ${light} }`).join('\n')}
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117 } .text { fill: #f0f6fc } .quiet { fill: #9198a1 } .axis { stroke: #3d444d }
    .goal { stroke: #f0f6fc } .missed { fill: #ff7b72 }
${hues.map(([, dark], index) => `    .fill${index} { fill: ${dark} } .line${index} { stroke: ${dark} }`).join('\n')}
  }
</style>`;

const escaped = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const at = (value) => Math.round(value * 10) / 10;

const label = (x, y, text, { kind = 'text', anchor = 'start', size = 13, weight = 400 } = {}) =>
  `<text class="${kind}" x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}" ${font}>${escaped(text)}</text>`;

const frame = (title, height, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
${style}
<rect class="back" width="${width}" height="${height}" rx="6"/>
${label(20, 30, title, { size: 16, weight: 600 })}
${parts.join('\n')}
</svg>
`;

/** One bar per row: `{ name, value, text, goal }`, values and goals on one linear scale. A line marks the goal. */
export function bars({ title, note, rows }) {
  const rowHeight = 26;
  const top = 70;
  const most = Math.max(...rows.flatMap(({ value, goal = 0 }) => [value, goal])) || 1;
  const lengthOf = (value) => ((width - left - right) * value) / most;
  const parts = rows.flatMap(({ name, value, text, goal }, index) => {
    const y = top + index * rowHeight;
    const isMissed = goal !== undefined && value < goal;
    const end = left + lengthOf(value);
    const mark =
      goal === undefined
        ? []
        : [
            `<line class="goal" x1="${at(left + lengthOf(goal))}" x2="${at(left + lengthOf(goal))}" y1="${y - 2}" y2="${y + 18}" stroke-width="2"/>`,
          ];
    return [
      label(left - 10, y + 13, name, { anchor: 'end' }),
      `<rect class="${isMissed ? 'missed' : 'fill0'}" x="${left}" y="${y}" width="${at(lengthOf(value))}" height="16" rx="2"/>`,
      ...mark,
      label(Math.max(end, goal === undefined ? 0 : left + lengthOf(goal)) + 6, y + 13, text, {
        kind: 'quiet',
        size: 12,
      }),
    ];
  });
  return frame(title, top + rows.length * rowHeight + 16, [
    label(20, 52, note, { kind: 'quiet', size: 12 }),
    ...parts,
  ]);
}

/** One line per series: `{ name, points: [[x, y]] }`. The x values are places with names; y is logarithmic. */
export function lines({ title, note, ticks, unit, series }) {
  const [top, height, start, end] = [80, 400, 70, width - 230];
  const values = series.flatMap(({ points }) => points.map(([, y]) => y));
  const [low, high] = [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ];
  const span = Math.max(1, high - low);
  const xOf = (place) => start + ((end - start) * place) / Math.max(1, ticks.length - 1);
  const yOf = (value) => height - 40 - ((height - 40 - top) * (Math.log10(value) - low)) / span;
  const decades = Array.from({ length: span + 1 }, (_, index) => 10 ** (low + index));
  const grid = decades.flatMap((value) => [
    `<line class="axis" x1="${start}" x2="${end}" y1="${at(yOf(value))}" y2="${at(yOf(value))}"/>`,
    label(start - 8, yOf(value) + 4, value.toLocaleString('en-US'), {
      anchor: 'end',
      kind: 'quiet',
      size: 12,
    }),
  ]);
  const names = ticks.map((tick, place) =>
    label(xOf(place), height - 16, tick, { anchor: 'middle', kind: 'quiet', size: 12 }),
  );
  const places = apart(series.map(({ points }) => yOf(points.at(-1)[1])));
  const drawn = series.flatMap(({ name, points, isDashed }, index) => {
    const hue = index % hues.length;
    const path = points.map(([x, y]) => `${at(xOf(x))},${at(yOf(y))}`).join(' ');
    return [
      `<polyline class="line${hue}" points="${path}" fill="none" stroke-width="2"${isDashed ? ' stroke-dasharray="6 4"' : ''}/>`,
      ...points.map(([x, y]) => `<circle class="fill${hue}" cx="${at(xOf(x))}" cy="${at(yOf(y))}" r="3.5"/>`),
      label(end + 12, places[index] + 4, name, { kind: `fill${hue}`, size: 12, weight: 600 }),
    ];
  });
  const about = label(20, 52, `${note} ${unit}.`, { kind: 'quiet', size: 12 });
  return frame(title, height, [about, ...grid, ...names, ...drawn]);
}

/** Moves labels apart that would overlap, keeping their order. */
function apart(places) {
  const lineHeight = 16;
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  const moved = [];
  let lowest = Number.NEGATIVE_INFINITY;
  for (const { place, index } of order) {
    lowest = Math.max(place, lowest + lineHeight);
    moved[index] = lowest;
  }
  return moved;
}
