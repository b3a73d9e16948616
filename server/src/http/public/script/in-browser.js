// What the pages do quicker with a script: votes and follows that count immediately, and similar posts while someone types. It runs in
// the browser, alone: the server sends the text of this function. All words come from the page or from the server, and
// nothing is written as HTML, which the policy of the pages forbids.

export function inBrowser() {
  const { lang } = document.documentElement;
  const shortened = new Intl.NumberFormat(lang, { notation: 'compact' });
  const notice = document.getElementById('notice');
  const voteButtons = 'button[name=vote]';
  const followButtons = 'button[name=follow]';

  /** Says something at the edge of the page, with a way to go on. */
  const tell = ({ text, url, label, follow: other }) => {
    const line = document.createElement('p');
    line.textContent = text;
    const close = document.createElement('button');
    close.type = 'button';
    close.className = 'close';
    close.textContent = '×';
    close.ariaLabel = notice.dataset.close;
    close.addEventListener('click', () => notice.replaceChildren());
    const link = document.createElement('a');
    link.className = 'btn';
    link.textContent = label ?? '';
    link.href = url ?? '';
    const button = document.createElement('button');
    button.className = 'btn quiet';
    button.name = 'follow';
    button.value = other?.value ?? '';
    button.textContent = other?.label ?? '';
    button.formAction = other?.url ?? '';
    button.setAttribute('form', 'votes');
    const more = [...(url === undefined ? [] : [link]), ...(other === undefined ? [] : [button])];
    notice.replaceChildren(line, ...more, close);
  };

  const show = (button, { voted, votesCount, label, noun }) => {
    button.ariaPressed = String(voted);
    button.value = voted ? '0' : '1';
    button.dataset.count = votesCount;
    if (label !== undefined) button.ariaLabel = label;
    const [count, small] = button.children;
    count.textContent = shortened.format(votesCount);
    if (noun !== undefined) small.textContent = noun;
  };

  /** The same post can be in the list and among similar ones. */
  const showAll = (url, vote) => {
    for (const button of document.querySelectorAll(voteButtons))
      if (button.formAction === url) show(button, vote);
  };

  /** Sends what the form would send; the answer says what to show. */
  const send = async (url, fields) => {
    const body = new URLSearchParams(fields);
    const response = await fetch(url, { method: 'POST', headers: { accept: 'application/json' }, body });
    return response.json();
  };

  const pending = new Set();
  const vote = async (button) => {
    const url = button.formAction;
    if (pending.has(url)) return;
    pending.add(url);
    const voted = button.ariaPressed === 'true';
    const votesCount = Number(button.dataset.count);
    const before = { voted, votesCount };
    showAll(url, { voted: !voted, votesCount: votesCount + (voted ? -1 : 1) });
    notice.replaceChildren();
    try {
      const { vote = before, follow: shown, notice: said } = await send(url, { vote: voted ? '0' : '1' });
      showAll(url, vote);
      if (shown !== undefined) showFollow(shown);
      if (said !== undefined) tell(said);
    } catch {
      showAll(url, before);
      tell({ text: notice.dataset.failed });
    } finally {
      pending.delete(url);
    }
  };

  const showFollow = ({ url, following, label, name }) => {
    const { href } = new URL(url, location.href);
    for (const button of document.querySelectorAll(followButtons)) {
      if (button.formAction !== href) continue;
      button.value = following ? '0' : '1';
      button.textContent = label;
      button.ariaLabel = name;
    }
  };

  const follow = async (button) => {
    const url = button.formAction;
    try {
      const { follow: shown, notice: said, url: next } = await send(url, { follow: button.value });
      notice.replaceChildren();
      if (shown !== undefined) showFollow(shown);
      else if (said !== undefined) tell(said);
      else location.assign(next);
    } catch {
      tell({ text: notice.dataset.failed });
    }
  };

  document.addEventListener('submit', (event) => {
    const { submitter } = event;
    const act = submitter?.matches(voteButtons) ? vote : submitter?.matches(followButtons) ? follow : null;
    if (act === null) return;
    event.preventDefault();
    act(submitter);
  });

  const near = document.getElementById('near');
  const ask = document.querySelector('[data-similar]');
  const minLength = 3;
  const pauseMs = 200;

  const rowOf = ({ id, url, title, voteUrl, status, ...vote }) => {
    const row = near.querySelector('template').content.firstElementChild.cloneNode(true);
    const [link, mark, button] = ['a', '.dot', 'button'].map((part) => row.querySelector(part));
    link.href = url;
    link.textContent = title;
    mark.textContent = status.name;
    mark.classList.add(status.category);
    button.formAction = voteUrl;
    show(button, vote);
    return row;
  };

  const suggest = async (text, signal) => {
    const url = new URL(ask.dataset.similar, location.href);
    url.searchParams.set('q', text);
    const response = await fetch(url, { signal });
    if (!response.ok) return;
    const { label, posts } = await response.json();
    near.hidden = false;
    near.querySelector('[role=status]').textContent = label;
    near.querySelector('ul').replaceChildren(...posts.map(rowOf));
  };

  const offerAsNew = (text) => {
    const link = near.querySelector('.new');
    const url = new URL(link.href);
    url.searchParams.set('title', text);
    link.href = url.href;
    link.querySelector('b').textContent = text;
  };

  let timer;
  let asking = new AbortController();
  ask?.addEventListener('input', () => {
    clearTimeout(timer);
    asking.abort();
    const text = ask.value.trim();
    if (text.length < minLength) {
      near.hidden = true;
      return;
    }
    if (near.querySelector('.new') !== null) offerAsNew(text);
    asking = new AbortController();
    const { signal } = asking;
    // The search may fail, or be too late: the form works without it.
    timer = setTimeout(() => suggest(text, signal).catch(() => {}), pauseMs);
  });
}
