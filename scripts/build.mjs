// Builds the server and the console if their sources are newer than the last build; otherwise silent. One bundle in
// place of 1,500 files: loading those was most of the startup time. `npm run check` checks the types.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const server = join(root, 'server');
const pages = join(root, 'console');
const client = join(root, 'client');
const self = fileURLToPath(import.meta.url);

/** These load files next to themselves, so they stay unbundled. */
const external = [/^@photostructure\/sqlite/, /^@node-rs\/argon2/, /^pino$/];

/** Bundled apart, since the bundler takes 40 MB more for one program with them: only some installations load them. */
const apart = {
  '@aws-sdk/client-s3': './client-s3.cjs',
  '@aws-sdk/lib-storage': './lib-storage.cjs',
  ioredis: './ioredis.cjs',
  nodemailer: './nodemailer.cjs',
};

function newestChange(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

/** Whether the output is older than any of its inputs; missing inputs are ignored. */
function isStale({ output, inputs }) {
  const stamp = stampOf(output);
  return (
    !existsSync(stamp) || statSync(stamp).mtimeMs < Math.max(...inputs.filter(existsSync).map(newestChange))
  );
}

const stampOf = (output) => join(output, '.built');

/** Stamped with the start time, so that changes during the build trigger the next one. */
async function buildInto(output, build) {
  const startedAt = new Date();
  await build(output);
  mkdirSync(output, { recursive: true });
  writeFileSync(stampOf(output), '');
  utimesSync(stampOf(output), startedAt, startedAt);
}

/** Comments are not read here; V8 keeps the whole source in memory. */
const comments = { legal: true, annotation: false, jsdoc: false };

/**
 * V8 keeps a source with two bytes per character if a single one isn't Latin-1: 4 MB for some dashes and ellipses. The
 * bundler could escape them, too, but only together with minifying, which takes 35 MB more.
 */
async function escapeCharacters(dir) {
  for (const name of readdirSync(dir).filter((name) => /\.c?js$/.test(name))) {
    const text = await readFile(join(dir, name), 'utf8');
    const escaped = text.replace(
      /[^\0-\x7f]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    await writeFile(join(dir, name), escaped);
  }
}

/** Plugins are for tests that need another version of the program. */
export async function buildServer(output, plugins = []) {
  const source = (...path) => join(server, 'src', ...path);
  // A server starts faster with CommonJS than with modules.
  const program = {
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    dynamicImportInCjs: false,
  };
  const small = {
    cli: source('cli.ts'),
    'rich-text': source('domain', 'rich-text', 'rich-text.ts'),
  };
  await bundleInto(output, small, { format: 'esm', cleanDir: true }, plugins);
  const others = Object.keys(apart);
  await bundleInto(
    output,
    Object.fromEntries(others.map((name) => [basename(name), name])),
    program,
    plugins,
  );
  await bundleInto(output, { program: source('main.ts') }, { ...program, paths: apart }, plugins, others);
  await escapeCharacters(output);
}

async function bundleInto(dir, input, format, plugins, others = []) {
  const { rolldown } = await import('rolldown');
  const outside = [...external, ...others];
  const bundle = await rolldown({
    cwd: server,
    input,
    platform: 'node',
    external: outside,
    plugins,
    logLevel: 'warn',
    // Of nodemailer; we import by name.
    onLog: (level, log, handle) => log.code === 'MIXED_EXPORTS' || handle(level, log),
  });
  await bundle.write({ dir, comments, minify: false, ...format });
  await bundle.close();
}

async function buildPages(output) {
  const { build } = await import('vite');
  await forProduction(() =>
    build({
      root: pages,
      configFile: configOfPages(),
      logLevel: 'warn',
      build: { outDir: output, emptyOutDir: true },
    }),
  );
  await compressAll(output);
}

/** Always production: `test`, set by test runs, would include React's development checks. */
async function forProduction(build) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await build();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

const configOfPages = () =>
  ['ts', 'mts', 'js', 'mjs']
    .map((extension) => join(pages, `vite.config.${extension}`))
    .find((path) => existsSync(path));

/** Next to each file that compression makes smaller: compress once rather than per request. */
async function compressAll(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) =>
    /\.(?:js|css|html|svg|json)$/.test(name),
  );
  await Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      const forms = {
        br: await promisify(brotliCompress)(bytes, {
          params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }),
        gz: await promisify(gzip)(bytes, { level: 9 }),
      };
      for (const [suffix, form] of Object.entries(forms))
        if (form.length < bytes.length * 0.9) await writeFile(`${path}.${suffix}`, form);
    }),
  );
}

/** The build targets: output, inputs and builder. */
function targets() {
  const bundle = {
    output: join(server, 'dist'),
    inputs: [join(server, 'src'), join(server, 'package.json'), self],
    build: buildServer,
  };
  const config = configOfPages();
  if (config === undefined) return [bundle];
  const sources = ['src', 'public', 'index.html', 'package.json'].map((name) => join(pages, name));
  const inputs = [...sources, config, join(client, 'src'), self];
  return [bundle, { output: join(pages, 'dist'), inputs, build: buildPages }];
}

/**
 * So that a small machine can build: with huge pages, and keeping what it has freed, the bundler's allocator took twice
 * as much. With more threads, the bundler has more modules in memory at the same time.
 */
const thrifty = {
  MIMALLOC_ALLOW_THP: '0',
  MIMALLOC_PURGE_DELAY: '0',
  RAYON_NUM_THREADS: '1',
  TOKIO_WORKER_THREADS: '1',
};
const thriftyFlags = ['--max-semi-space-size=1', '--optimize-for-size'];

/**
 * Builds what is stale, each target in a process of its own: the next target in the same process would
 * keep the bundler's memory. Output goes to standard error, since standard output belongs to the command.
 */
export async function ensureBuilt() {
  for (const { output } of targets().filter(isStale)) {
    const options = { stdio: ['ignore', 2, 2], env: { ...process.env, ...thrifty } };
    const [code, signal] = await once(
      spawn(process.execPath, [...thriftyFlags, self, output], options),
      'exit',
    );
    if (code !== 0) throw new Error(`The build failed (${signal ?? `exit code ${code}`}).`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const wanted = targets().find(({ output }) => output === process.argv[2]);
  if (wanted === undefined) await ensureBuilt();
  else await buildInto(wanted.output, wanted.build);
}
