// Makes the console's font from the package of Inter: only the characters of Western European languages, the weights
// that the console uses, and digits of the same width. Less than half the size of the package's file. Run by hand when
// the package or the list changes: `node console/scripts/font.mjs`.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureToolPackages, requireTool } from '../../scripts/tool-packages.mjs';

const file = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src/theme/inter.woff2');
const weights = { min: 400, max: 600 };
const features = ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk'];

const range = (first, last) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸŠšŽžı–—‘’‚“”„†•…‹›€™←↑→↓−≤≥⌘↵`;

await ensureToolPackages();
const subset = requireTool('subset-font');
const whole = requireTool.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const font = await subset(readFileSync(whole), characters, {
  targetFormat: 'woff2',
  keepFeatures: features,
  variationAxes: { wght: weights },
});
writeFileSync(file, font);
process.stdout.write(`${file}: ${(font.length / 1024).toFixed(1)} KB\n`);
