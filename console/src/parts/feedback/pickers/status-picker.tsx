// Changes the status of one or many posts, with a reason, and says who is told of it.

import type { Status } from '@earshot/client';
import { Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useStatuses } from '../../../data/catalog.ts';
import { useFollowers } from '../../../data/feedback/discussion.ts';
import { useSession } from '../../../data/session.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { ColorLabel } from '../../color-dot.tsx';
import { ChoicePopover, type PopoverPlace } from '../../forms/choice-popover.tsx';
import classes from '../../forms/choices.module.css';
import { IconMail } from '../../icons.tsx';
import { useFormats } from '../../text/format.ts';
import { isPublic, TellFollowers, tellsByItself } from '../tell-followers.tsx';
import type { PickedPost } from '../use-field-change.ts';
import { useStatusChange } from '../use-status-change.ts';
import { type PickerProps, sharedBy, usePickerTitle } from './picker.ts';

/** Statuses that the current one can't change to are disabled. */
export function StatusChoices(
  props: PopoverPlace & {
    title: string;
    /** The status of the post, or of all posts; omitted if they have different ones. */
    currentId?: string | undefined;
    /** For a new post, which has none yet: any other one. */
    isAllowed?: (status: Status) => boolean;
    /** Whether people are told by mail if this one is picked. */
    tells?: (status: Status) => boolean;
    onPick: (status: Status) => void;
    children?: (take: () => void) => ReactNode;
  },
) {
  const { feedback, telling } = useTexts();
  const query = useStatuses();
  const all = query.data ?? [];
  const current = all.find(({ id }) => id === props.currentId);
  const follows = ({ id }: Status) => {
    const next = current?.nextStatusIds ?? null;
    return id !== props.currentId && (next === null || next.includes(id));
  };
  const { isAllowed = follows } = props;
  return (
    <ChoicePopover
      {...props}
      hint={feedback.findStatus}
      noneText={feedback.noStatusMatches}
      query={query}
      choices={all}
      isShort
      isCurrent={({ id }) => id === props.currentId}
      isAllowed={isAllowed}
      render={({ color, name }) => <ColorLabel color={color} name={name} />}
      mark={(status) =>
        isAllowed(status) &&
        props.tells?.(status) === true && (
          <IconMail size={16} className={classes.mark} aria-label={telling.tells} />
        )
      }
    >
      {props.children}
    </ChoicePopover>
  );
}

export function StatusPicker({ posts, anchor, onPicked, onClose }: PickerProps) {
  const { hasMail } = useSession();
  const { changeStatus } = useStatusChange();
  const [reason, setReason] = useState('');
  /** Undefined for what each status says. */
  const [tells, setTells] = useState<boolean>();
  const followers = useFollowerCount(posts);
  const mayTell = hasMail && followers?.count !== 0;
  // Among several posts, moving an internal one tells no one.
  const tellsOf = (post: { visibility?: string }) =>
    posts.length === 1 || isPublic(post) ? tells : undefined;
  const pick = (status: Status) => {
    const comment = reason.trim();
    changeStatus(posts, status, {
      ...(comment !== '' && { comment }),
      tells: tellsOf,
      hasFollowers: mayTell,
    });
    onPicked('status');
    onClose();
  };
  return (
    <StatusChoices
      anchor={anchor}
      onClose={onClose}
      title={usePickerTitle('status', posts)}
      currentId={sharedBy(posts, ({ statusId }) => statusId)}
      tells={(status) => mayTell && posts.some((post) => tellsOf(post) ?? tellsByItself(status, post))}
      onPick={pick}
    >
      {(take) => (
        <Additions posts={posts} reason={reason} onReason={setReason} onTake={take}>
          <Telling posts={posts} followers={followers} choice={tells} onChoice={setTells} />
        </Additions>
      )}
    </StatusChoices>
  );
}

/** What goes with the change. Enter in the reason takes the highlighted status. */
function Additions(props: {
  posts: readonly PickedPost[];
  reason: string;
  onReason: (reason: string) => void;
  onTake: () => void;
  children: ReactNode;
}) {
  const { post: texts, visibility } = useTexts();
  const { siteUrl } = useSession();
  const isRead = siteUrl !== null && props.posts.some(isPublic);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    props.onTake();
  };
  return (
    <div className={classes.additions}>
      <TextInput
        size="xs"
        maxLength={1000}
        aria-label={texts.statusComment}
        placeholder={texts.statusComment}
        value={props.reason}
        onChange={(event) => props.onReason(event.currentTarget.value)}
        onKeyDown={press}
      />
      {isRead && (
        <Text size="xs" c="dimmed" mt={4}>
          {visibility.reasonHint}
        </Text>
      )}
      {props.children}
    </div>
  );
}

interface Count {
  count: number;
  isMore: boolean;
}

/** How many follow a single post. Of several, only whether anyone can be told. Undefined if not known. */
function useFollowerCount(posts: readonly PickedPost[]): Count | undefined {
  const { hasMail } = useSession();
  const [first] = posts;
  const isOne = posts.length === 1;
  const page = useFollowers(first?.id ?? '', isOne && hasMail).data?.pages[0];
  if (!isOne) return posts.some(isPublic) ? undefined : { count: 0, isMore: false };
  return page && { count: page.total ?? 0, isMore: page.totalIsMore === true };
}

function Telling(props: {
  posts: readonly PickedPost[];
  followers: Count | undefined;
  choice: boolean | undefined;
  onChoice: (tells: boolean) => void;
}) {
  const { telling } = useTexts();
  const { hasMail } = useSession();
  const formats = useFormats();
  const { posts, followers } = props;
  const isMany = posts.length > 1;
  if (!hasMail || (isMany && followers !== undefined)) return null;
  const { count = 0, isMore = false } = followers ?? {};
  const shown = `${formats.number(count)}${isMore ? '+' : ''}`;
  const labelOf = () => {
    if (isMany) return telling.publicFollowers;
    if (followers === undefined) return telling.followers;
    return count === 0 ? telling.noFollowers : telling.status(count, shown);
  };
  const wouldRead = count > 0 && !posts.some(isPublic);
  return (
    // There from the start, though disabled until someone can be told, so that it pushes nothing down.
    <TellFollowers
      posts={posts}
      label={labelOf()}
      hint={wouldRead ? telling.internal(count, shown) : undefined}
      disabled={!isMany && count === 0}
      choice={props.choice}
      onChoice={props.onChoice}
    />
  );
}
