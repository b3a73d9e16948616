// Search as you type, buttons to copy examples, and a language of examples that stays when you follow a link. The pages
// work without it.

export const searchScript = (entries: readonly object[]): string => `'use strict';
const entries = ${JSON.stringify(entries)};
${program}`;

const program = String.raw`
const input = document.querySelector('input[type=search]');
const results = document.getElementById('results');

function matches(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const has = ({ text, method, detail }) => {
    const all = (method + ' ' + text + ' ' + detail).toLowerCase();
    return words.every((word) => all.includes(word));
  };
  return entries.filter(has).slice(0, 12);
}

function show() {
  const found = matches(input.value);
  results.hidden = input.value.trim() === '';
  results.replaceChildren(...(found.length === 0 ? ['No results.'] : found.map(linkOf)));
}

function linkOf({ text, method, detail, href }) {
  const link = document.createElement('a');
  link.href = carrying(href);
  const name = document.createElement('span');
  name.textContent = text;
  const place = document.createElement('code');
  place.textContent = (method + ' ' + detail).trim();
  link.append(name, place);
  return link;
}

input.placeholder = 'Search  /';
input.addEventListener('input', show);
input.addEventListener('focus', show);
input.form.addEventListener('submit', (event) => {
  const [first] = matches(input.value);
  if (first === undefined) return;
  event.preventDefault();
  results.querySelector('a').click();
});
input.form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close(true);
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const places = [input, ...results.querySelectorAll('a')];
  const next = places.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
  event.preventDefault();
  places[(next + places.length) % places.length].focus();
});
function close(keepFocus) {
  results.hidden = true;
  if (keepFocus) input.focus();
  if (keepFocus) results.hidden = true;
}
results.addEventListener('click', () => close(false));
document.addEventListener('click', ({ target }) => {
  if (!input.form.contains(target)) close(false);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target === input) return;
  event.preventDefault();
  input.focus();
});

// The language goes along in links: the pages have an origin of their own, and so no storage.
let language = new URLSearchParams(location.search).get('in');
function carrying(href) {
  const url = new URL(href, document.baseURI);
  if (language !== null && url.pathname.includes('/docs/')) url.searchParams.set('in', language);
  return url.href;
}
function carry() {
  for (const link of document.querySelectorAll('a[href]:not([href^="#"])')) link.href = carrying(link.href);
}
for (const choice of document.querySelectorAll('input[name=language]')) {
  choice.addEventListener('change', () => {
    language = choice.id.replace('in-', '');
    carry();
  });
  if (choice.id === 'in-' + language) choice.checked = true;
}
if (language !== null) carry();

if (navigator.clipboard !== undefined)
  for (const pre of document.querySelectorAll('.examples pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const text = pre.querySelector('code').textContent;
      const isDone = await navigator.clipboard.writeText(text).then(() => true, () => false);
      if (!isDone) getSelection().selectAllChildren(pre.querySelector('code'));
      button.textContent = isDone ? 'Copied' : 'Selected';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
    pre.append(button);
  }
`;
