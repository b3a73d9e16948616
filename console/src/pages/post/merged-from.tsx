// The posts merged into this one, each with a button to unmerge it.

import { Button, Title } from '@mantine/core';
import { useMergedPosts, useUnmergePost } from '../../data/feedback/posts.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { MoreButton } from '../../parts/states/more-button.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { useTexts } from '../../texts/texts.tsx';
import classes from './post-page.module.css';

export function MergedFrom({ postId }: { postId: string }) {
  const { post: texts } = useTexts();
  const merged = useMergedPosts(postId);
  const all = merged.data?.pages.flatMap(({ items }) => items) ?? [];
  if (all.length === 0) return null;
  return (
    <section className={classes.panel} aria-labelledby="merged-from">
      <Title order={2} size="h3" mb="sm" id="merged-from">
        {texts.mergedFrom}
      </Title>
      <ul className={classes.voters}>
        {all.map((post) => (
          <MergedPost key={post.id} post={post} />
        ))}
      </ul>
      <MoreButton look="panel" {...merged} />
    </section>
  );
}

function MergedPost({ post }: { post: { id: string; title: string } }) {
  const { post: texts } = useTexts();
  const notify = useNotify();
  const unmerge = useUnmergePost();
  return (
    <li className={classes.mergedPost}>
      <AnchorLink
        className={classes.mergedTitle}
        dir="auto"
        inherit
        to="/posts/$postId"
        params={{ postId: post.id }}
      >
        {post.title}
      </AnchorLink>
      <Button
        size="compact-xs"
        variant="default"
        flex="none"
        aria-label={texts.unmergeOf(post.title)}
        loading={unmerge.isPending}
        onClick={() =>
          notify.follow(unmerge.mutateAsync(post.id), () => notify.done(texts.unmerged), {
            CONFLICT: texts.unmergeConflict,
          })
        }
      >
        {texts.unmerge}
      </Button>
    </li>
  );
}
