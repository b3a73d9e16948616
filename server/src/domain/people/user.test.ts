import { describe, expect, it } from 'vitest';
import { checkedReference, emailKey, namesPerson, type ReferenceFields } from './user.ts';

const fields: ReferenceFields = {
  id: 'authorId',
  externalId: 'authorExternalId',
  email: 'authorEmail',
  name: 'authorName',
  avatarUrl: 'authorAvatarUrl',
};

describe('a reference to a person', () => {
  it('names someone by id, external id or email, not by a name alone', () => {
    expect(namesPerson({ id: 'user_1' })).toBe(true);
    expect(namesPerson({ externalId: '1' })).toBe(true);
    expect(namesPerson({ email: 'a@x.test' })).toBe(true);
    expect(namesPerson({ name: 'Ada', avatarUrl: 'https://x.test' })).toBe(false);
    expect(namesPerson({})).toBe(false);
  });

  it('is kept trimmed, with only the parts it has', () => {
    const reference = { externalId: ' 7 ', email: ' Ada@Example.com ', name: ' Ada ' };
    expect(checkedReference(reference, fields)).toEqual({
      externalId: '7',
      email: 'Ada@Example.com',
      name: 'Ada',
    });
    expect(checkedReference({}, fields)).toEqual({});
  });

  it.each([
    [{ externalId: '  ' }, 'authorExternalId'],
    [{ externalId: 'x'.repeat(256) }, 'authorExternalId'],
    [{ name: '' }, 'authorName'],
    [{ name: 'x'.repeat(201) }, 'authorName'],
    [{ avatarUrl: 'javascript:alert(1)' }, 'authorAvatarUrl'],
  ])('is refused as %o, naming the field it came from', (reference, field) => {
    expect(() => checkedReference(reference, fields)).toThrow(`"${field}"`);
  });

  it.each(['ada@example.com', 'a.b+c@sub.example.co', 'ü@exämple.de', 'a@localhost', "o'hara@example.com"])(
    'takes the email %s',
    (email) => {
      expect(checkedReference({ email }, fields)).toEqual({ email });
    },
  );

  it.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'a b@example.com',
    'a@b@c',
    'Ada <ada@example.com>',
    'a@x.test,b@x.test',
    'a@x.test\nb',
    `${'x'.repeat(250)}@x.test`,
  ])('refuses the email %j', (email) => {
    expect(() => checkedReference({ email }, fields)).toThrow('"authorEmail"');
  });

  it('compares emails without letter case', () => {
    expect(emailKey('ADA@Example.COM')).toBe(emailKey('ada@example.com'));
    expect(emailKey('ada@example.com')).not.toBe(emailKey('adam@example.com'));
  });

  it('never makes one address of two: only ASCII letters are folded, and nothing becomes one of them', () => {
    const folded: string[] = [];
    for (let point = 0x80; point < 0x1_0000; point += 1) {
      const character = String.fromCharCode(point);
      if (/[\0-\x7f]/.test(emailKey(character))) folded.push(character);
    }
    expect(folded).toEqual([]);
    expect(emailKey('jose\u0301@x.test')).toBe(emailKey('JOS\u00e9@x.test'));
  });
});
