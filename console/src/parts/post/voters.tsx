// Who voted for the post. A vote received elsewhere can be added by email.

import type { PostDetail } from '@earshot/client';
import { useVote, useVoters } from '../../data/feedback/discussion.ts';
import { useTexts } from '../../texts/texts.tsx';
import { MoreButton } from '../states/more-button.tsx';
import { useFormats } from '../text/format.ts';
import { PeoplePanel } from './people-panel.tsx';

export function Voters({ post }: { post: PostDetail }) {
  const { id: postId, votesCount: count, importedVotes = 0 } = post;
  const { post: texts, feedback } = useTexts();
  const formats = useFormats();
  const voters = useVoters(postId);
  const adding = useVote(postId);
  const removing = useVote(postId);
  const all = voters.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <PeoplePanel
      title={feedback.votes(count, formats.number(count))}
      hint={importedVotes > 0 ? texts.importedVotes(formats.number(importedVotes)) : undefined}
      people={all.map(({ source = 'api', votedAt: at, user, userId }) => ({ user, userId, at, source }))}
      more={<MoreButton look="panel" {...voters} />}
      addLabel={texts.addVoter}
      isAdding={adding.isPending}
      add={(userEmail) => adding.mutateAsync({ voter: { userEmail }, isVoting: true })}
      added={texts.voted}
      removeLabel={texts.removeVote}
      remove={({ userId }) => removing.mutateAsync({ voter: { userId }, isVoting: false })}
      removed={texts.unvoted}
      undoRemoval={({ userId, at: votedAt }) =>
        removing.mutateAsync({ voter: { userId }, isVoting: true, votedAt })
      }
    />
  );
}
