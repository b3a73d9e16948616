import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Role } from '../../domain/team/membership.ts';
import type { Wiring } from '../wiring.ts';
import { type AnyCaller, asSystem, hasRole, needsRole, type VisitorCaller } from './change.ts';

/** The methods whose first argument a visitor could be. */
type OpenTo<UseCases> = {
  [Name in keyof UseCases]: UseCases[Name] extends (...given: infer Given) => unknown
    ? Given extends [infer First, ...unknown[]]
      ? VisitorCaller extends First
        ? Name
        : never
      : never
    : never;
}[keyof UseCases];

const asked = { workspaceId: 'ws_1', requestId: 'req_1' };
const member = (role: Role): AnyCaller => ({
  ...asked,
  type: 'member',
  mode: 'live',
  actor: { type: 'person', id: 'acct_1' },
  role,
});
const callers: [string, AnyCaller, Role[]][] = [
  [
    'a key',
    { ...asked, type: 'key', mode: 'test', actor: { type: 'key', id: 'key_1' } },
    ['member', 'owner'],
  ],
  ['an owner', member('owner'), ['member', 'admin', 'owner']],
  ['an admin', member('admin'), ['member', 'admin']],
  ['a member', member('member'), ['member']],
  ['the system', asSystem('ws_1', { type: 'system', id: 'publisher' }), ['member', 'admin', 'owner']],
  [
    'a visitor',
    {
      ...asked,
      type: 'visitor',
      mode: 'live',
      actor: { type: 'visitor', id: 'user_1' },
      userId: 'user_1',
      address: '::1',
    },
    [],
  ],
];

describe('a caller', () => {
  it.each(callers)('has the rights of its type: %s', (_, caller, roles) => {
    for (const role of roles) expect(hasRole(caller, role)).toBe(true);
    for (const role of ['member', 'admin', 'owner'] as const)
      if (hasRole(caller, role)) expect(() => needsRole(caller, role)).not.toThrow();
      else expect(() => needsRole(caller, role)).toThrow('of the workspace can do this.');
    if (roles.length === 0) expect(hasRole(caller, 'member')).toBe(false);
  });

  it('that is a visitor fits no use case of the API', () => {
    expectTypeOf<OpenTo<{ open(visitor: VisitorCaller): void }>>().toEqualTypeOf<'open'>();
    type Api = Omit<Wiring, 'visiting' | 'visitorMail'>;
    type Open = { [Name in keyof Api]: OpenTo<Api[Name]> }[keyof Api];
    expectTypeOf<Open>().toEqualTypeOf<never>();
    expectTypeOf<OpenTo<Api>>().toEqualTypeOf<never>();
  });
});
