// `npm pack` runs this before (`add`) and after (`remove`): what the published package has beside the server's own
// files is the built console and the licenses of everything that was bundled.

import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, root } from '../../scripts/build.mjs';

const server = dirname(dirname(fileURLToPath(import.meta.url)));
const pages = join(server, 'console');
const licenses = join(server, 'THIRD-PARTY-LICENSES.txt');

/** Folders of all packages that could have been bundled, as in the lock file: `node_modules/kysely`. */
function bundled() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Set();
  const visit = (from, name) => {
    const folder = resolved(packages, from, name);
    if (folder === undefined || found.has(folder)) return;
    found.add(folder);
    for (const next of Object.keys(packages[folder].dependencies ?? {})) visit(folder, next);
  };
  const isOfBuild = /^(?:@types\/|@vitejs\/|vite$)/;
  for (const workspace of ['server', 'console'])
    for (const name of Object.keys(packages[workspace].devDependencies))
      if (!isOfBuild.test(name)) visit(workspace, name);
  return [...found];
}

/** As Node.js resolves it: in the folder's own `node_modules`, then in those above. */
function resolved(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/(?:^|\/)[^/]*$/, '')) {
    const candidate = join(folder, 'node_modules', name);
    if (packages[candidate] !== undefined) return candidate;
    if (folder === '') return undefined;
  }
}

function licenseOf(folder) {
  const path = join(root, folder);
  const { name, version, license, author } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const texts = readdirSync(path)
    .filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file) && !/\.(?:js|ts|json)$/.test(file))
    .map((file) => readFileSync(join(path, file), 'utf8').trim());
  const by = typeof author === 'string' ? author : author?.name;
  const title = `${name} ${version} (${license ?? 'see below'}${by === undefined ? '' : `, ${by}`})`;
  return [title, '-'.repeat(title.length), ...texts].join('\n\n');
}

/** The icons are copied into the console's sources, with their license. */
function licenseOfIcons() {
  const title = 'Tabler Icons (MIT, Paweł Kuna)';
  const text = readFileSync(join(root, 'console/src/parts/tabler-icons.license.txt'), 'utf8').trim();
  return [title, '-'.repeat(title.length), text].join('\n\n');
}

function writeLicenses() {
  const folders = bundled()
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .toSorted();
  const opening = 'Earshot is built with these packages. Each is distributed under its own license.';
  writeFileSync(licenses, `${[opening, ...folders.map(licenseOf), licenseOfIcons()].join('\n\n\n')}\n`);
}

const remove = () => {
  rmSync(pages, { recursive: true, force: true });
  rmSync(licenses, { force: true });
};

remove();
if (process.argv[2] === 'add') {
  await ensureBuilt();
  cpSync(join(root, 'console', 'dist'), pages, { recursive: true });
  writeLicenses();
}
