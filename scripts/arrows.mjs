// Which folder may import what: the picture of ARCHITECTURE.md as a check. Reads import lines as text, so it
// needs no compiler; a wrong arrow, a vendor outside its fence or a cycle is a violation.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const engines = ['sql', 'limiter', 'files', 'passwords', 'sign-in', 'http-out', 'archive', 'mail'].map(
  (name) => `engines/${name}`,
);

/**
 * Layer → the layers it may import beside itself. `.` is the top folder: main, and config, which reads the settings of
 * engines. `compose` chooses engines; only commands that copy, check or restore an installation work on them directly.
 */
const arrows = {
  domain: [],
  ports: ['domain'],
  shapes: ['domain'],
  app: ['domain', 'ports'],
  ...Object.fromEntries(engines.map((engine) => [engine, ['domain', 'ports']])),
  http: ['domain', 'app', 'shapes'],
  workers: ['domain', 'ports', 'app', 'shapes'],
  seed: ['domain', 'ports', 'app'],
  compose: ['domain', 'ports', 'app', ...engines, 'shapes', 'http', 'workers', '.'],
  commands: ['domain', 'ports', 'app', 'shapes', 'http', 'workers', 'seed', 'compose', '.'],
  'commands/installation': ['domain', 'ports', 'app', ...engines, 'http', 'compose', 'commands', '.'],
  '.': [
    'domain',
    'app',
    'engines/files',
    'engines/sign-in',
    'engines/mail',
    'commands',
    'commands/installation',
  ],
};

/** Room → the rooms it may import beside itself and the kernel, which is the ground of all. */
const roomArrows = {
  kernel: [],
  feedback: ['people', 'files', 'catalog', 'events'],
  people: [],
  catalog: ['feedback'],
  changelog: ['feedback', 'files'],
  files: [],
  events: [],
  team: ['feedback', 'events'],
  porting: ['feedback', 'people', 'catalog', 'changelog', 'files', 'events', 'site', 'mail'],
  site: ['feedback', 'people', 'files'],
  mail: ['site', 'team'],
};
/** The same for words: those for events come last, since an event may hold a thing of any kind. */
const wordArrows = {
  kernel: [],
  feedback: ['people', 'files', 'catalog'],
  people: [],
  catalog: [],
  changelog: ['feedback', 'files'],
  files: [],
  events: ['feedback', 'people', 'catalog', 'changelog', 'files', 'porting', 'site'],
  team: ['people'],
  porting: ['feedback', 'people', 'catalog', 'changelog', 'files', 'site', 'mail'],
  site: ['feedback', 'people', 'catalog', 'changelog', 'files'],
  mail: ['people', 'site'],
};
/** Of the server itself. */
const serverArrows = {
  kernel: [],
  cache: [],
  input: [],
  openapi: [],
  telemetry: [],
  load: ['edge'],
  access: [],
  output: ['access', 'input'],
  edge: ['input', 'openapi'],
  v1: ['access', 'cache', 'edge', 'input', 'load', 'openapi', 'output'],
  console: ['access', 'edge', 'input', 'load', 'openapi', 'public'],
  public: ['access', 'cache', 'edge', 'input'],
};
/** Layers whose folders are rooms; what lies beside the rooms wires them up, or serves them all. */
const roomLayers = {
  'domain/': wordArrows,
  'ports/': wordArrows,
  'shapes/': wordArrows,
  'app/': roomArrows,
  'engines/sql/': roomArrows,
  'http/v1/': roomArrows,
  'http/': serverArrows,
};

/** Package → where it may be named. */
const fences = {
  kysely: ['engines/sql/'],
  '@photostructure/sqlite': ['engines/sql/dialects/'],
  ioredis: ['engines/limiter/redis.ts'],
  '@aws-sdk/': ['engines/files/s3-connection.ts'],
  pg: ['engines/sql/dialects/'],
  fastify: ['http/', 'compose/program.ts'],
  '@fastify/': ['http/'],
  typebox: ['shapes/', 'http/'],
  'prom-client': [
    'http/telemetry/operations.ts',
    'http/telemetry/metrics.ts',
    'http/telemetry/request-metrics.ts',
  ],
  pino: ['commands/', 'compose/program.ts'],
  citty: ['main.ts', 'commands/'],
  uuid: ['domain/kernel/id.ts'],
  '@node-rs/argon2': ['engines/passwords/argon2.ts'],
  'openid-client': ['engines/sign-in/oidc.ts'],
  jose: ['engines/sign-in/jwt.ts'],
  'markdown-it': ['domain/rich-text/'],
  htmlparser2: ['domain/rich-text/'],
  'content-disposition': ['http/edge/files.ts'],
  'lru-cache': [
    'http/cache/answer-cache.ts',
    'app/team/insights.ts',
    'engines/sql/kernel/statements/prepared.ts',
  ],
  'file-type': ['app/files/media.ts'],
  'image-size': ['app/files/measuring.ts'],
  yazl: ['engines/archive/zip.ts'],
  yauzl: ['engines/archive/zip.ts'],
  'csv-parse': ['app/porting/vendors/'],
  'csv-stringify': ['app/porting/export/'],
  nodemailer: ['engines/mail/smtp.ts'],
};

/** Words that may stand in few places only. */
const words = [
  {
    pattern: /process\.env/,
    // The reference shows how a client reads its key.
    allowed: ['main.ts', 'commands/', 'http/openapi/reference/examples.ts'],
    what: 'reads the environment',
  },
  {
    pattern: /\b(?:sqlite|postgres)/i,
    allowed: ['engines/sql/dialects/', 'compose/', 'config.ts', 'commands/installation/move-target.ts'],
    what: 'names a dialect',
  },
  {
    pattern: /\bDate\.now\(|new Date\(\)/,
    allowed: ['domain/kernel/clock.ts'],
    what: 'asks the machine for the time',
  },
];

const importLine =
  /^\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

const importsOf = (text) =>
  [...text.matchAll(importLine)].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic);

const layerOf = (path) => {
  const inner = [...engines, 'commands/installation'].find((name) => path.startsWith(`${name}/`));
  if (inner !== undefined) return inner;
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '.';
};

const within = (path, places) =>
  places.some((place) => path === place || (place.endsWith('/') && path.startsWith(place)));

/** `http/v1/` is both: a room of the server, and a layer with rooms. */
const mayEnter = (path, file) =>
  Object.entries(roomLayers).every(([layer, rooms]) => {
    if (!path.startsWith(layer) || !file.startsWith(layer)) return true;
    const [from, to] = [path, file].map((one) => one.slice(layer.length).split('/')[0]);
    return from === to || to === 'kernel' || !(from in rooms && to in rooms) || rooms[from].includes(to);
  });

/** `sources`: a map from paths relative to server/src to their text. */
export function violations(sources) {
  const found = [];
  const graph = new Map();
  for (const [path, text] of sources) {
    const layer = layerOf(path);
    if (arrows[layer] === undefined) found.push(`${path} is in no known layer.`);
    const imported = [];
    for (const target of importsOf(text)) {
      if (target.startsWith('.')) {
        const file = normalize(join(dirname(path), target));
        imported.push(file);
        const to = layerOf(file);
        if (to !== layer && !arrows[layer]?.includes(to))
          found.push(`${path} (${layer}) must not import ${file} (${to}).`);
        if (!mayEnter(path, file)) found.push(`${path} must not import ${file}: another room.`);
      } else if (!target.startsWith('node:')) {
        const fence = Object.keys(fences).find(
          (name) => target === name || target.startsWith(name.endsWith('/') ? name : `${name}/`),
        );
        if (fence === undefined) found.push(`${path} imports ${target}, which has no fence.`);
        else if (!within(path, fences[fence]))
          found.push(`${path} must not import ${target}; it belongs to ${fences[fence].join(', ')}.`);
      }
    }
    graph.set(path, imported);
    const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|(?<=\s)\/\/ .*$/gm, '');
    for (const { pattern, allowed, what } of words) {
      if (pattern.test(code) && !within(path, allowed))
        found.push(`${path} ${what}; only ${allowed.join(', ')} may.`);
    }
  }
  return [...found, ...cyclesIn(graph), ...loopsBetweenFolders(graph)];
}

/**
 * `sources`: a map from paths relative to client/src. The client runs where there is nothing but the web's own
 * globals, and knows the server by its document alone: it imports itself and nothing else.
 */
export function clientViolations(sources) {
  const found = [];
  const graph = new Map();
  for (const [path, text] of sources) {
    const targets = importsOf(text);
    const inside = targets.filter((target) => target.startsWith('.'));
    graph.set(
      path,
      inside.map((target) => normalize(join(dirname(path), target))),
    );
    const outside = targets.filter(
      (target) => !target.startsWith('.') || normalize(join(dirname(path), target)).startsWith('..'),
    );
    found.push(...outside.map((target) => `client: ${path} must not import ${target}.`));
  }
  return [...found, ...cyclesIn(graph)];
}

/** Folder of console/src → the folders it may import beside itself. `.` is main.tsx. */
const consoleArrows = {
  texts: ['generated'],
  theme: [],
  parts: ['texts', 'data'],
  generated: [],
  data: ['generated'],
  app: ['data', 'parts', 'texts', 'pages'],
  pages: ['data', 'parts', 'texts'],
  '.': ['app', 'data', 'parts', 'texts', 'theme'],
};

/** What the pages are made of, beside the client. */
const consolePackages =
  /^(?:react|react-dom\/client|@earshot\/client|@(?:mantine|tanstack|tiptap)\/[\w/.-]+)$/;

/**
 * `sources`: a map from paths relative to console/src. The console speaks HTTP only: it imports itself, the client
 * and its packages, nothing of the server; a page belongs to itself and asks the server through `data` alone.
 */
export function consoleViolations(sources) {
  const found = [];
  const graph = new Map();
  for (const [path, text] of sources) {
    const folder = layerOf(path);
    const page = /^pages\/[^/]+/.exec(path)?.[0];
    if (consoleArrows[folder] === undefined) found.push(`console: ${path} is in no known folder.`);
    if (folder !== 'data' && /\bfetch\(/.test(text))
      found.push(`console: ${path} calls fetch; only data may.`);
    const inside = [];
    for (const target of importsOf(text)) {
      if (!target.startsWith('.')) {
        if (!consolePackages.test(target)) found.push(`console: ${path} must not import ${target}.`);
        continue;
      }
      const file = normalize(join(dirname(path), target));
      const to = layerOf(file);
      const isForeignPage = to === 'pages' && folder === 'pages' && !file.startsWith(`${page}/`);
      if (isForeignPage || (to !== folder && !consoleArrows[folder]?.includes(to)))
        found.push(`console: ${path} must not import ${file}.`);
      inside.push(file);
    }
    graph.set(path, inside);
  }
  return [...found, ...cyclesIn(graph), ...loopsBetweenFolders(graph)];
}

function cyclesIn(graph) {
  const done = new Set();
  const cycles = [];
  const visit = (path, trail) => {
    if (trail.includes(path))
      return void cycles.push(`Cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}

/**
 * The same one level up, in every folder: what lies in it, files and folders alike, imports each other in one
 * direction only.
 */
function loopsBetweenFolders(graph) {
  const siblings = new Map();
  for (const [path, targets] of graph) {
    for (const target of targets) {
      const [from, to] = [path.split('/'), target.split('/')];
      let depth = 0;
      while (from[depth] === to[depth] && depth < from.length) depth += 1;
      const [here, there] = [from, to].map((parts) => parts.slice(0, depth + 1).join('/'));
      const folder = from.slice(0, depth).join('/');
      if (!siblings.has(folder)) siblings.set(folder, new Map());
      const arrowsIn = siblings.get(folder);
      arrowsIn.set(here, [...new Set([...(arrowsIn.get(here) ?? []), there])]);
    }
  }
  // Cycles of files alone are reported already.
  const hasFolder = (cycle) =>
    cycle.split(' ').some((word) => /\w/.test(word) && !/(?:\.tsx?|Cycle:)$/.test(word));
  return [...siblings.values()].flatMap(cyclesIn).filter(hasFolder);
}

export function sourcesOf(folder) {
  const files = readdirSync(folder, { recursive: true }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.ts$/.test(name),
  );
  return new Map(files.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const server = sourcesOf(join(root, 'server', 'src'));
  const client = sourcesOf(join(root, 'client', 'src'));
  const pages = sourcesOf(join(root, 'console', 'src'));
  const found = [...violations(server), ...clientViolations(client), ...consoleViolations(pages)];
  for (const violation of found) process.stderr.write(`${violation}\n`);
  process.stdout.write(`${server.size + client.size + pages.size} files, ${found.length} wrong arrows\n`);
  process.exit(found.length === 0 ? 0 : 1);
}
