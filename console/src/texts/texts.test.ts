import { describe, expect, it } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';
import { de as homeDe } from './home.de.ts';
import { en as homeEn } from './home.en.ts';
import { zh as homeZh } from './home.zh.ts';
import { importMessage } from './import-sentences.ts';
import { portingDe } from './porting.de.ts';
import { portingEn } from './porting.en.ts';
import { portingZh } from './porting.zh.ts';
import { de as settingsDe } from './settings.de.ts';
import { en as settingsEn } from './settings.en.ts';
import { zh as settingsZh } from './settings.zh.ts';
import { pickLanguage } from './texts.tsx';
import { zh } from './zh.ts';

type Leaf = string | ((...values: never[]) => string);

/** Path → text or function, for all sections. */
function leavesOf(value: object, path = ''): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  for (const [name, part] of Object.entries(value)) {
    const here = path === '' ? name : `${path}.${name}`;
    if (typeof part === 'object') for (const [below, leaf] of leavesOf(part, here)) leaves.set(below, leaf);
    else leaves.set(here, part as Leaf);
  }
  return leaves;
}

/** The same in every language. */
const international =
  /^(editor\.controls\.(linkEditorInputPlaceholder|codeControlLabel|linkControlLabel)|settings\.(requests|general)\.id)$/;

/** The server’s own words, which only English can show. */
const onlyInEnglish = /^failures\.(refused|invalid)$/;

const asText = (leaf: Leaf) =>
  typeof leaf === 'string' ? leaf : (leaf as (...values: unknown[]) => string)(7717, '⟦a⟧', '⟦b⟧');

/** With those that some pages load. */
const english = { ...en, porting: portingEn, settings: settingsEn, home: homeEn };
const german = { ...de, porting: portingDe, settings: settingsDe, home: homeDe };
const chinese = { ...zh, porting: portingZh, settings: settingsZh, home: homeZh };

describe.each([
  ['de', german],
  ['zh', chinese],
])('the texts in %s', (_language, texts) => {
  it('have the same keys as English, and none is empty', () => {
    const leaves = leavesOf(texts);
    expect([...leaves.keys()]).toEqual([...leavesOf(english).keys()]);
    expect([...leaves].filter(([, leaf]) => asText(leaf).trim() === '')).toEqual([]);
  });

  it('use the same arguments as English', () => {
    const inEnglish = leavesOf(english);
    for (const [path, leaf] of leavesOf(texts)) {
      const before = inEnglish.get(path);
      if (before === undefined || typeof leaf === 'string' || onlyInEnglish.test(path)) continue;
      for (const given of ['7717', '⟦a⟧', '⟦b⟧']) {
        expect(asText(leaf).includes(given), `${path} and ${given}`).toBe(asText(before).includes(given));
      }
    }
  });
});

it('nothing is left in English in Chinese', () => {
  const inEnglish = leavesOf(english);
  const same = [...leavesOf(chinese)].filter(
    ([path, leaf]) => !international.test(path) && asText(leaf) === asText(inEnglish.get(path) ?? ''),
  );
  expect(same.map(([path]) => path)).toEqual([]);
});

describe('the language', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [[null, 'fr-FR', 'zh-Hant-TW'], 'zh'],
    [['EN-gb'], 'en'],
    [['fr', 'constructor', undefined], 'en'],
    [[], 'en'],
  ])('for the preferences %j is %s', (preferred, language) => {
    expect(pickLanguage(preferred)).toBe(language);
  });
});

it('says what the server says about imports, and shows the server’s own words where it can’t', () => {
  const message = '"email" must be an email address. It was left out.';
  const reasons = [
    { code: 'badEmail', params: { field: 'email' } },
    { code: 'leftOut', params: {} },
  ] as const;
  expect(importMessage('de', message, [...reasons])).toBe(
    '„email“ muss eine E-Mail-Adresse sein. Der Wert wurde weggelassen.',
  );
  expect(importMessage('zh', message, [...reasons])).toBe('“email”必须是电子邮件地址。该值已忽略。');
  expect(importMessage('en', message, [...reasons])).toBe(message);
  expect(importMessage('de', 'Something new.', [])).toBe('Something new.');
  const later = [{ code: 'ofALaterServer' as 'leftOut', params: {} }];
  expect(importMessage('de', 'Something new.', later)).toBe('Something new.');
});
