// A mail that tells someone of a post or a changelog entry, as the team sees it.

import type { SortKey } from '../kernel/page.ts';
import type { User } from '../people/user.ts';
import type { Mail, NoticeKind } from './mail.ts';

export interface Notice extends Mail {
  kind: NoticeKind;
  about: string;
  userId: string;
}

export interface NoticeView extends Notice {
  user: User | null;
}

export const isNotice = (mail: Mail): mail is Notice => mail.about !== null && mail.userId !== null;

export const noticeSortKey = ({ id }: Pick<Mail, 'id'>): SortKey => [id];
