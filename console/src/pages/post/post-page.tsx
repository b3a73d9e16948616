// The page of one post, with the way back to the list and to the posts next to it.

import { ActionIcon, Group } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lastSearch } from '../../data/feedback/list-position.ts';
import { useNeighbors } from '../../data/feedback/neighbors.ts';
import { IconArrowLeft, IconChevronDown, IconChevronUp } from '../../parts/icons.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import frame from '../../parts/page-frame.module.css';
import { PostView } from '../../parts/post/post-view.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { usePostTexts } from '../../texts/post.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './post-page.module.css';

const route = getRouteApi('/shell/posts/$postId');

export function PostPage() {
  const { postId } = route.useParams();
  const { edit } = route.useSearch();
  const { feedback, places } = useTexts();
  const { view } = usePostTexts();
  const navigate = useNavigate();
  const { previousId, nextId } = useNeighbors(postId);
  const toList = () => void navigate({ to: '/posts', search: lastSearch() });
  const toPost = (id: string | undefined) =>
    id !== undefined && void navigate({ to: '/posts/$postId', params: { postId: id } });
  const setEditing = (isEditing: boolean) =>
    void navigate({
      to: '/posts/$postId',
      params: { postId },
      search: isEditing ? { edit: true } : {},
      replace: true,
    });
  useShortcuts({
    e: () => setEditing(true),
    u: toList,
    j: () => toPost(nextId),
    k: () => toPost(previousId),
  });
  return (
    <div className={classes.page} data-scrolls>
      <div className={classes.bar}>
        <AnchorLink to="/posts" search={lastSearch()} className={frame.back} aria-label={feedback.back}>
          <IconArrowLeft size={16} aria-hidden />
          {places.posts}
        </AnchorLink>
        {(previousId !== undefined || nextId !== undefined) && (
          <Group gap={4}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={view.previous}
              disabled={previousId === undefined}
              onClick={() => toPost(previousId)}
            >
              <IconChevronUp size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={view.next}
              disabled={nextId === undefined}
              onClick={() => toPost(nextId)}
            >
              <IconChevronDown size={18} aria-hidden />
            </ActionIcon>
          </Group>
        )}
      </div>
      <PostView
        isPage
        postId={postId}
        isEditing={edit === true}
        onEditing={setEditing}
        onDeleted={toList}
        onMerged={toPost}
      />
    </div>
  );
}
