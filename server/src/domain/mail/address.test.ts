import fc from 'fast-check';
import { expect, it } from 'vitest';
import { headerText, mailAddress, maskedAddress } from './address.ts';

it.each([
  ['ada@example.com', { name: '', address: 'ada@example.com' }],
  ['Acme feedback <ideas@acme.example>', { name: 'Acme feedback', address: 'ideas@acme.example' }],
  ['"Acme, Inc." <ideas@acme.example>', { name: 'Acme, Inc.', address: 'ideas@acme.example' }],
  [' <ideas@acme.example> ', { name: '', address: 'ideas@acme.example' }],
])('reads %s', (text, read) => {
  expect(mailAddress(text, 'MAIL_FROM')).toEqual(read);
});

it.each(['Acme', 'Acme <ideas>', 'a\nb <ideas@acme.example>', 'a@b c@d', '<a@b> <c@d>', ''])(
  'refuses %j',
  (text) => {
    expect(() => mailAddress(text, 'MAIL_FROM')).toThrow('MAIL_FROM');
  },
);

it('lets nothing into a header that ends its line or turns its direction', () => {
  expect(headerText('Dark\r\nBcc: eve@example.com')).toBe('Dark Bcc: eve@example.com');
  expect(headerText('\u202egnp.exe\u2066')).toBe('gnp.exe');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const safe = headerText(text);
      expect(safe).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      expect(headerText(safe)).toBe(safe);
    }),
  );
});

it('masks an address', () => {
  expect(maskedAddress('ada.lovelace@example.com')).toBe('a…@example.com');
});
