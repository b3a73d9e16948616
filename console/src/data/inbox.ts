// The inbox of the signed-in member.

import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ConsoleShapes, callConsole } from './console-api.ts';

export type Inbox = ConsoleShapes['Inbox'];
export type InboxItem = Inbox['items'][number];

export const inboxQuery = queryOptions({
  queryKey: ['inbox', 'list'],
  queryFn: ({ signal }) => callConsole('getInbox', { signal }),
});

export const useInbox = () => useQuery(inboxQuery);
