// The inbox: what is new for the signed-in member at the left, the post at the right. On a phone, one after the other.

import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { type Inbox, useInbox } from '../../data/inbox.ts';
import { useInboxRefresh } from '../../data/inbox-changes.ts';
import { usePageTitle } from '../../parts/page-frame.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { QueryResult } from '../../parts/states/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { InboxList, LoadingList } from './inbox-list.tsx';
import classes from './inbox-page.module.css';
import { InboxPost } from './inbox-post.tsx';
import { LaterPicker } from './later-picker.tsx';
import { useInboxActs } from './use-inbox-acts.ts';
import { useCurrentRow, useInboxList } from './use-inbox-list.ts';

export function InboxPage() {
  const { places } = useTexts();
  usePageTitle(places.inbox);
  const inbox = useInbox();
  return (
    <div className={classes.page} data-scrolls>
      <QueryResult query={inbox} skeleton={<LoadingList />}>
        {(data) => <Loaded inbox={data} />}
      </QueryResult>
    </div>
  );
}

function Loaded({ inbox }: { inbox: Inbox }) {
  const refresh = useInboxRefresh();
  const isBeside = useMediaQuery('(min-width: 48.01em)', true, { getInitialValueInEffect: false });
  const { items, current, currentId, show, go, leave } = useInboxList(inbox, isBeside);
  const acts = useInboxActs(inbox.upTo, (postId) => isBeside && show(postId));
  const rows = useRef<HTMLUListElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const currentRow = useCurrentRow(rows, currentId);
  const [laterAt, setLaterAt] = useState<Element | null>(null);
  const done = () => {
    if (current === undefined) return;
    acts.done(current.postId);
    leave();
  };
  useShortcuts({
    j: () => go(1),
    ArrowDown: () => go(1),
    k: () => go(-1),
    ArrowUp: () => go(-1),
    e: done,
    h: () => setLaterAt(currentRow() ?? actions.current),
    ...(!isBeside && { u: () => show(undefined) }),
  });
  return (
    <>
      {(isBeside || currentId === undefined) && (
        <InboxList
          items={items}
          isMore={inbox.isMore}
          currentId={currentId}
          isBeside={isBeside}
          onAllDone={acts.allDone}
          ref={rows}
        />
      )}
      {currentId !== undefined && (
        <InboxPost
          postId={currentId}
          isListed={current !== undefined}
          isBeside={isBeside}
          onDone={done}
          onLater={setLaterAt}
          onGone={() => {
            leave();
            refresh();
          }}
          onLeaveField={() => currentRow()?.focus()}
          ref={actions}
        />
      )}
      {laterAt !== null && current !== undefined && (
        <LaterPicker
          anchor={laterAt}
          onPick={(until) => {
            acts.later(current.postId, until);
            leave();
          }}
          onClose={() => setLaterAt(null)}
        />
      )}
    </>
  );
}
