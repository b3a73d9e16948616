// Checks the image and the compose file without a container engine: what they reference exists, and what they run
// is run here.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../../src/config.ts';
import { knownVariables } from '../../deploy/variables.ts';
import { freePort } from '../../support/servers/ports.ts';
import { cleanUpAfterEach, newDirectory, serve } from '../processes.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', '');
const instructions = [...dockerfile.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name = '', rest = '']) => ({
  name,
  rest,
}));
const all = (wanted: string) => instructions.filter(({ name }) => name === wanted).map(({ rest }) => rest);
/** The instructions of the last stage, which is the image. */
const ofImage = (wanted: string) =>
  instructions
    .slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
    .filter(({ name }) => name === wanted)
    .map(({ rest }) => rest);
const imageEnvironment = Object.fromEntries(
  ofImage('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))),
);

interface Service {
  environment: Record<string, string>;
  ports?: string[];
  read_only?: boolean;
}
const compositions = ['docker-compose.yml', 'docker-compose.sqlite.yml'];
const servicesOf = (file: string): Record<string, Service> => parse(read(file)).services;

/** The environment of a service, with the defaults of its variables. */
const environmentOf = (service: string, file = 'docker-compose.yml'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(servicesOf(file)[service]?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ]),
  );

describe('the image', () => {
  cleanUpAfterEach();

  it('copies only existing files that the ignore file admits', () => {
    const sources = all('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1));
    expect(sources.length).toBeGreaterThan(5);
    const admitted = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    for (const source of sources) {
      expect(existsSync(join(root, source)), source).toBe(true);
      expect(admitted, source).toContain(`!${source}`);
    }
  });

  it('runs unprivileged, reachable from outside, with its data in the volume', () => {
    expect(ofImage('USER')).toEqual(['node']);
    expect(imageEnvironment).toMatchObject({ HOST: '0.0.0.0', NODE_ENV: 'production' });
    expect(ofImage('VOLUME')).toEqual([imageEnvironment.DATA_DIR]);
    expect(ofImage('EXPOSE')).toEqual([imageEnvironment.PORT]);
    expect(all('RUN')).toContain('npm ci --ignore-scripts --omit=dev');
  });

  it('gives freed buffers back to the system, like the unit for systemd', () => {
    const threshold = `MALLOC_MMAP_THRESHOLD_=${imageEnvironment.MALLOC_MMAP_THRESHOLD_}`;
    expect(threshold).toMatch(/=\d+$/);
    expect(read('deploy/earshot.service')).toContain(`Environment=${threshold}\n`);
  });

  it('has every unbundled package among the production dependencies', () => {
    const dist = join(root, 'server/dist');
    const needed = new Set<string>();
    for (const file of readdirSync(dist).filter((name) => /\.c?js$/.test(name))) {
      const text = readFileSync(join(dist, file), 'utf8');
      for (const [, name = ''] of text.matchAll(/(?:^let .* = |=> ).*require\(["']([^."'][^"']*)["']/gm))
        if (!isBuiltin(name))
          needed.add(
            name
              .split('/')
              .slice(0, name.startsWith('@') ? 2 : 1)
              .join('/'),
          );
    }
    expect([...needed]).toEqual(expect.arrayContaining(['@photostructure/sqlite', '@node-rs/argon2']));
    const { dependencies } = JSON.parse(read('server/package.json'));
    for (const name of needed) expect(Object.keys(dependencies)).toContain(name);
  });

  it('starts as documented', () => {
    const command = [...ofImage('ENTRYPOINT'), ...ofImage('CMD')]
      .flatMap((line) => JSON.parse(line))
      .join(' ');
    expect(command).toBe('node --max-semi-space-size=4 server/dist/cli.js serve');
    expect(read('docs/operating.md')).toContain(command);
  });

  it('is healthy when it serves, and unhealthy when nothing responds', async () => {
    const [, , script = ''] = JSON.parse(ofImage('HEALTHCHECK')[0]?.replace(/^.*? CMD /, '') ?? '[]');
    const check = (port: number) =>
      spawnSync(process.execPath, ['-e', script], { env: { PORT: String(port) } }).status;
    const { port } = await serve(join(await newDirectory(), 'data'), { HOST: '0.0.0.0' });
    expect(check(port)).toBe(0);
    expect(check(await freePort())).toBe(1);
  });
});

describe('the compose files', () => {
  it.each(compositions)(
    'give the program in %s a root that it cannot write to, and no privileges',
    (file) => {
      expect(servicesOf(file).earshot).toMatchObject({
        build: '.',
        volumes: [`data:${imageEnvironment.DATA_DIR}`],
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    },
  );

  it('set valid variables for SQLite too', () => {
    const environment = environmentOf('earshot', 'docker-compose.sqlite.yml');
    const known = knownVariables();
    for (const name of Object.keys(environment)) expect(known).toContain(name);
    expect(readConfig(environment)).toMatchObject({
      publicUrl: 'http://localhost:3000',
      database: undefined,
    });
  });

  it('set only valid variables that the program reads', () => {
    const environment = environmentOf('earshot');
    expect(Object.keys(environment).length).toBeGreaterThan(8);
    const { DATABASE_URL, ...others } = environment;
    expect(DATABASE_URL).toBe('postgres://earshot:earshot@postgres:5432/earshot');
    const config = readConfig(others);
    const known = knownVariables();
    for (const name of Object.keys(environment)) expect(known, name).toContain(name);
    expect(config).toMatchObject({ redisUrl: 'redis://valkey:6379', s3: { bucket: 'earshot' } });
  });

  it('give each server the same key and password as the program', () => {
    const {
      AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY,
      S3_BUCKET,
      DATABASE_URL = '',
    } = environmentOf('earshot');
    expect(environmentOf('s3')).toEqual({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
    expect(read('docker-compose.yml')).toContain(`"-bucket=${S3_BUCKET}"`);
    const { username, password, pathname } = new URL(DATABASE_URL);
    expect(environmentOf('postgres')).toEqual({
      POSTGRES_USER: username,
      POSTGRES_PASSWORD: password,
      POSTGRES_DB: pathname.slice(1),
    });
  });

  it.each(compositions)('make %s reachable from other machines only if the operator chooses so', (file) => {
    const published = Object.values(servicesOf(file)).flatMap(({ ports = [] }) => ports);
    expect(published).toEqual(['127.0.0.1:3000:3000']);
  });
});
