// What a new workspace has done of its first steps.

import { useSession } from './session.ts';
import { type ImportSummary, useImports } from './settings/imports.ts';
import { useKeys } from './settings/keys.ts';
import { useMembers } from './settings/members.ts';

export const steps = ['sample', 'bring', 'connect', 'invite', 'site'] as const;
export type Step = (typeof steps)[number];
const enough = 4;

/** By its name, an import is known as the one of the sample data. */
export const sampleFileName = 'earshot-sample.csv';

export interface Progress {
  done: Readonly<Record<Step, boolean>>;
  isEnough: boolean;
  /** The import of the sample data, while it runs and until it is undone. */
  sample: ImportSummary | undefined;
}

const ended = ['failed', 'undone'];

/** How soon a first request shows. */
const lookEveryMs = 3_000;

export function useProgress() {
  const { siteUrl } = useSession();
  const imports = useImports();
  const keys = useKeys({ everyMs: lookEveryMs });
  const members = useMembers();
  const queries = [imports, keys, members];
  const error = queries.find((query) => query.data === undefined && query.error !== null)?.error ?? null;
  const refetch = () => Promise.all(queries.map((query) => query.refetch()));
  if (imports.data === undefined || keys.data === undefined || members.data === undefined)
    return { data: undefined, error, refetch };
  const isSample = ({ fileNames }: ImportSummary) => fileNames.includes(sampleFileName);
  const real = imports.data.filter(({ dryRun, state }) => !dryRun && !ended.includes(state));
  const sample = real.find(isSample);
  const done: Record<Step, boolean> = {
    sample: sample?.state === 'finished',
    bring: real.some((one) => one.state === 'finished' && !isSample(one)),
    connect: keys.data.some(({ lastUsedAt }) => lastUsedAt !== null),
    invite: members.data.members.length + members.data.invites.length > 1,
    site: siteUrl !== null,
  };
  const isEnough = steps.filter((step) => done[step]).length >= enough;
  const data: Progress = { done, isEnough, sample };
  return { data, error: null, refetch };
}
