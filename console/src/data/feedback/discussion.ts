// The comments, private notes, votes, followers and status history of one post.

import type { FeedbackComment, FileInput, Follower, Page, PostDetail, RichText, Vote } from '@earshot/client';
import {
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { earshot } from '../client.ts';
import { type ConsoleShapes, callConsole } from '../console-api.ts';
import { useSession } from '../session.ts';

export const commentsQuery = (postId: string) =>
  queryOptions({
    queryKey: ['comments', postId],
    queryFn: async ({ signal }): Promise<FeedbackComment[]> =>
      earshot.posts.comments(postId, { include: ['replies'], signal }),
  });

export const useComments = (postId: string) => useQuery(commentsQuery(postId));

export const notesQuery = (postId: string) =>
  queryOptions({
    queryKey: ['comments', postId, 'notes'],
    queryFn: ({ signal }): Promise<FeedbackComment[]> =>
      earshot.comments.list({ filters: { postId, private: true }, signal }).toArray({ max: 500 }),
  });

export const useNotes = (postId: string) => useQuery(notesQuery(postId));

/** Plain text, or a document. */
export type CommentText = { content: string } | { content: RichText; contentFormat: 'json' };

export type NewComment = CommentText & {
  parentId?: string;
  isPrivate?: boolean;
  attachments?: FileInput[];
};

const refresh = (queryClient: QueryClient, postId: string) => {
  void queryClient.invalidateQueries({ queryKey: ['posts', 'one', postId] });
  return queryClient.invalidateQueries({ queryKey: ['comments', postId] });
};

/** As the person who is signed in. */
export const useAddComment = (postId: string) => {
  const queryClient = useQueryClient();
  const { account } = useSession();
  return useMutation({
    mutationFn: async (comment: NewComment) =>
      earshot.posts.comment(postId, { ...comment, author: { email: account.email, name: account.name } }),
    onSuccess: () => refresh(queryClient, postId),
  });
};

export const useEditComment = (postId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...fields }: { id: string } & (CommentText | { isAnswer: boolean })) =>
      earshot.comments.update(id, fields),
    onSuccess: () => refresh(queryClient, postId),
  });
};

export const useDeleteComment = (postId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => earshot.comments.delete(id),
    onSuccess: () => refresh(queryClient, postId),
  });
};

export const useVoters = (postId: string) =>
  useInfiniteQuery({
    queryKey: ['voters', postId],
    queryFn: ({ pageParam, signal }): Promise<Page<Vote>> =>
      // Only a few at first: comments matter more than voters.
      earshot.posts
        .votes(postId, { limit: pageParam === undefined ? 5 : 50, after: pageParam, signal })
        .page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

export type VoterRef = { userEmail: string; userName?: string } | { userId: string };

export interface VoteChange {
  voter: VoterRef;
  isVoting: boolean;
  /** Of a vote that is given back; now, unless given. */
  votedAt?: string;
}

export const useVote = (postId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ voter, isVoting, votedAt }: VoteChange) =>
      isVoting
        ? earshot.posts.vote(postId, { ...voter, ...(votedAt !== undefined && { votedAt }) })
        : earshot.posts.unvote(postId, voter),
    onSuccess: ({ votesCount }) => {
      queryClient.setQueryData<PostDetail>(
        ['posts', 'one', postId],
        (post) => post && { ...post, votesCount },
      );
      void queryClient.invalidateQueries({ queryKey: ['posts', 'one', postId] });
      return queryClient.invalidateQueries({ queryKey: ['voters', postId] });
    },
  });
};

/** Their number is with the first page. */
export const useFollowers = (postId: string, isAsked = true) =>
  useInfiniteQuery({
    enabled: isAsked,
    queryKey: ['followers', postId],
    queryFn: ({ pageParam, signal }): Promise<Page<Follower>> =>
      earshot.posts
        .followers(
          postId,
          pageParam === undefined
            ? { limit: 5, include: ['total'], signal }
            : { limit: 50, after: pageParam, signal },
        )
        .page(),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const useFollow = (postId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ person, isFollowing }: { person: VoterRef; isFollowing: boolean }) =>
      isFollowing ? earshot.posts.follow(postId, person) : earshot.posts.unfollow(postId, person),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['followers', postId] }),
  });
};

export type HistoryEvent = ConsoleShapes['PostHistoryEvent'];

export const historyQuery = (postId: string) =>
  queryOptions({
    queryKey: ['history', postId],
    queryFn: async ({ signal }): Promise<HistoryEvent[]> =>
      (await callConsole('getPostHistory', { path: { id: postId }, signal })).events,
  });

/** What became of the post. */
export const useHistory = (postId: string) => useQuery(historyQuery(postId));
