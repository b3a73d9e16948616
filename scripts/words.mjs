// Finds bookish words in the documentation, the texts, the comments and the names of tests. Quoted words and parts of
// names are left alone.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const bookish =
  /(?<![\w/:'"`-])(?:[Ss]ome|[Nn]o|[Ee]very|[Aa]ny)body(?![\w@-])|\bfor long(?=[,.;:)])|\b(?:[Nn]ow\s+and\s+then|[Aa]t\s+once|[Bb]y\s+hand)\b/g;
const instead = 'Say someone, no one, immediately, in one call, from time to time, measured once.';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folders = ['server/src', 'server/test', 'console/src', 'client/src', 'client/test', 'scripts', 'bench'];
const isSource = (name) =>
  /\.(?:tsx?|m?js)$/.test(name) && !/(?:^|\/)(?:generated|node_modules|dist)\//.test(name);

const within = (folder, options) =>
  readdirSync(join(root, folder), { encoding: 'utf8', ...options }).map((name) => join(folder, name));

const documents = ['.', 'docs', 'docs/integrating', 'docs/adr', 'server', 'client', 'bench']
  .flatMap((folder) => within(folder))
  .filter((name) => name.endsWith('.md'));
const sources = folders.flatMap((folder) => within(folder, { recursive: true })).filter(isSource);

const found = [...documents, ...sources]
  .filter((file) => file !== join('scripts', 'words.mjs'))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const lineOf = (index) => text.slice(0, index).split('\n').length;
    return [...text.matchAll(bookish)].map(({ 0: word, index }) => `${file}:${lineOf(index)} ${word}`);
  });
for (const place of found) process.stderr.write(`${place}\n`);
if (found.length > 0) process.stderr.write(`${instead}\n`);
process.stdout.write(`${documents.length + sources.length} files, ${found.length} bookish words\n`);
process.exit(found.length === 0 ? 0 : 1);
