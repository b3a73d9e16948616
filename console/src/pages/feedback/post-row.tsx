// One post in the list. Memoized and built from plain elements, because fast scrolling renders hundreds per second.

import type { PostType, Status } from '@earshot/client';
import { type MouseEvent, memo } from 'react';
import type { ListedPost } from '../../data/feedback/posts.ts';
import { ColorDot } from '../../parts/color-dot.tsx';
import { PublicMark } from '../../parts/feedback/public-mark.tsx';
import { StatusBadge } from '../../parts/feedback/status-badge.tsx';
import { IconArrowMerge, IconMessage2 } from '../../parts/icons.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { Marked } from '../../parts/text/marked.tsx';
import { useTexts } from '../../texts/texts.tsx';
import classes from './post-rows.module.css';

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
  /** `anchor`: what the picker opens at. */
  onPickStatus: (post: ListedPost, anchor: Element) => void;
  onOpen: (id: string) => void;
}

export const PostRow = memo(function PostRow(props: Shown) {
  const { post, status, type, owner } = props;
  const target = post.mergedInto;
  /** A merged post links to its target. */
  const leadsTo = target?.id ?? post.id;
  const { feedback, post: texts, owners } = useTexts();
  const formats = useFormats();
  /** With a modifier key or another button, the browser opens a new tab. */
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    props.onOpen(leadsTo);
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
        onChange={() => props.onToggle(post.id)}
      />
      {target === null ? (
        <span
          className={classes.votes}
          title={feedback.votes(post.votesCount, formats.number(post.votesCount))}
        >
          <strong>{formats.compact(post.votesCount)}</strong>
          {feedback.voteUnit(post.votesCount)}
        </span>
      ) : (
        <span className={classes.votes}>
          <IconArrowMerge size={14} stroke={2} aria-hidden />
        </span>
      )}
      <div className={classes.middle}>
        <a
          href={`/posts/${leadsTo}`}
          className={classes.title}
          dir="auto"
          onClick={open}
          onFocus={() => props.onActive(post.id)}
        >
          <Marked text={post.title} search={props.search} />
        </a>
        <div className={classes.meta}>
          {target !== null && <span className={classes.into}>{feedback.mergedInto(target.title)}</span>}
          {type !== undefined && (
            <span className={classes.type}>
              <ColorDot color={type.color} />
              <bdi className={classes.typeName}>{type.name}</bdi>
            </span>
          )}
          <bdi className={classes.author}>{post.author.name ?? post.author.email ?? feedback.anonymous}</bdi>
          <time dateTime={post.createdAt} title={formats.dateTime(post.createdAt)}>
            {formats.ago(post.createdAt)}
          </time>
          {owner !== undefined && <bdi className={classes.owner}>{owners.lookedAfterBy(owner)}</bdi>}
          {post.visibility === 'public' && <PublicMark />}
          {post.commentsCount > 0 && (
            <span className={classes.comments}>
              <IconMessage2 size={13} aria-hidden />
              <span aria-hidden>{formats.compact(post.commentsCount)}</span>
              <span className={classes.hidden}>
                {texts.comments(post.commentsCount, formats.number(post.commentsCount))}
              </span>
            </span>
          )}
          {post.tags.slice(0, 3).map((tag) => (
            <bdi key={tag.id} className={classes.tag}>
              {tag.name}
            </bdi>
          ))}
        </div>
      </div>
      {target === null && (
        <button
          type="button"
          className={classes.status}
          aria-label={feedback.changeStatus(post.title, status?.name ?? '–')}
          onClick={(event) => props.onPickStatus(post, event.currentTarget)}
        >
          <StatusBadge status={status} />
        </button>
      )}
    </li>
  );
});
