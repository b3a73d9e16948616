// Which running jobs may be taken from their owner, as a condition.

import { sql } from 'kysely';
import { serverOwner, type Takeover } from '../../../domain/porting/job.ts';

const anyServer = serverOwner('%');

export const canBeTaken = ({ silentSince, fromServersBut }: Takeover) =>
  fromServersBut === undefined
    ? sql<boolean>`updated_at < ${silentSince}`
    : sql<boolean>`(updated_at < ${silentSince} or (owner like ${anyServer} and owner <> ${fromServersBut}))`;
