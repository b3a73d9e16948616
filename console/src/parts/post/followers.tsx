// Who wants to hear of the post. Voting alone doesn't make anyone a follower.

import { useFollow, useFollowers } from '../../data/feedback/discussion.ts';
import { useTexts } from '../../texts/texts.tsx';
import { MoreButton } from '../states/more-button.tsx';
import { PeoplePanel } from './people-panel.tsx';

export function Followers({ postId }: { postId: string }) {
  const { post: texts } = useTexts();
  const followers = useFollowers(postId);
  const adding = useFollow(postId);
  const removing = useFollow(postId);
  const all = followers.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <PeoplePanel
      title={texts.followers}
      hint={texts.followersHint}
      people={all.map(({ source, followedAt: at, user, userId }) => ({ user, userId, at, source }))}
      more={<MoreButton look="panel" {...followers} />}
      addLabel={texts.addFollower}
      isAdding={adding.isPending}
      add={(userEmail) => adding.mutateAsync({ person: { userEmail }, isFollowing: true })}
      added={texts.followed}
      removeLabel={texts.removeFollower}
      remove={({ userId }) => removing.mutateAsync({ person: { userId }, isFollowing: false })}
      removed={texts.unfollowed}
      undoRemoval={({ userId }) => removing.mutateAsync({ person: { userId }, isFollowing: true })}
    />
  );
}
