// The sidebar of a post: status, type and tags (saved on change), voters, followers, and status history.

import type { AuditEntry, PostDetail } from '@earshot/client';
import { Switch, Text, Title } from '@mantine/core';
import { startTransition, useOptimistic, useState } from 'react';
import { usePostTypes, useStatuses } from '../../data/catalog.ts';
import { useFollowers, useStatusHistory, useVoters } from '../../data/feedback/discussion.ts';
import { useSetTags } from '../../data/feedback/post-tags.ts';
import { useChangePost, useMergedPosts } from '../../data/feedback/posts.ts';
import { useSession } from '../../data/session.ts';
import { PublishDialog } from '../../parts/feedback/publish-dialog.tsx';
import { noOwner, useOwners } from '../../parts/feedback/use-owners.ts';
import { useVisibilityChange } from '../../parts/feedback/use-visibility-change.ts';
import { WhoWasTold } from '../../parts/feedback/who-was-told.tsx';
import { TypeAheadSelect } from '../../parts/forms/type-ahead-select.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { RowsSkeleton } from '../../parts/states/states.tsx';
import { useActorNames } from '../../parts/text/actor-names.ts';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Followers } from './followers.tsx';
import { MergedFrom } from './merged-from.tsx';
import classes from './post-page.module.css';
import { StatusField } from './status-field.tsx';
import { TagField } from './tag-field.tsx';
import { Voters } from './voters.tsx';

export function PostSidebar({ post }: { post: PostDetail }) {
  const { post: texts, owners: ownerTexts } = useTexts();
  const notify = useNotify();
  const owners = useOwners();
  const types = usePostTypes().data ?? [];
  const change = useChangePost(post.id);
  const title = texts.notSaved(post.title);
  const saveType = (postTypeId: string) => {
    const undo = { postTypeId: post.postTypeId };
    void notify.follow(
      change.mutateAsync({ postTypeId }),
      () => notify.doneWithUndo(texts.saved, () => change.mutateAsync(undo)),
      {},
      { title, retry: () => saveType(postTypeId) },
    );
  };
  const saveOwner = (picked: string) => {
    const ownerId = picked === noOwner ? null : picked;
    const undo = { ownerId: post.ownerId ?? null };
    void notify.follow(
      change.mutateAsync({ ownerId }),
      () => notify.doneWithUndo(texts.saved, () => change.mutateAsync(undo)),
      {},
      { title, retry: () => saveOwner(picked) },
    );
  };
  // A tag shows immediately, while it is being saved: the next one builds on it.
  const [tags, showTags] = useOptimistic(post.tags.map(({ name }) => name));
  const setTags = useSetTags(post.id);
  const saveTags = (names: string[]) =>
    startTransition(async () => {
      showTags(names);
      await notify.follow(
        setTags(names, tags),
        ({ undo }) => notify.doneWithUndo(texts.saved, undo),
        {},
        { title, retry: () => saveTags(names) },
      );
    });
  return (
    <aside className={classes.side} aria-label={texts.details}>
      <StatusField post={post} />
      <VisibilityField post={post} />
      <TypeAheadSelect label={texts.type} value={post.postTypeId} onChange={saveType} choices={types} />
      <TypeAheadSelect
        label={ownerTexts.owner}
        value={post.ownerId ?? noOwner}
        onChange={saveOwner}
        choices={owners}
      />
      <TagField label={texts.tags} value={tags} onChange={saveTags} />
      <Panels post={post} />
    </aside>
  );
}

/** Shown together, so that none pushes another one down. */
function Panels({ post }: { post: PostDetail }) {
  const queries = [
    useMergedPosts(post.id),
    useVoters(post.id),
    useFollowers(post.id),
    useStatusHistory(post.id),
  ];
  if (queries.some(({ isPending }) => isPending)) return <RowsSkeleton rows={4} height={36} />;
  return (
    <>
      <MergedFrom postId={post.id} />
      <Voters post={post} />
      <Followers postId={post.id} />
      <History postId={post.id} />
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

function History({ postId }: { postId: string }) {
  const { post: texts } = useTexts();
  const formats = useFormats();
  const changes = useStatusHistory(postId).data ?? [];
  const statuses = useStatuses().data;
  const nameOf = (id: string) => statuses?.find((status) => status.id === id)?.name ?? texts.deletedStatus;
  if (changes.length === 0) return null;
  return (
    <section className={classes.panel}>
      <Title order={2} size="h3" mb="sm">
        {texts.history}
      </Title>
      <ol className={classes.history}>
        {changes.map((change) => (
          <li key={change.id}>
            {change.fromStatusId !== null && (
              <Text span inherit c="dimmed">
                {`${nameOf(change.fromStatusId)} → `}
              </Text>
            )}
            <strong>{nameOf(change.toStatusId)}</strong>
            <Text size="xs" c="dimmed">
              <ChangedBy actor={change.actor} />
              <time dateTime={change.createdAt} title={formats.dateTime(change.createdAt)}>
                {formats.ago(change.createdAt)}
              </time>
            </Text>
            {change.comment !== null && (
              <Text size="sm" dir="auto">
                {change.comment}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Nothing for an imported change, or for someone who is no longer known here. */
function ChangedBy({ actor }: { actor: AuditEntry['actor'] | null }) {
  const { post: texts } = useTexts();
  const nameOf = useActorNames();
  if (actor === null) return null;
  const name = nameOf(actor);
  if (name === actor.id) return null;
  return (
    <>
      <bdi>{actor.type === 'key' ? texts.byKey(name) : name}</bdi>
      {' · '}
    </>
  );
}
