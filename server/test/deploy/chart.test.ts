// The Helm chart, without Helm: its values against their schema, and every template rendered by Go's text/template.
// What comes out must be YAML, and say what the program needs.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { findTool } from '../../../scripts/tools.mjs';
import { knownVariables } from './variables.ts';

const root = join(import.meta.dirname, '../../..');
const chart = join(root, 'deploy/helm/earshot');
const read = (path: string) => readFileSync(join(chart, path), 'utf8');

type Values = Record<string, unknown>;
const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As Helm merges files of values: maps by key, everything else replaced. */
const merged = (base: Values, over: Values): Values => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(over).map(([name, value]) => [
      name,
      isMap(value) && isMap(base[name]) ? merged(base[name], value) : value,
    ]),
  ),
});

const defaults: Values = parse(read('values.yaml'));
const distributed = merged(defaults, parse(read('values-distributed.yaml')));
const everything = merged(distributed, {
  env: { S3_FORCE_PATH_STYLE: true, RATE_LIMIT_READ: 500, LOG_LEVEL: 'a "quoted" text' },
  image: { tag: '9.9', pullSecrets: [{ name: 'registry' }] },
  service: { annotations: { a: 'b' } },
  ingress: { annotations: { a: 'b' } },
  metrics: { podAnnotations: true },
  serviceAccount: { name: 'own', annotations: { a: 'b' } },
  podAnnotations: { a: 'b' },
  podLabels: { a: 'b' },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'a', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  topologySpreadConstraints: [{ maxSkew: 1 }],
});
const schema: Values = JSON.parse(read('values.schema.json'));
const isValid = new Ajv({ allErrors: true, strict: false }).compile(schema);

describe('the values of the chart', () => {
  it.each([
    ['the defaults', defaults],
    ['the example for many nodes', distributed],
    ['everything', everything],
  ])('are valid: %s', (_name, values) => {
    isValid(values);
    expect(isValid.errors).toBeNull();
  });

  it.each<[string, Values]>([
    ['two pods on one SQLite volume', { replicas: 2 }],
    ['many nodes without a secret', { mode: 'distributed', env: { S3_BUCKET: 'files' } }],
    ['many nodes that keep files to themselves', { mode: 'distributed', existingSecret: 'earshot' }],
    ['an unknown mode', { mode: 'sqlite' }],
    ['a misspelled name', { replica: 1 }],
    ['a misspelled name below another', { image: { name: 'earshot' } }],
    ['an ingress without a host', { ingress: { enabled: true } }],
    ['a variable that is not one', { env: { 'public-url': 'x' } }],
  ])('are refused: %s', (_name, values) => {
    expect(isValid(merged(defaults, values))).toBe(false);
  });

  it('have the same names in values.yaml, the schema and the templates', () => {
    const properties = (of: Values): Values => (of.properties ?? {}) as Values;
    const { global: _ofHelm, ...known } = properties(schema);
    expect(Object.keys(known).toSorted()).toEqual(Object.keys(defaults).toSorted());
    for (const [name, value] of Object.entries(defaults)) {
      const inSchema = Object.keys(properties(known[name] as Values)).toSorted();
      if (inSchema.length > 0) expect(Object.keys(value as Values).toSorted(), name).toEqual(inSchema);
    }
    const used = templateNames().flatMap((name) => [...read(name).matchAll(/\.Values\.([\w.]+)/g)]);
    const paths = new Set(used.map(([, path = '']) => path));
    for (const path of paths)
      expect(
        path.split('.').reduce<unknown>((value, name) => (value as Values)?.[name], defaults),
        path,
      ).toBeDefined();
    for (const name of Object.keys(defaults))
      expect(
        [...paths].some((path) => path.split('.')[0] === name),
        name,
      ).toBe(true);
  });

  it('belong to this version of the program', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(parse(read('Chart.yaml'))).toMatchObject({
      apiVersion: 'v2',
      name: 'earshot',
      appVersion: version,
    });
  });
});

const templateNames = () => readdirSync(join(chart, 'templates')).map((name) => `templates/${name}`);

interface Resource {
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has another shape.
  spec: any;
}

describe.skipIf((process.env.EARSHOT_MISSING_TOOLS ?? '').split(',').includes('go'))('the chart', () => {
  let folder: string;
  let program: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'earshot-chart-'));
    program = join(folder, 'render');
    const source = join(import.meta.dirname, 'render.go');
    const home = { HOME: process.env.HOME ?? folder, PATH: process.env.PATH ?? '' };
    const built = spawnSync(findTool('go') ?? 'go', ['build', '-o', program, source], {
      encoding: 'utf8',
      env: { ...home, GO111MODULE: 'off', CGO_ENABLED: '0' },
    });
    expect(built.stderr).toBe('');
    expect(existsSync(program)).toBe(true);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function resources(values: Values): Record<string, Resource> {
    const { name, version, appVersion } = parse(read('Chart.yaml'));
    const data = {
      Values: values,
      Chart: { Name: name, Version: version, AppVersion: appVersion },
      Release: { Name: 'feedback', Namespace: 'tools', Service: 'Helm' },
    };
    const templates = Object.fromEntries(templateNames().map((path) => [path, read(path)]));
    const { stdout, stderr } = spawnSync(program, {
      input: JSON.stringify({ templates, data }),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const rendered = Object.entries<string>(JSON.parse(stdout)).filter(([path]) => path.endsWith('.yaml'));
    const documents = rendered.flatMap(([path, text]) =>
      parseAllDocuments(text).map((document) => {
        if (!('errors' in document)) throw new Error(`${path} is empty.`);
        expect(document.errors, path).toEqual([]);
        return document.toJS() as Resource | null;
      }),
    );
    const found = documents.filter((document) => document !== null);
    return Object.fromEntries(found.map((resource) => [resource.kind, resource]));
  }

  const containerOf = ({ Deployment }: Record<string, Resource>) =>
    Deployment?.spec.template.spec.containers[0];

  it('is one pod with a volume by default', () => {
    const found = resources(defaults);
    expect(Object.keys(found).toSorted()).toEqual([
      'Deployment',
      'PersistentVolumeClaim',
      'Service',
      'ServiceAccount',
    ]);
    const { spec, metadata } = found.Deployment as Resource;
    expect(metadata.name).toBe('feedback-earshot');
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    expect(spec.template.spec.volumes[0].persistentVolumeClaim.claimName).toBe('feedback-earshot');
    expect(containerOf(found)).not.toHaveProperty('envFrom');
  });

  it('is many pods on shared servers, replaced one by one, in the other mode', () => {
    const found = resources(distributed);
    expect(Object.keys(found).toSorted()).toEqual([
      'Deployment',
      'Ingress',
      'PodDisruptionBudget',
      'Service',
      'ServiceAccount',
      'ServiceMonitor',
    ]);
    const { spec } = found.Deployment as Resource;
    expect(spec).toMatchObject({
      replicas: 3,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } },
    });
    expect(spec.template.spec.volumes[0]).toEqual({ name: 'data', emptyDir: {} });
    expect(containerOf(found).envFrom).toEqual([{ secretRef: { name: 'earshot' } }]);
    expect(containerOf(found).env).toContainEqual({
      name: 'DATABASE_URL',
      valueFrom: { secretKeyRef: { name: 'earshot', key: 'DATABASE_URL' } },
    });
    expect(found.PodDisruptionBudget?.spec.minAvailable).toBe(2);
    expect(found.Ingress?.spec).toMatchObject({
      ingressClassName: 'nginx',
      tls: [{ hosts: ['feedback.example.com'], secretName: 'feedback-tls' }],
    });
  });

  it.each([
    ['by default', defaults],
    ['on many nodes', distributed],
    ['with every value set', everything],
  ])('is locked down, probed, and selects its own pods %s', (_name, values) => {
    const found = resources(values);
    const { template, selector } = found.Deployment?.spec ?? {};
    expect(template.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    const container = containerOf(found);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const pathOf = (probe: string) => container[probe].httpGet.path;
    expect(['startupProbe', 'livenessProbe', 'readinessProbe'].map(pathOf)).toEqual([
      '/healthz',
      '/healthz',
      '/readyz',
    ]);
    expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
      '/data',
      '/tmp',
    ]);
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(template.metadata.labels).toMatchObject(found.Service?.spec.selector);
    const known = knownVariables();
    for (const { name, value } of container.env) {
      expect(known, name).toContain(name);
      if (value !== undefined) expect(typeof value, name).toBe('string');
    }
  });

  it('keeps every optional value in its place', () => {
    const { metadata, spec } = resources(everything).Deployment?.spec.template ?? {};
    expect(metadata.annotations).toMatchObject({ 'prometheus.io/path': '/metrics', a: 'b' });
    expect(metadata.labels.a).toBe('b');
    expect(spec).toMatchObject({
      serviceAccountName: 'own',
      imagePullSecrets: [{ name: 'registry' }],
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'a' }],
      affinity: { nodeAffinity: {} },
      topologySpreadConstraints: [{ maxSkew: 1 }],
    });
    expect(spec.containers[0].image).toBe('earshot:9.9');
    expect(spec.containers[0].env).toContainEqual({ name: 'LOG_LEVEL', value: 'a "quoted" text' });
  });
});
