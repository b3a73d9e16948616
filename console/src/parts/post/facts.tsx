// What is known of a post, beside it: a value is text until it is clicked. Each change is saved when it is picked.

import type { PostDetail } from '@earshot/client';
import { Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { usePostTypes, useStatuses } from '../../data/catalog.ts';
import { useFollowers, useVoters } from '../../data/feedback/discussion.ts';
import { useMergedPosts } from '../../data/feedback/posts.ts';
import { usePostsOf } from '../../data/people.ts';
import { useSession } from '../../data/session.ts';
import { usePostTexts } from '../../texts/post.ts';
import { useTexts } from '../../texts/texts.tsx';
import { ColorLabel } from '../color-dot.tsx';
import type { PickerName } from '../feedback/pickers/use-post-pickers.tsx';
import { PublishDialog } from '../feedback/publish-dialog.tsx';
import { noOwner, useOwners } from '../feedback/use-owners.ts';
import { useVisibilityChange } from '../feedback/use-visibility-change.ts';
import { WhoWasTold } from '../feedback/who-was-told.tsx';
import { RowsSkeleton } from '../states/states.tsx';
import { AuthorPanel } from './author-panel.tsx';
import classes from './facts.module.css';
import { Followers } from './followers.tsx';
import { MergedFrom } from './merged-from.tsx';
import { Voters } from './voters.tsx';

/** `onOpen`: opens the picker of a field at its value. */
export function Facts(props: { post: PostDetail; onOpen: (name: PickerName, anchor: Element) => void }) {
  const { post } = props;
  const { post: texts, owners: ownerTexts, feedback } = useTexts();
  const { fields } = usePostTexts();
  const status = useStatuses().data?.find(({ id }) => id === post.statusId);
  const type = usePostTypes().data?.find(({ id }) => id === post.postTypeId);
  const owner = useOwners().find(({ id }) => id === (post.ownerId ?? noOwner));
  const ownerName = post.ownerId == null ? fields.noOwner : (owner?.name ?? '–');
  const tagNames = post.tags.map(({ name }) => name);
  return (
    <aside className={classes.facts} aria-label={texts.details}>
      <Field
        name="status"
        label={texts.status}
        action={feedback.changeStatus(post.title, status?.name ?? '–')}
        onOpen={props.onOpen}
      >
        <ColorLabel color={status?.color ?? null} name={status?.name ?? '–'} />
      </Field>
      <Field
        name="owner"
        label={ownerTexts.owner}
        action={fields.changeOf(ownerTexts.owner, ownerName)}
        onOpen={props.onOpen}
        isEmpty={post.ownerId == null}
      >
        <bdi>{ownerName}</bdi>
      </Field>
      <Field
        name="type"
        label={texts.type}
        action={fields.changeOf(texts.type, type?.name ?? '–')}
        onOpen={props.onOpen}
      >
        <ColorLabel color={type?.color ?? null} name={type?.name ?? '–'} />
      </Field>
      <Field
        name="tags"
        label={texts.tags}
        action={fields.changeOf(texts.tags, tagNames.length === 0 ? fields.noTags : tagNames.join(', '))}
        onOpen={props.onOpen}
        isEmpty={tagNames.length === 0}
      >
        {tagNames.length === 0
          ? fields.noTags
          : tagNames.map((name) => (
              <bdi key={name} className={classes.tag}>
                {name}
              </bdi>
            ))}
      </Field>
      <VisibilityField post={post} />
      <Panels post={post} />
    </aside>
  );
}

function Field(props: {
  name: PickerName;
  label: string;
  /** What a click does, with the value. */
  action: string;
  isEmpty?: boolean;
  onOpen: (name: PickerName, anchor: Element) => void;
  children: ReactNode;
}) {
  return (
    <div>
      <div className={classes.label} aria-hidden>
        {props.label}
      </div>
      <button
        type="button"
        className={classes.value}
        data-field={props.name}
        data-empty={props.isEmpty}
        aria-label={props.action}
        aria-haspopup="dialog"
        onClick={(event) => props.onOpen(props.name, event.currentTarget)}
      >
        {props.children}
      </button>
    </div>
  );
}

/** Shown together, so that none pushes another one down. */
function Panels({ post }: { post: PostDetail }) {
  const queries = [
    usePostsOf(post.author.id),
    useMergedPosts(post.id),
    useVoters(post.id),
    useFollowers(post.id),
  ];
  if (queries.some(({ isPending }) => isPending)) return <RowsSkeleton rows={4} height={36} />;
  return (
    <>
      <AuthorPanel post={post} />
      <MergedFrom postId={post.id} />
      <Voters post={post} />
      <Followers postId={post.id} />
      <WhoWasTold of="posts" id={post.id} />
    </>
  );
}

/** Once there is a public site. */
function VisibilityField({ post }: { post: PostDetail }) {
  const { visibility: texts } = useTexts();
  const { siteUrl } = useSession();
  const { changeVisibility } = useVisibilityChange();
  const [isAsking, setAsking] = useState(false);
  if (siteUrl === null) return null;
  return (
    <>
      <Switch
        size="xs"
        label={texts.isPublic}
        description={texts.isPublicHint}
        checked={post.visibility === 'public'}
        onChange={(event) =>
          event.currentTarget.checked ? setAsking(true) : changeVisibility([post], 'internal')
        }
      />
      {isAsking && (
        <PublishDialog
          count={1}
          onPublish={(choice) => {
            setAsking(false);
            changeVisibility([post], 'public', choice);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
