import { describe, expect, it } from 'vitest';
import { ConfigError, type Environment, logLevels, readConfig } from './config.ts';

const liveKey = 'sk_live_es_Lx83jf02mZqP5vT1cR7wK4yB';
const testKey = 'sk_test_es_Tn61hd94bWsG8uE2oJ5aX7kC';

function mistakesOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('has a default for everything', () => {
    const byDefault = {
      host: 'localhost',
      port: 3000,
      dataDir: './data',
      database: undefined,
      writeTimeoutMs: 30_000,
      eventRetentionMs: 30 * 24 * 3_600_000,
      webhookAllowPrivate: false,
      publicUrl: undefined,
      publicHosts: new Map(),
      logLevel: 'info',
      trustProxy: false,
      maxConnections: 4096,
      pageLimit: 3000,
      limits: { read: 200, write: 60, authFailures: 600 },
      uploads: { maxFiles: 10, maxImageBytes: 10 * 1024 * 1024, maxVideoBytes: 100 * 1024 * 1024 },
      maxImportBytes: 1024 * 1024 * 1024,
      bootstrapKeys: { live: undefined, test: undefined },
      redisUrl: undefined,
      s3: undefined,
      oidc: undefined,
      mail: undefined,
    };
    expect(readConfig({})).toEqual(byDefault);
    const blank = Object.fromEntries(
      ['HOST', 'PORT', 'DATA_DIR', 'PUBLIC_URL', 'LOG_LEVEL', 'RATE_LIMIT_READ', 'BOOTSTRAP_LIVE_KEY'].map(
        (name) => [name, '  '],
      ),
    );
    expect(readConfig(blank)).toEqual(byDefault);
  });

  it.each<[string, string, object]>([
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', ' 65535 ', { port: 65_535 }],
    ['DATA_DIR', '/somewhere', { dataDir: '/somewhere' }],
    ['DATABASE_POOL', '4', {}],
    ['WRITE_TIMEOUT_SECONDS', '120', { writeTimeoutMs: 120_000 }],
    ['EVENT_RETENTION_DAYS', '7', { eventRetentionMs: 7 * 24 * 3_600_000 }],
    ['WEBHOOK_ALLOW_PRIVATE', 'true', { webhookAllowPrivate: true }],
    ['DATABASE_PREPARE', 'false', {}],
    [
      'DATABASE_URL',
      'postgres://user:hunter2@db:5432/earshot?sslmode=verify-full',
      {
        database: {
          url: 'postgres://user:hunter2@db:5432/earshot?sslmode=verify-full',
          poolSize: 10,
          prepare: true,
        },
      },
    ],
    [
      'DATABASE_URL',
      'postgresql:///earshot?host=/run/postgresql',
      { database: { url: 'postgresql:///earshot?host=/run/postgresql', poolSize: 10, prepare: true } },
    ],
    ['PUBLIC_URL', 'https://feedback.example.com', { publicUrl: 'https://feedback.example.com' }],
    ['PUBLIC_URL', 'http://example.com/earshot//', { publicUrl: 'http://example.com/earshot' }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['TRUST_PROXY', 'true', { trustProxy: true }],
    ['TRUST_PROXY', '1', { trustProxy: true }],
    ['TRUST_PROXY', 'false', { trustProxy: false }],
    ['TRUST_PROXY', '10.0.0.0/8', { trustProxy: '10.0.0.0/8' }],
    ['MAX_CONNECTIONS', '0', { maxConnections: 0 }],
    ['MAX_CONNECTIONS', '100', { maxConnections: 100 }],
    ['PAGE_LIMIT', '0', { pageLimit: 0 }],
    ['RATE_LIMIT_READ', '0', { limits: { read: 0, write: 60, authFailures: 600 } }],
    ['RATE_LIMIT_WRITE', '7', { limits: { read: 200, write: 7, authFailures: 600 } }],
    ['AUTH_FAILURE_LIMIT', '8', { limits: { read: 200, write: 60, authFailures: 8 } }],
    [
      'UPLOAD_MAX_FILES',
      '3',
      { uploads: { maxFiles: 3, maxImageBytes: 10_485_760, maxVideoBytes: 104_857_600 } },
    ],
    [
      'UPLOAD_MAX_IMAGE_BYTES',
      '9',
      { uploads: { maxFiles: 10, maxImageBytes: 9, maxVideoBytes: 104_857_600 } },
    ],
    [
      'UPLOAD_MAX_VIDEO_BYTES',
      '9',
      { uploads: { maxFiles: 10, maxImageBytes: 10_485_760, maxVideoBytes: 9 } },
    ],
    ['MAX_IMPORT_SIZE', '9', { maxImportBytes: 9 }],
    ['BOOTSTRAP_LIVE_KEY', liveKey, { bootstrapKeys: { live: liveKey, test: undefined } }],
    ['BOOTSTRAP_TEST_KEY', testKey, { bootstrapKeys: { live: undefined, test: testKey } }],
    ['REDIS_URL', 'redis://cache', { redisUrl: 'redis://cache' }],
    ['REDIS_URL', 'redis://:p%40ss@cache:6380/2', { redisUrl: 'redis://:p%40ss@cache:6380/2' }],
    ['REDIS_URL', 'rediss://user:pass@[::1]:6380/', { redisUrl: 'rediss://user:pass@[::1]:6380/' }],
  ])('takes %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toEqual({ ...readConfig({}), ...expected });
  });

  it('takes hosts of public sites, but not its own', () => {
    const PUBLIC_HOSTS = ' Feedback.Example.com=acme , ideas.example.org=other-2,';
    expect([...readConfig({ PUBLIC_HOSTS }).publicHosts]).toEqual([
      ['feedback.example.com', 'acme'],
      ['ideas.example.org', 'other-2'],
    ]);
    expect(mistakesOf({ PUBLIC_HOSTS, PUBLIC_URL: 'https://feedback.example.com:8443/base' })).toEqual([
      'PUBLIC_HOSTS must not name the host of the server itself, "Feedback.Example.com".',
    ]);
    expect(mistakesOf({ PUBLIC_HOSTS, HOST: 'ideas.example.org' })).toHaveLength(1);
  });

  it('takes every log level', () => {
    for (const level of logLevels) expect(readConfig({ LOG_LEVEL: level }).logLevel).toBe(level);
  });

  const wrong: [string, string][] = [
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['PORT', 'http'],
    ['PORT', '9'.repeat(400)],
    ['PUBLIC_URL', 'feedback.example.com'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['PUBLIC_URL', 'https://example.com/?a=1'],
    ['PUBLIC_URL', 'https://example.com/#a'],
    ['LOG_LEVEL', 'INFO'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_READ', '-5'],
    ['RATE_LIMIT_WRITE', 'many'],
    ['AUTH_FAILURE_LIMIT', '1e3'],
    ['UPLOAD_MAX_FILES', '101'],
    ['UPLOAD_MAX_IMAGE_BYTES', '0'],
    ['UPLOAD_MAX_VIDEO_BYTES', '10MB'],
    ['BOOTSTRAP_LIVE_KEY', testKey],
    ['BOOTSTRAP_LIVE_KEY', 'sk_live_tooshort'],
    ['BOOTSTRAP_LIVE_KEY', `sk_live_${'a'.repeat(32)}`],
    ['BOOTSTRAP_TEST_KEY', `sk_test_${'abc'.repeat(10)}`],
    ['BOOTSTRAP_TEST_KEY', liveKey],
    ['REDIS_URL', 'cache:6379'],
    ['REDIS_URL', 'http://:hunter2@cache'],
    ['REDIS_URL', 'redis://'],
    ['REDIS_URL', 'redis://cache/zero'],
    ['REDIS_URL', 'redis://cache?family=6'],
    ['REDIS_URL', 'redis://:hunter2%@cache'],
    ['S3_BUCKET', 'Upper'],
    ['S3_BUCKET', 'a/b'],
    ['S3_BUCKET', 'ab'],
    ['S3_ENDPOINT', 'http://store'],
    ['S3_REGION', 'eu-central-1'],
    ['S3_FORCE_PATH_STYLE', 'true'],
    ['DATABASE_URL', 'mysql://user:hunter2@db/earshot'],
    ['DATABASE_URL', 'postgres://user:hunter2@db'],
    ['DATABASE_URL', 'user:hunter2@db'],
    ['DATABASE_POOL', '1'],
    ['WRITE_TIMEOUT_SECONDS', '0'],
    ['WRITE_TIMEOUT_SECONDS', '3601'],
    ['EVENT_RETENTION_DAYS', '0'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
    ['EVENT_RETENTION_DAYS', 'ever'],
    ['DATABASE_POOL', 'many'],
    ['DATABASE_PREPARE', 'no'],
    ['PUBLIC_HOSTS', 'feedback.example.com'],
    ['PUBLIC_HOSTS', 'feedback.example.com=Acme'],
    ['PUBLIC_HOSTS', 'feedback.example.com=acme=x'],
    ['PUBLIC_HOSTS', '*.example.com=acme'],
    ['PUBLIC_HOSTS', 'https://feedback.example.com=acme'],
    ['PUBLIC_HOSTS', 'feedback.example.com/p=acme'],
    ['PUBLIC_HOSTS', 'feedback.example.com:8080=acme'],
    ['PUBLIC_HOSTS', 'b\u00fccher.example=acme'],
    ['PUBLIC_HOSTS', '203.0.113.7=acme'],
    ['PUBLIC_HOSTS', '127.1=acme'],
    ['PUBLIC_HOSTS', '0x7f000001=acme'],
    ['PUBLIC_HOSTS', '[::1]=acme'],
    ['PUBLIC_HOSTS', 'localhost=acme'],
    ['PUBLIC_HOSTS', 'a.example=acme,a.example=other'],
    ['PUBLIC_HOSTS', 'a.example=acme,b.example=acme'],
  ];

  it.each(['1', '257', 'many', '-2'])('refuses DATABASE_PARTITIONS=%s', (value) => {
    const url = 'postgres://user@db/earshot';
    expect(mistakesOf({ DATABASE_URL: url, DATABASE_PARTITIONS: value })).toEqual([
      'DATABASE_PARTITIONS must be an integer from 2 to 256.',
    ]);
  });

  it('takes partitions beside a database that has them, and nowhere else', () => {
    const url = 'postgres://user@db/earshot';
    const { database } = readConfig({ DATABASE_URL: url, DATABASE_PARTITIONS: '16' });
    expect(database?.partitions).toBe(16);
    expect(mistakesOf({ DATABASE_PARTITIONS: '16' })).toEqual([
      'DATABASE_PARTITIONS is set, but no PostgreSQL is: set DATABASE_URL too.',
    ]);
  });

  it.each(wrong)('refuses %s=%s by one sentence that begins with its name', (name, value) => {
    const mistakes = mistakesOf({ [name]: value });
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatch(new RegExp(`^"?${name}"? .+\\.$`));
  });

  const provider = {
    OIDC_ISSUER: 'https://id.example.com/realm',
    OIDC_CLIENT_ID: 'earshot',
    OIDC_CLIENT_SECRET: 'hunter2',
  };

  it('takes a sign-in provider with its three variables, and two that may be left out', () => {
    expect(readConfig(provider).oidc).toEqual({
      issuer: 'https://id.example.com/realm',
      clientId: 'earshot',
      clientSecret: 'hunter2',
      label: 'Single sign-on',
      allowedDomains: [],
    });
    const more = { OIDC_LABEL: 'Acme', OIDC_ALLOWED_DOMAINS: 'Acme.example, eu.acme.example,' };
    expect(readConfig({ ...provider, ...more }).oidc).toMatchObject({
      label: 'Acme',
      allowedDomains: ['acme.example', 'eu.acme.example'],
    });
    expect(mistakesOf({ ...provider, OIDC_ISSUER: 'http://localhost:8080' })).toEqual([]);
  });

  it('names every variable that a sign-in provider lacks or that is wrong, and no secret', () => {
    expect(mistakesOf({ OIDC_LABEL: 'Acme' }).map((mistake) => mistake.split(' ', 1)[0])).toEqual([
      'OIDC_ISSUER',
      'OIDC_CLIENT_ID',
      'OIDC_CLIENT_SECRET',
    ]);
    const issuers = ['id.example.com', 'http://id.example.com', 'https://id.example.com/?a=1'];
    for (const issuer of issuers) {
      const mistakes = mistakesOf({ ...provider, OIDC_ISSUER: issuer });
      expect(mistakes).toEqual([expect.stringMatching(/^OIDC_ISSUER /)]);
      expect(mistakes.join()).not.toContain('hunter2');
    }
    for (const domains of ['acme', '@acme.example', 'https://acme.example', '*.acme.example'])
      expect(mistakesOf({ ...provider, OIDC_ALLOWED_DOMAINS: domains })).toEqual([
        expect.stringMatching(/^OIDC_ALLOWED_DOMAINS /),
      ]);
    expect(mistakesOf({ ...provider, OIDC_LABEL: 'x'.repeat(61) })).toHaveLength(1);
  });

  const sending = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'Acme <ideas@acme.example>' };

  it.each<[string, object]>([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: 'offered' }],
    ['smtp://localhost:1025', { host: 'localhost', port: 1025, tls: 'offered' }],
    ['smtp://[::1]:25?tls=off', { host: '::1', port: 25, tls: 'off' }],
    ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, tls: 'implicit' }],
    ['smtp://mail.example.com?tls=required', { host: 'mail.example.com', port: 587, tls: 'required' }],
    [
      // A password must not be sent to whoever says that there is no TLS.
      'smtp://ada%40acme.example:p%3Aw@mail.example.com',
      {
        host: 'mail.example.com',
        port: 587,
        tls: 'required',
        credentials: { user: 'ada@acme.example', pass: 'p:w' },
      },
    ],
    [
      'smtp://a:b@127.0.0.1',
      { host: '127.0.0.1', port: 587, tls: 'offered', credentials: { user: 'a', pass: 'b' } },
    ],
  ])('takes a mail server: %s', (url, smtp) => {
    expect(readConfig({ ...sending, SMTP_URL: url }).mail).toEqual({
      smtp: { credentials: undefined, ...smtp },
      from: { name: 'Acme', address: 'ideas@acme.example' },
      replyTo: undefined,
      perMinute: 600,
    });
  });

  it('takes a mail server only together with a sender, and names no password', () => {
    const first = (environment: Environment) =>
      mistakesOf(environment).map((mistake) => mistake.split(' ', 1)[0]);
    expect(first({ SMTP_URL: sending.SMTP_URL })).toEqual(['MAIL_FROM']);
    expect(first({ MAIL_FROM: sending.MAIL_FROM })).toEqual(['SMTP_URL']);
    expect(first({ MAIL_REPLY_TO: 'ada@acme.example', MAIL_RATE: '60' })).toEqual([
      'MAIL_REPLY_TO',
      'MAIL_RATE',
    ]);
    for (const url of [
      'mail.example.com',
      'http://mail.example.com',
      'smtp://',
      'smtp://mail.example.com/inbox',
      'smtp://mail.example.com?pool=false',
      'smtp://mail.example.com?tls=maybe',
      'smtps://mail.example.com?tls=off',
      'smtp://hunter2@mail.example.com',
      'smtp://ada:%zz@mail.example.com',
    ]) {
      const mistakes = mistakesOf({ ...sending, SMTP_URL: url });
      expect(mistakes, url).toEqual([expect.stringMatching(/^SMTP_URL /)]);
      expect(mistakes.join()).not.toContain('hunter2');
    }
    expect(first({ ...sending, MAIL_FROM: 'Acme' })).toEqual(['MAIL_FROM']);
    expect(first({ ...sending, MAIL_REPLY_TO: 'nobody' })).toEqual(['MAIL_REPLY_TO']);
    expect(first({ ...sending, MAIL_RATE: '0' })).toEqual(['MAIL_RATE']);
    expect(readConfig({ ...sending, MAIL_RATE: '60', MAIL_REPLY_TO: 'ada@acme.example' }).mail).toMatchObject(
      {
        perMinute: 60,
        replyTo: { name: '', address: 'ada@acme.example' },
      },
    );
  });

  it('takes a bucket alone, as Amazon has it', () => {
    expect(readConfig({ S3_BUCKET: 'files.example', AWS_REGION: 'eu-central-1' }).s3).toEqual({
      bucket: 'files.example',
      endpoint: undefined,
      region: 'eu-central-1',
      forcePathStyle: false,
      credentials: undefined,
    });
  });

  it('takes a bucket of another store, by its path unless said otherwise', () => {
    const environment = {
      S3_BUCKET: 'earshot',
      S3_ENDPOINT: 'http://store:9000',
      S3_REGION: 'garage',
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
    };
    const expected = {
      bucket: 'earshot',
      endpoint: 'http://store:9000',
      region: 'garage',
      forcePathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
    };
    expect(readConfig(environment).s3).toEqual(expected);
    const byHost = { ...environment, S3_FORCE_PATH_STYLE: 'false' };
    expect(readConfig(byHost).s3).toEqual({ ...expected, forcePathStyle: false });
  });

  it('leaves credentials alone that are for other programs', () => {
    expect(readConfig({ AWS_ACCESS_KEY_ID: 'id', AWS_REGION: 'x' }).s3).toBeUndefined();
  });

  it('reports every mistake about S3, and repeats no credentials', () => {
    const mistakes = mistakesOf({
      S3_BUCKET: 'No',
      S3_ENDPOINT: 'http://user:hunter2@store',
      S3_REGION: 'a b',
      S3_FORCE_PATH_STYLE: 'yes',
      AWS_SECRET_ACCESS_KEY: 'hunter2',
    });
    expect(mistakes.map((mistake) => mistake.split(' ')[0])).toEqual([
      'S3_BUCKET',
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_FORCE_PATH_STYLE',
      'AWS_ACCESS_KEY_ID',
    ]);
    expect(mistakes.join()).not.toContain('hunter2');
    expect(mistakesOf({ S3_BUCKET: 'fine', AWS_ACCESS_KEY_ID: 'hunter2' })).toEqual([
      'AWS_SECRET_ACCESS_KEY must be set beside the id of the access key.',
    ]);
    expect(mistakesOf({ S3_BUCKET: 'fine', S3_ENDPOINT: 'http://store/?a=b' })).toHaveLength(1);
  });

  it('reports all mistakes together, each by name', () => {
    // These three are wrong only without a bucket.
    const { S3_ENDPOINT, S3_REGION, S3_FORCE_PATH_STYLE, ...environment } = Object.fromEntries(wrong);
    const mistakes = mistakesOf(environment);
    expect(mistakes).toHaveLength(Object.keys(environment).length);
    for (const name of Object.keys(environment))
      expect(
        mistakes.filter((mistake) => new RegExp(`\\b${name}\\b`).test(mistake)),
        name,
      ).toHaveLength(1);
    expect(() => readConfig(environment)).toThrow(/The configuration is wrong:\n {2}\S/);
  });

  it('never repeats a secret that it refuses', () => {
    const shown = mistakesOf({
      BOOTSTRAP_LIVE_KEY: testKey,
      BOOTSTRAP_TEST_KEY: 'sk_test_hunter2',
      DATABASE_URL: 'postgres://user:hunter2@db',
      REDIS_URL: 'redis://:hunter2@cache/?a=b',
    }).join('\n');
    expect(shown).not.toContain('hunter2');
    expect(shown).not.toContain('TTTT');
    expect(shown.split('\n')).toHaveLength(4);
  });
});
