// The target of a move: translates the arguments to the target's environment variables, and decides what has to move.

import { resolve } from 'node:path';
import { type Config, ConfigError, type Environment, readConfig } from '../../config.ts';

export interface MoveArguments {
  to: string | undefined;
  filesTo: string | undefined;
}

export interface MovePlan {
  from: Config;
  to: Config;
  isDatabaseMoved: boolean;
  areFilesMoved: boolean;
  /** The environment variables to set (or, if undefined, to unset) for the target; without secrets. */
  variables: Record<string, string | undefined>;
}

export const databaseForms = 'postgres://user:password@host:port/database or sqlite:DIRECTORY';

type Changes = Record<string, string | undefined>;

export function planMove(environment: Environment, { to, filesTo }: MoveArguments): MovePlan {
  const from = readConfig(environment);
  const mistakes: string[] = [];
  if (to === undefined && filesTo === undefined)
    mistakes.push('Say where to: --to for the database, --files-to for the files, or both.');
  const database = to === undefined ? {} : databaseChanges(to, mistakes);
  const files = filesTo === undefined ? {} : filesChanges(filesTo, mistakes);
  if (isElsewhere(database.DATA_DIR, files.DATA_DIR))
    mistakes.push('--to and --files-to must name the same directory: files lie beside the database.');
  if (to === undefined && from.database === undefined && isElsewhere(files.DATA_DIR, from.dataDir))
    mistakes.push(
      'The database lies beside the files: give the directory with --to too, as in sqlite:DIRECTORY.',
    );
  if (mistakes.length > 0) throw new ConfigError(mistakes, 'This move is not possible');

  const changes = { ...files, ...database };
  const target = readTarget({ ...environment, ...changes });
  const isDatabaseMoved = placeOfDatabase(from) !== placeOfDatabase(target);
  const areFilesMoved = placeOfFiles(from) !== placeOfFiles(target);
  if (to !== undefined && !isDatabaseMoved) mistakes.push('--to names the database that is used already.');
  if (filesTo !== undefined && !areFilesMoved) mistakes.push('--files-to names where the files are already.');
  if (mistakes.length > 0) throw new ConfigError(mistakes, 'This move is not possible');
  return { from, to: target, isDatabaseMoved, areFilesMoved, variables: shown(environment, changes) };
}

/** Error messages name the environment variables behind the arguments. */
function readTarget(environment: Environment): Config {
  try {
    return readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(error.mistakes, 'The target is wrong');
    throw error;
  }
}

const isElsewhere = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && resolve(one) !== resolve(other);

const placeOfDatabase = ({ database, dataDir }: Config): string => database?.url ?? resolve(dataDir);
const placeOfFiles = ({ s3, dataDir }: Config): string =>
  s3 === undefined ? resolve(dataDir) : `${s3.endpoint} ${s3.bucket}`;

function databaseChanges(to: string, mistakes: string[]): Changes {
  if (/^postgres(?:ql)?:/i.test(to)) return { DATABASE_URL: to };
  const directory = /^sqlite:(?:\/\/)?(.+)$/is.exec(to)?.[1];
  if (directory === undefined) mistakes.push(`--to must be ${databaseForms}.`);
  return { DATABASE_URL: undefined, DATA_DIR: directory };
}

const noBucket: Changes = {
  S3_BUCKET: undefined,
  S3_ENDPOINT: undefined,
  S3_REGION: undefined,
  S3_FORCE_PATH_STYLE: undefined,
};

const bucketOptions: Record<string, string> = {
  endpoint: 'S3_ENDPOINT',
  region: 'S3_REGION',
  forcePathStyle: 'S3_FORCE_PATH_STYLE',
};

function filesChanges(filesTo: string, mistakes: string[]): Changes {
  if (!/^s3:/i.test(filesTo)) {
    if (/^\w+:\/\//.test(filesTo) || filesTo.trim() === '')
      mistakes.push('--files-to must be s3://BUCKET or a directory.');
    return { ...noBucket, DATA_DIR: filesTo };
  }
  const url = URL.canParse(filesTo) ? new URL(filesTo) : undefined;
  if (url === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname) || url.hash !== '')
    mistakes.push('--files-to must be s3://BUCKET, with ?endpoint=… and &region=… where they are needed.');
  if (url !== undefined && (url.username !== '' || url.password !== '' || url.port !== ''))
    mistakes.push('--files-to takes no credentials: they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const changes: Changes = { ...noBucket, S3_BUCKET: url?.hostname };
  for (const [option, value] of url?.searchParams ?? []) {
    const variable = bucketOptions[option];
    if (variable === undefined)
      mistakes.push(`--files-to knows ${Object.keys(bucketOptions).join(', ')}, but not "${option}".`);
    else changes[variable] = value;
  }
  return changes;
}

function shown(environment: Environment, changes: Changes): Changes {
  const told = Object.entries(changes).filter(([name, value]) => environment[name] !== value);
  return Object.fromEntries(
    told.map(([name, value]) => [name, name === 'DATABASE_URL' && value ? withoutSecrets(value) : value]),
  );
}

/** The query string can contain a password too. */
function withoutSecrets(url: string): string {
  const { protocol, username, password, host, pathname } = new URL(url);
  const user = username === '' ? '' : `${username}${password === '' ? '' : ':…'}@`;
  return `${protocol}//${user}${host}${pathname}`;
}
