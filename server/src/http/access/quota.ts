// What one request takes from the rate limit of its caller, and gives back if it turns out to cost less.

import type { FastifyReply } from 'fastify';
import type { Access, Allowance, RequestClass } from '../../app/kernel/access.ts';
import type { Actor } from '../../domain/kernel/actor.ts';
import { counted, plural } from '../../domain/kernel/count.ts';
import { tooManyRequests } from '../kernel/failures.ts';

interface Taken {
  allowance: Allowance;
  cost: number;
}

export class Quota {
  readonly #access: Access;
  readonly #reply: FastifyReply;
  readonly #actor: Actor;
  readonly #requestClass: RequestClass;
  readonly #taken: Taken[] = [];

  constructor(access: Access, reply: FastifyReply, actor: Actor, requestClass: RequestClass) {
    this.#access = access;
    this.#reply = reply;
    this.#actor = actor;
    this.#requestClass = requestClass;
  }

  /** Requests per minute; 0 for no limit. */
  get limit(): number {
    return this.#access.limitOf(this.#actor, this.#requestClass);
  }

  /** Takes one or more requests from the limit, or fails with 429. */
  async take(cost = 1): Promise<void> {
    const allowance = await this.#access.admit(this.#actor, this.#requestClass, cost);
    if (allowance === undefined) return;
    this.#show(allowance);
    if (!allowance.allowed) throw this.#refusal(allowance, cost);
    this.#taken.push({ allowance, cost });
  }

  /** Gives everything back: a 429 does not count. */
  async refund(): Promise<void> {
    for (const { allowance, cost } of this.#taken.splice(0))
      this.#show(await this.#access.giveBack(this.#actor, this.#requestClass, allowance, cost));
  }

  /** Counts writes as reads, unless there are too few of those left. The headers still show the writes. */
  async countAsReads(): Promise<void> {
    const cost = this.#cost;
    if (cost === 0) return;
    const reads = await this.#access.admit(this.#actor, 'read', cost);
    if (reads?.allowed !== false) await this.refund();
  }

  get #cost(): number {
    return this.#taken.reduce((sum, { cost }) => sum + cost, 0);
  }

  #show(allowance: Allowance): void {
    this.#reply
      .header('x-ratelimit-limit', allowance.limit)
      .header('x-ratelimit-remaining', allowance.remaining)
      .header('x-ratelimit-reset', Math.ceil(allowance.resetAt / 1000));
  }

  /** Says what a request that counts as several costs. What it took already is given back. */
  #refusal(allowance: Allowance, cost: number) {
    const seconds = retryAfter(this.#reply, allowance);
    const taken = this.#cost;
    if (taken + cost === 1) return tooManyRequests();
    const left = allowance.remaining + taken;
    return tooManyRequests(
      `This request counts as ${counted(taken + cost, this.#requestClass)}; ` +
        `${left} ${plural(left, 'is', 'are')} left. It fits in ${counted(seconds, 'second')}.`,
    );
  }
}

/** Sets the header and returns its value. */
export function retryAfter(reply: FastifyReply, { resetInMs }: Allowance): number {
  const seconds = Math.max(1, Math.ceil(resetInMs / 1000));
  reply.header('retry-after', seconds);
  return seconds;
}
