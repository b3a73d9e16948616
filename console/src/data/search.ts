// What the search of the whole console finds on the server.

import type { Post, User } from '@earshot/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { earshot } from './client.ts';

const mostPosts = 6;
const mostPeople = 4;

export interface Found {
  posts: readonly Post[];
  people: readonly User[];
}

export const useFound = (words: string) =>
  useQuery({
    queryKey: ['found', words],
    queryFn: async ({ signal }): Promise<Found> => {
      const [posts, people] = await Promise.all([
        earshot.posts.list({ filters: { text: words }, limit: mostPosts, sortBy: 'votes', signal }).page(),
        earshot.users.list({ filters: { search: words }, limit: mostPeople, signal }).page(),
      ]);
      return { posts: posts.items, people: people.items };
    },
    enabled: words !== '',
    placeholderData: words === '' ? undefined : keepPreviousData,
  });
