// Hostile files for every supported type: the header of one type, then the worst case for the parser of another.
// Deterministic.

import { gzipSync } from 'node:zlib';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const u32be = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u16be = (value: number) => Buffer.from([value >> 8, value & 255]);
const ftyp = (brand: string) => Buffer.concat([u32be(16), latin1(`ftyp${brand}\0\0\0\0`)]);
const bytes = (...values: number[]) => Buffer.from(values);

/** Headers by type. */
export const beginnings: Record<string, Buffer> = {
  flif: latin1('FLIF'),
  png: Buffer.concat([
    bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    u32be(13),
    latin1('IHDR'),
    Buffer.alloc(17, 1),
  ]),
  gif: latin1('GIF89a\x01\0\x01\0'),
  jpeg: bytes(0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0),
  jls: bytes(0xff, 0xd8, 0xff, 0xf7, 0, 4, 0, 0),
  webp: latin1('RIFF\xff\xff\xff\0WEBPVP8X\x0a\0\0\0'),
  tiff: latin1('II*\0\x08\0\0\0\xff\xff'),
  'tiff, other end first': latin1('MM\0*\0\0\0\x08\xff\xff'),
  bigtiff: latin1('II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0'),
  bmp: latin1('BM\0\0'),
  psd: latin1('8BPS\0\x01'),
  ico: bytes(0, 0, 1, 0, 0xff, 0x0f),
  cur: bytes(0, 0, 2, 0, 0xff, 0x0f),
  icns: latin1('icns\xff\xff\xff\xff'),
  heic: ftyp('heic'),
  mif1: ftyp('mif1'),
  avif: ftyp('avif'),
  cr3: ftyp('crx '),
  jp2: Buffer.concat([u32be(12), latin1('jP  \r\n\x87\n'), u32be(20), latin1('ftypjp2 \0\0\0\0jp2 ')]),
  jpx: Buffer.concat([u32be(12), latin1('jP  \r\n\x87\n'), u32be(20), latin1('ftypjpx \0\0\0\0jpx ')]),
  j2c: bytes(0xff, 0x4f, 0xff, 0x51, 0, 47),
  jxl: Buffer.concat([u32be(12), latin1('JXL \r\n\x87\n'), u32be(20), latin1('ftypjxl \0\0\0\0jxl ')]),
  'jxl stream': bytes(0xff, 0x0a),
  ktx: latin1('\xabKTX 11\xbb\r\n\x1a\n'),
  ktx2: latin1('\xabKTX 20\xbb\r\n\x1a\n'),
  bpg: bytes(0x42, 0x50, 0x47, 0xfb),
  xcf: latin1('gimp xcf file\0'),
  jxr: bytes(0x49, 0x49, 0xbc, 0x01),
  orf: latin1('IIRO\x08\0\0\0\x18'),
  rw2: latin1('IIU\0\x18\0\0\0\x88\xe7\x74\xd8'),
  raf: latin1('FUJIFILMCCD-RAW'),
  dwg: latin1('AC1032'),
  svg: latin1('<svg '),
  xml: latin1('<?xml version="1.0"?><svg '),
  doctype: latin1('<!doctype svg><svg '),
  mp4: ftyp('isom'),
  mov: ftyp('qt  '),
  m4v: ftyp('M4V '),
  '3gp': ftyp('3gp5'),
  moov: Buffer.concat([u32be(8), latin1('moov')]),
  mkv: bytes(0x1a, 0x45, 0xdf, 0xa3, 0x01, 0, 0, 0, 0, 0, 0xff, 0xff),
  'mkv, unknown size': bytes(0x1a, 0x45, 0xdf, 0xa3, 0xff),
  avi: latin1('RIFF\xff\xff\xff\0AVI LIST'),
  wav: latin1('RIFF\xff\xff\xff\0WAVE'),
  flv: latin1('FLV\x01'),
  asf: bytes(0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0, 0xaa, 0, 0x62, 0xce, 0x6c),
  ogg: latin1('OggS\0\x02'),
  ts: bytes(0x47, 0x40, 0, 0x10),
  mpeg: bytes(0, 0, 1, 0xba, 0x44),
  'mpeg video': bytes(0, 0, 1, 0xb3),
  pdf: latin1('%PDF-1.7\n'),
  id3: latin1('ID3\x04\0\0\0\0\0\x0a'),
  zip: latin1('PK\x03\x04'),
  gzip: bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3),
  ole: bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
  bom: bytes(0xef, 0xbb, 0xbf),
  utf16: bytes(0xff, 0xfe, 0x3c, 0, 0x3f, 0),
  'gzip of very much': gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 }),
  nothing: Buffer.alloc(0),
};

const repeated = (piece: Buffer | string, size: number): Buffer =>
  Buffer.alloc(size, typeof piece === 'string' ? latin1(piece) : piece);

/** Content that makes some parser rescan. */
export const bodies: Record<string, (size: number) => Buffer> = {
  'svg tags and quotes': (size) => repeated('<svg "\'', size),
  /**
   * Within the first 1,000 bytes, only the last tag is valid; in the whole file, each of the others extends to the
   * end.
   */
  'svg tags that reach to the end': (size) =>
    Buffer.concat([repeated('<svg ', 900), latin1('"<svg a>'), repeated('a ', size - 1000), latin1('" ')]),
  'svg tags': (size) => repeated('<svg ', size),
  'open quotes': (size) => repeated(' width="', size),
  attributes: (size) => repeated(' a="b"', size),
  'document types': (size) => repeated('<!doctype svg>', size),
  'document types in brackets': (size) => repeated('<!doctype svg []>', size),
  comments: (size) => repeated('<!---->', size),
  'open comments': (size) => repeated('<!--', size),
  declarations: (size) => repeated('<?x?>', size),
  spaces: (size) => repeated(' ', size),
  lines: (size) => repeated('\r\n', size),
  digits: (size) => repeated('1', size),
  zeros: (size) => Buffer.alloc(size),
  ones: (size) => Buffer.alloc(size, 1),
  'all bits': (size) => Buffer.alloc(size, 0xff),
  'tiny boxes': (size) => repeated(Buffer.concat([u32be(8), latin1('free')]), size),
  'tiny boxes with sizes': (size) =>
    Buffer.concat([
      u32be(size + 100),
      latin1('meta\0\0\0\0'),
      u32be(size + 80),
      latin1('iprp'),
      u32be(size + 60),
      latin1('ipco'),
      repeated(
        Buffer.concat([u32be(20), latin1('ispe'), Buffer.alloc(12, 1), u32be(8), latin1('clap')]),
        size,
      ),
    ]),
  'sizes far apart': (size) =>
    Buffer.concat(
      Array.from({ length: 30 }, () =>
        Buffer.concat([
          u32be(20),
          latin1('ispe'),
          Buffer.alloc(12, 1),
          repeated(Buffer.concat([u32be(8), latin1('free')]), Math.floor(size / 30 / 8) * 8),
        ]),
      ),
    ),
  'jxl parts': (size) => repeated(Buffer.concat([u32be(12), latin1('jxlp\0\0\0\0')]), size),
  'tiny segments': (size) => repeated(Buffer.concat([bytes(0xff, 0xe1), u16be(2)]), size),
  'exif segments': (size) =>
    repeated(
      Buffer.concat([bytes(0xff, 0xe1), u16be(20), latin1('Exif\0\0MM\0*\0\0\0\x08\xff\xff\x01\x01')]),
      size,
    ),
  'png chunks': (size) => repeated(Buffer.concat([u32be(0), latin1('tEXt'), u32be(0)]), size),
  'riff chunks': (size) => repeated('LIST\0\0\0\0', size),
  'icon entries': (size) => repeated(Buffer.concat([latin1('ICON'), u32be(8)]), size),
  'zip entries': (size) =>
    repeated(
      Buffer.concat([latin1('PK\x03\x04\x14\0\x08\0\0\0'), Buffer.alloc(16), bytes(1, 0, 0, 0), latin1('a')]),
      size,
    ),
  'tiff entries': (size) => repeated(latin1('\x02\x01\x04\0\x01\0\0\0\x01\0\0\0'), size),
  'ebml elements': (size) => repeated(bytes(0x42, 0x86, 0x81, 1), size),
  'asf objects': (size) =>
    repeated(Buffer.concat([Buffer.alloc(16, 7), bytes(24, 0, 0, 0, 0, 0, 0, 0)]), size),
  'id3 marks': (size) => repeated('ID3\x04\0\0\0\0\0\0', size),
  'pdf words': (size) => repeated('AIPrivateData %%EOF obj<< ', size),
};
