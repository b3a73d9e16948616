import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../config.ts';
import { planMove } from './move-target.ts';

const password = 'hunter2';
const server = `postgres://app:${password}@db.internal:5433/earshot`;
const aws = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
const bucket = { S3_BUCKET: 'earshot-files', S3_ENDPOINT: 'http://store:9000', ...aws };

type Case = { environment: Record<string, string>; to?: string; filesTo?: string };
const planned = ({ environment, to, filesTo }: Case) => planMove(environment, { to, filesTo });

describe('where a move leads', () => {
  it.each<[string, Case, { database: boolean; files: boolean; variables: object }]>([
    [
      'to a server: the files stay in the directory',
      { environment: {}, to: server },
      {
        database: true,
        files: false,
        variables: { DATABASE_URL: 'postgres://app:…@db.internal:5433/earshot' },
      },
    ],
    [
      'to a server whose password is in the query',
      { environment: {}, to: `postgres://db/earshot?password=${password}` },
      { database: true, files: false, variables: { DATABASE_URL: 'postgres://db/earshot' } },
    ],
    [
      'into another directory: files on the disk go along',
      { environment: { DATABASE_URL: server }, to: 'sqlite:/srv/earshot' },
      {
        database: true,
        files: true,
        variables: { DATABASE_URL: undefined, DATA_DIR: '/srv/earshot' },
      },
    ],
    [
      'into another directory: files in a bucket stay there',
      { environment: { DATABASE_URL: server, ...bucket }, to: 'sqlite:///srv/earshot' },
      {
        database: true,
        files: false,
        variables: { DATABASE_URL: undefined, DATA_DIR: '/srv/earshot' },
      },
    ],
    [
      'files into a bucket',
      {
        environment: { ...aws, S3_REGION: '' },
        filesTo: 's3://earshot-files?endpoint=http://store:9000&region=eu-west-1',
      },
      {
        database: false,
        files: true,
        variables: {
          S3_BUCKET: 'earshot-files',
          S3_ENDPOINT: 'http://store:9000',
          S3_REGION: 'eu-west-1',
        },
      },
    ],
    [
      'files out of a bucket, into the directory that the database is in',
      { environment: { DATA_DIR: '/srv/earshot', ...bucket }, filesTo: '/srv/earshot/' },
      {
        database: false,
        files: true,
        variables: { S3_BUCKET: undefined, S3_ENDPOINT: undefined, DATA_DIR: '/srv/earshot/' },
      },
    ],
    [
      'both back',
      { environment: { DATABASE_URL: server, ...bucket }, to: 'sqlite:/new', filesTo: '/new' },
      {
        database: true,
        files: true,
        variables: {
          DATABASE_URL: undefined,
          DATA_DIR: '/new',
          S3_BUCKET: undefined,
          S3_ENDPOINT: undefined,
        },
      },
    ],
  ])('%s', (_name, order, { database, files, variables }) => {
    const plan = planned(order);
    expect([plan.isDatabaseMoved, plan.areFilesMoved]).toEqual([database, files]);
    expect(plan.variables).toEqual(variables);
  });

  it.each<[string, Case, string]>([
    ['nowhere', { environment: {} }, '--to for the database'],
    ['to something unknown', { environment: {}, to: 'mysql://db/earshot' }, '--to must be'],
    ['to no directory', { environment: {}, to: 'sqlite:' }, '--to must be'],
    ['to no database', { environment: {}, to: `postgres://app:${password}@db` }, 'DATABASE_URL must be'],
    ['to where it is', { environment: { DATABASE_URL: server }, to: server }, 'used already'],
    ['to the same directory', { environment: { DATA_DIR: '/a' }, to: 'sqlite:/a/' }, 'used already'],
    [
      'files to where they are',
      { environment: bucket, filesTo: `s3://earshot-files?endpoint=http://store:9000` },
      'already',
    ],
    [
      'files away from an embedded database',
      { environment: bucket, filesTo: '/elsewhere' },
      'beside the files',
    ],
    [
      'to two directories',
      { environment: { DATABASE_URL: server }, to: 'sqlite:/a', filesTo: '/b' },
      'the same directory',
    ],
    ['files to something unknown', { environment: {}, filesTo: 'gs://bucket' }, '--files-to must be'],
    ['files to no bucket', { environment: aws, filesTo: 's3://' }, '--files-to must be'],
    [
      'files to a folder in a bucket',
      { environment: aws, filesTo: 's3://bucket/folder' },
      '--files-to must be',
    ],
    ['files with an unknown option', { environment: aws, filesTo: 's3://bucket?acl=x' }, 'not "acl"'],
    ['files with a secret', { environment: aws, filesTo: `s3://id:${password}@bucket` }, 'no credentials'],
    ['files to a wrong bucket', { environment: aws, filesTo: 's3://b' }, 'S3_BUCKET must be'],
  ])('refuses to go %s, and tells no secret', (_name, order, message) => {
    const refused = () => planned(order);
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(message);
    expect(refused).not.toThrow(password);
  });
});
