// One post in the list. Memoized and built from plain elements, because fast scrolling renders hundreds per second.

import type { PostType, Status } from '@earshot/client';
import { type MouseEvent as Click, memo } from 'react';
import type { ListedPost } from '../../data/feedback/posts.ts';
import { ColorDot } from '../../parts/color-dot.tsx';
import { PublicMark } from '../../parts/feedback/public-mark.tsx';
import { StatusBadge } from '../../parts/feedback/status-badge.tsx';
import { IconArrowMerge, IconLayoutSidebarRight, IconMessage2 } from '../../parts/icons.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { Marked } from '../../parts/text/marked.tsx';
import { useListTexts } from '../../texts/list.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './post-rows.module.css';

const shownTags = 2;

interface Shown {
  post: ListedPost;
  index: number;
  start: number;
  height: number;
  /** The length of the whole list; -1 while unknown. */
  total: number;
  status: Status | undefined;
  type: PostType | undefined;
  /** The name of the member who looks after it. */
  owner: string | undefined;
  /** What to mark in the title. */
  search: string | undefined;
  isActive: boolean;
  isSelected: boolean;
  onActive: (postId: string) => void;
  onToggle: (id: string) => void;
  /** Selects the rows up to this one. */
  onRange: (id: string) => void;
  /** `anchor`: what the picker opens at. */
  onPickStatus: (post: ListedPost, anchor: Element) => void;
  onOpen: (id: string) => void;
  onPeek: (id: string) => void;
}

export const PostRow = memo(function PostRow(props: Shown) {
  const { post, status, type, owner } = props;
  const target = post.mergedInto;
  /** A merged post links to its target. */
  const leadsTo = target?.id ?? post.id;
  const { feedback, post: texts, owners } = useTexts();
  const { peek } = useListTexts();
  const formats = useFormats();
  const votes = feedback.votes(post.votesCount, formats.number(post.votesCount));
  /** With Shift, it ends a range. With another modifier key or button, the browser opens a new tab. */
  const open = (event: Click) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    if (event.shiftKey) props.onRange(post.id);
    else props.onOpen(leadsTo);
  };
  return (
    <li
      className={classes.row}
      data-index={props.index}
      data-active={props.isActive}
      data-selected={props.isSelected}
      aria-posinset={props.index + 1}
      aria-setsize={props.total}
      style={{ transform: `translateY(${props.start}px)`, height: props.height }}
    >
      <input
        type="checkbox"
        className={classes.check}
        aria-label={feedback.select(post.title)}
        checked={props.isSelected}
        disabled={target !== null}
        onChange={({ nativeEvent }) => {
          const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
          (isRange ? props.onRange : props.onToggle)(post.id);
        }}
      />
      <span className={classes.votes} title={target === null ? votes : undefined}>
        {target === null ? (
          <>
            <span aria-hidden>{formats.compact(post.votesCount)}</span>
            <span className={classes.hidden}>{votes}</span>
          </>
        ) : (
          <IconArrowMerge size={14} stroke={2} aria-hidden />
        )}
      </span>
      <div className={classes.main}>
        {type !== undefined && (
          <span className={classes.type} title={type.name}>
            <ColorDot color={type.color} />
            <span className={classes.hidden}>{type.name}</span>
          </span>
        )}
        <a
          href={`/posts/${leadsTo}`}
          className={classes.title}
          dir="auto"
          onClick={open}
          onFocus={() => props.onActive(post.id)}
        >
          <Marked text={post.title} search={props.search} />
        </a>
        <button
          type="button"
          className={classes.peek}
          // By keyboard, the space bar does it.
          tabIndex={-1}
          aria-label={peek.at(post.title)}
          onClick={() => props.onPeek(post.id)}
        >
          <IconLayoutSidebarRight size={16} aria-hidden />
        </button>
        {target !== null && <span className={classes.into}>{feedback.mergedInto(target.title)}</span>}
      </div>
      <span className={classes.tags}>
        {post.tags.slice(0, shownTags).map((tag) => (
          <bdi key={tag.id} className={classes.tag}>
            {tag.name}
          </bdi>
        ))}
        {post.tags.length > shownTags && <MoreTags post={post} />}
      </span>
      <span className={classes.public}>{post.visibility === 'public' && <PublicMark />}</span>
      <span className={classes.comments}>
        {post.commentsCount > 0 && (
          <>
            <IconMessage2 size={13} aria-hidden />
            <span aria-hidden>{formats.compact(post.commentsCount)}</span>
            <span className={classes.hidden}>
              {texts.comments(post.commentsCount, formats.number(post.commentsCount))}
            </span>
          </>
        )}
      </span>
      <span className={classes.owner}>
        {owner !== undefined && (
          <bdi title={owners.lookedAfterBy(owner)}>
            <span className={classes.hidden}>{owners.owner}: </span>
            {owner}
          </bdi>
        )}
      </span>
      <span className={classes.statusCell}>
        {target === null && (
          <button
            type="button"
            className={classes.status}
            data-anchor
            aria-label={feedback.changeStatus(post.title, status?.name ?? '–')}
            onClick={(event) => props.onPickStatus(post, event.currentTarget)}
          >
            <StatusBadge status={status} />
          </button>
        )}
      </span>
      <time className={classes.age} dateTime={post.createdAt} title={formats.dateTime(post.createdAt)}>
        {formats.age(post.createdAt)}
      </time>
    </li>
  );
});

function MoreTags({ post: { tags } }: { post: ListedPost }) {
  const { moreTags } = useListTexts();
  const formats = useFormats();
  const others = tags.slice(shownTags);
  const shown = formats.number(others.length);
  return (
    <span className={classes.moreTags} title={formats.list(others.map(({ name }) => name))}>
      <span aria-hidden>+{shown}</span>
      <span className={classes.hidden}>{moreTags(shown)}</span>
    </span>
  );
}
