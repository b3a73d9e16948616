import { describe, expect, it } from 'vitest';
import { hostOf, isHostedFile } from './hosted-file.ts';

const serverUrls = ['http://localhost:3000', 'https://feedback.example.com/earshot'];

describe('a file hosted by this server', () => {
  it.each(['http://localhost:3000/files/abc/a.png', 'https://feedback.example.com/earshot/files/abc/a.png'])(
    'is %s',
    (address) => expect(isHostedFile(address, serverUrls)).toBe(true),
  );

  it.each([
    'https://pixel.example/files/abc/a.png',
    'https://feedback.example.com/files/abc/a.png',
    'https://feedback.example.com.evil.example/earshot/files/a.png',
    'https://feedback.example.com@evil.example/earshot/files/a.png',
    'http://localhost:3000/console/api/session',
    'http://localhost:3000/files/../console/api/session',
    'http://localhost:3001/files/abc/a.png',
    '//evil.example/files/a.png',
    'data:image/png;base64,AAAA',
    'files/a.png',
    '',
  ])('is not %s', (address) => expect(isHostedFile(address, serverUrls)).toBe(false));
});

it('the host of a URL', () => {
  expect(hostOf('https://pixel.example:8443/a.png?user=7')).toBe('pixel.example:8443');
  expect(hostOf('nothing')).toBe('');
});
