// Prints the compressed size of a first visit: the page, its scripts and styles, and their static imports. Also lists
// the size of what pages and languages load later.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
const limitBytes = 250 * 1024;

const read = (path) => readFileSync(join(dist, path));

/** Static imports only: `from"./x.js"` and `import"./x.js"`, not `import("./x.js")`. */
function importedBy(path) {
  const text = read(path).toString();
  return [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(
    ([, name]) => `assets/${name}`,
  );
}

function firstLoad() {
  const page = read('index.html').toString();
  const named = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, path]) => path);
  const all = new Set(['index.html']);
  const add = (path) => {
    if (all.has(path)) return;
    all.add(path);
    if (path.endsWith('.js')) importedBy(path).forEach(add);
  };
  named.forEach(add);
  return [...all];
}

/** As the build has compressed it; only what it left alone is compressed here. */
function compressedSize(path, suffix, compress) {
  const made = join(dist, path + suffix);
  return existsSync(made) ? statSync(made).size : compress(read(path)).length;
}

const weigh = (path) => ({
  path,
  gzip: compressedSize(path, '.gz', (bytes) => gzipSync(bytes, { level: 9 })),
  brotli: compressedSize(path, '.br', brotliCompressSync),
});
const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1).padStart(7)} KB`;
const print = ({ path, gzip, brotli }) =>
  process.stdout.write(`${kilobytes(gzip)} gzip ${kilobytes(brotli)} brotli  ${path}\n`);

const first = firstLoad();
const weights = first.map(weigh);
for (const weight of weights) print(weight);
const sum = (field) => weights.reduce((total, weight) => total + weight[field], 0);
const total = { path: 'FIRST LOAD', gzip: sum('gzip'), brotli: sum('brotli') };
print(total);

process.stdout.write('\nLater:\n');
readdirSync(join(dist, 'assets'))
  .map((name) => `assets/${name}`)
  .filter((path) => !first.includes(path) && /\.(js|css)$/.test(path))
  .map(weigh)
  .sort((a, b) => b.gzip - a.gzip)
  .slice(0, 12)
  .forEach(print);

if (total.gzip > limitBytes) {
  process.stderr.write(`\nThe first load is above ${limitBytes / 1024} KB.\n`);
  process.exit(1);
}
