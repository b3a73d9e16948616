// The posts merged into this one, each with a button to unmerge it.

import { Button, Title } from '@mantine/core';
import { useMergedPosts } from '../../data/feedback/posts.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useMergeChange } from '../feedback/use-merge-change.ts';
import { AnchorLink } from '../links.tsx';
import { MoreButton } from '../states/more-button.tsx';
import classes from './facts.module.css';

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
  const { unmerge } = useMergeChange();
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
        onClick={() => unmerge([post])}
      >
        {texts.unmerge}
      </Button>
    </li>
  );
}
