// What the console shows of a person beyond the API: how they stand on the public site.

import Type from 'typebox';
import { isoOrNull, toIso } from '../../domain/kernel/clock.ts';
import { waysIn } from '../../domain/site/visitor.ts';
import { dateTime, named, nullable, oneOf } from '../../shapes/kernel/common.ts';
import { idParams, operation } from './operation.ts';

const StandingShape = named('Standing', {
  ban: Type.Union([Type.Object({ reason: nullable<string>('string'), createdAt: dateTime() }), Type.Null()], {
    description: 'Null for someone who may write there.',
  }),
  lastSignedInAt: nullable<string>('string', {
    format: 'date-time',
    description: 'Null if they never signed in to the site themselves.',
  }),
  cameBy: Type.Union([oneOf(waysIn), Type.Null()], { description: 'How they signed in the last time.' }),
});

export const personOperations = {
  standing: operation({
    operationId: 'getStanding',
    summary: 'Get how a person stands on the public site',
    params: idParams,
    answer: StandingShape,
    async handler({ wirings, caller, params: { id } }) {
      const { ban, lastSignedInAt, cameBy } = await wirings.live.moderating.standing(caller, id);
      return {
        ban: ban === null ? null : { reason: ban.reason, createdAt: toIso(ban.createdAt) },
        lastSignedInAt: isoOrNull(lastSignedInAt),
        cameBy,
      };
    },
  }),
};
