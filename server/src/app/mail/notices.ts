// Who was told what about a post or a changelog entry.

import { notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { isNotice, type NoticeView, noticeSortKey } from '../../domain/mail/notice.ts';
import { type Caller, type Deps, hasRole } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

export interface Notices {
  /** Newest first; also those of the published entries that link the post. */
  ofPost(caller: Caller, postId: string, page: PageRequest): Promise<Page<NoticeView>>;
  ofChangelog(caller: Caller, changelogId: string, page: PageRequest): Promise<Page<NoticeView>>;
}

export function notices({ store: { read } }: Pick<Deps, 'store'>): Notices {
  const about = async (caller: Caller, ids: string[], page: PageRequest): Promise<Page<NoticeView>> => {
    const { workspaceId } = caller;
    const found = await readPage(
      { page },
      ({ slice }) => read.mails.pageAbout(workspaceId, ids, slice),
      noticeSortKey,
    );
    const told = found.items.filter(isNotice);
    const users = await read.users.usersOf(
      workspaceId,
      told.map(({ userId }) => userId),
    );
    // What a mail server says may tell of the installation.
    const mayReadAnswers = hasRole(caller, 'admin');
    const items = told.map((mail) => ({
      ...mail,
      answer: mayReadAnswers || mail.state === 'dropped' ? mail.answer : null,
      user: users.get(mail.userId) ?? null,
    }));
    return { ...found, items };
  };

  return {
    async ofPost(caller, postId, page) {
      if ((await read.posts.find(caller.workspaceId, postId)) === undefined) throw notFound('Post');
      const entries = await read.changelogs.publishedAbout(caller.workspaceId, postId, 0);
      return about(caller, [postId, ...entries.map(({ id }) => id)], page);
    },
    async ofChangelog(caller, changelogId, page) {
      if ((await read.changelogs.find(caller.workspaceId, changelogId)) === undefined)
        throw notFound('Changelog');
      return about(caller, [changelogId], page);
    },
  };
}
