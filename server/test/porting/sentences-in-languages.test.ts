// The console says in other languages whatever an import can report. English readers see the server's own sentences.

import { expect, it } from 'vitest';
import { importSentenceCodes, importSentences, paramsOf } from '../../src/domain/porting/sentences.ts';

/** What the server fills in here is English. */
const saidWithout: Record<string, string[]> = { fileDeclaredOther: ['declared', 'found'] };

/** A file of the console, which types of its own belong to. */
async function textsIn(language: string): Promise<Record<string, string>> {
  const path = new URL(`../../../console/src/texts/import-sentences.${language}.ts`, import.meta.url).href;
  const [texts] = Object.values((await import(path)) as object);
  return texts as Record<string, string>;
}

it.each(['de', 'zh'])('has a text for each sentence in %s, which names the same things', async (language) => {
  const texts = await textsIn(language);
  expect(Object.keys(texts).sort()).toEqual([...importSentenceCodes].sort());
  for (const code of importSentenceCodes) {
    const left = saidWithout[code] ?? [];
    const named = paramsOf(importSentences[code]).filter((name) => !left.includes(name));
    expect([code, paramsOf(texts[code] ?? '').sort()]).toEqual([code, named.sort()]);
  }
});
