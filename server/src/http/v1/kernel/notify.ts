// Operations that can tell people by mail, and rehearse it.

import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Rehearsed } from '../../../app/kernel/rehearsal.ts';
import type { Wiring } from '../../../app/wiring.ts';
import { badField } from '../../../domain/kernel/failure.ts';
import { presentWouldNotify } from '../../../shapes/mail/would-notify.ts';

/** The use cases for this call: with `dryRun`, those that write nothing. */
export function wiringFor(
  { wiring, rehearsal }: Pick<FastifyRequest, 'wiring' | 'rehearsal'>,
  { dryRun }: { dryRun?: boolean | undefined },
): Wiring {
  if (dryRun !== true) return wiring;
  if (rehearsal === undefined) throw badField('dryRun', 'is not possible in a batch.');
  return rehearsal;
}

export const withWouldNotify = <Data extends object>(data: Data, { wouldNotify }: Rehearsed) =>
  wouldNotify === undefined ? data : { ...data, wouldNotify: presentWouldNotify(wouldNotify) };

/** An answer of this shape, which says in a rehearsal who would be told. */
export const orWouldNotify = (name: string) =>
  Type.Intersect([Type.Ref(name), Type.Object({ wouldNotify: Type.Optional(Type.Ref('WouldNotify')) })]);
