// Forms for the fuzzer: valid, almost valid, and broken.

import { gif, mp4, pdf, png } from '../../http/pictures.ts';
import { validRequest } from '../world.ts';
import { type FuzzRequest, type FuzzSurroundings, fuzzHeaders } from './frame.ts';
import { anyText } from './values.ts';

export function fuzzForm(surroundings: FuzzSurroundings): FuzzRequest {
  const { operations, random, world, nonce } = surroundings;
  const operation = random.pick(operations.filter(({ form }) => form !== undefined));
  const { method, path, body } = validRequest(operation, world, nonce);
  const boundary = random.pick(['x', '----WebKitFormBoundary7MA4YWxkTrZu0gW', 'a b', '']);
  const field = (name: string, value: Buffer | string, more = '') =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  const parts: Buffer[] = Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) =>
    field(name, String(value)),
  );
  const files = [
    png(3, 2),
    gif(1, 1),
    pdf(),
    mp4(),
    Buffer.from('<svg '),
    Buffer.alloc(0),
    Buffer.from('GIF89a'),
  ];
  for (let turn = random.below(4); turn > 0; turn -= 1) {
    const odd: (() => Buffer)[] = [
      () =>
        field(
          'attachments',
          random.pick(files),
          `; filename="${anyText(random)
            .slice(0, 60)
            .replace(/["\r\n]/g, '')}"\r\nContent-Type: ${random.pick(['image/png', 'video/mp4', 'x', ''])}`,
        ),
      () =>
        field(
          anyText(random)
            .slice(0, 80)
            .replace(/["\r\n]/g, ''),
          anyText(random),
        ),
      () => Buffer.from(`--${boundary}\r\n\r\n${'a'.repeat(random.pick([10, 20_000]))}\r\n`),
      () => Buffer.from(`--${boundary}\r\nContent-Disposition: attachment\r\n\r\nx\r\n`),
      () => Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name=\r\n\r\n`),
      () => {
        const pieces = ['\\a', '\\"', '\\\\', ';a="\\', ' ;', '"'];
        const name = random.pick(pieces).repeat(random.pick([3, 30, 3_000])) + random.pick(pieces);
        return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}\r\n\r\nx\r\n`);
      },
      () => Buffer.from('garbage between the parts\r\n'),
    ];
    parts.push(random.pick(odd)());
  }
  const end = Buffer.from(random.once(8) ? '' : `--${boundary}--\r\n`);
  const type = random.once(12)
    ? random.pick(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=x'])
    : `multipart/form-data; boundary="${boundary}"`;
  const headers: [string, string][] = [...fuzzHeaders(surroundings), ['content-type', type]];
  return { method, target: `/v1${path}`, headers, body: Buffer.concat([...parts, end]), judgedAs: path };
}
