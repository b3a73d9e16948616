// The list of the inbox: what happened, on which post, and when.

import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import type { InboxItem } from '../../data/inbox.ts';
import { type Icon, IconAt, IconClock, IconMessage2, IconNote, IconUserCheck } from '../../parts/icons.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useInboxTexts } from '../../texts/inbox.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './inbox-page.module.css';

/** What is new has a dot. */
const icons: Record<Exclude<InboxItem['why'], 'new'>, Icon> = {
  comment: IconMessage2,
  mention: IconAt,
  handover: IconUserCheck,
  later: IconClock,
};

export function InboxRows(props: {
  items: readonly InboxItem[];
  currentId: string | undefined;
  /** Whether the post is shown beside the list. */
  isBeside: boolean;
  ref: Ref<HTMLUListElement>;
}) {
  const { places } = useTexts();
  return (
    <ul className={classes.rows} aria-label={places.inbox} ref={props.ref}>
      {props.items.map((item) => (
        <Row
          key={item.postId}
          item={item}
          isCurrent={item.postId === props.currentId}
          isBeside={props.isBeside}
        />
      ))}
    </ul>
  );
}

function Row({ item, isCurrent, isBeside }: { item: InboxItem; isCurrent: boolean; isBeside: boolean }) {
  const { rows: texts } = useInboxTexts();
  const { feedback } = useTexts();
  const formats = useFormats();
  const { postId, why, isNote } = item;
  const isAboutNote = isNote && why === 'comment';
  const Icon = why === 'new' ? undefined : isAboutNote ? IconNote : icons[why];
  const by = item.by ?? (why === 'new' ? feedback.anonymous : texts.someone);
  return (
    <li>
      <Link
        to="/inbox"
        search={{ post: postId }}
        replace={isBeside}
        className={classes.row}
        data-post={postId}
        aria-current={isCurrent}
      >
        <span className={classes.icon} data-why={why}>
          {Icon === undefined ? <span className={classes.dot} /> : <Icon size={15} aria-hidden />}
        </span>
        <bdi className={classes.title}>{item.title}</bdi>
        <span className={classes.meta}>
          <bdi>{isAboutNote ? texts.note(by) : texts[why](by)}</bdi>
          {item.excerpt !== null && <bdi className={classes.excerpt}>{item.excerpt}</bdi>}
        </span>
        <time className={classes.when} dateTime={item.at} title={formats.dateTime(item.at)}>
          {formats.ago(item.at)}
        </time>
      </Link>
    </li>
  );
}
