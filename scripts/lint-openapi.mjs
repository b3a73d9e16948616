// Lints the given OpenAPI documents with Spectral's rules (`spectral:oas`) and our own; any finding, even a hint, is a
// failure. Uses Spectral's packages instead of its command, which depends on many more.

import { readFileSync } from 'node:fs';
import { requireTool } from './tool-packages.mjs';

const { Document, Spectral } = requireTool('@stoplight/spectral-core');
const parsers = requireTool('@stoplight/spectral-parsers');
const rulesets = requireTool('@stoplight/spectral-rulesets');

const spectral = new Spectral();
spectral.setRuleset({
  extends: [rulesets.oas],
  rules: {
    // Generators of zod schemas write `z.enum([…, null])`, which does not compile.
    'no-null-in-enum': {
      given: '$..enum',
      // biome-ignore lint/suspicious/noThenProperty: Spectral's name for what a rule checks.
      then: {
        function: (values) =>
          Array.isArray(values) && values.includes(null)
            ? [{ message: 'Say that it is nullable with anyOf instead.' }]
            : undefined,
      },
    },
  },
});

let found = 0;
for (const name of process.argv.slice(2)) {
  const text = readFileSync(name, 'utf8');
  for (const { code, message, path, range } of await spectral.run(new Document(text, parsers.Json, name))) {
    process.stdout.write(`${name}:${range.start.line + 1} ${code} ${path.join('.')}: ${message}\n`);
    found += 1;
  }
}
process.exit(found === 0 ? 0 : 1);
