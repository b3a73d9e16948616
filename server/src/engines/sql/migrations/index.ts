// Every migration in order. The names are what a database remembers: they never change.

import type { Migrations } from '../kernel/dialect.ts';
import { up as first } from './0001-first.ts';
import { up as provenAddresses } from './0002-proven-addresses.ts';
import { up as ledger } from './0003-ledger.ts';
import { up as commentExternalIds } from './0004-comment-external-ids.ts';
import { up as stubUsers } from './0006-stub-users.ts';
import { up as webhooks } from './0007-webhooks.ts';
import { up as imports } from './0008-imports.ts';
import { up as workspaceWords } from './0009-workspace-words.ts';
import { up as exports } from './0010-exports.ts';
import { up as importJobs } from './0011-import-jobs.ts';
import { up as importedVotes } from './0012-imported-votes.ts';
import { up as searchRows } from './0013-search-rows.ts';
import { up as statusChangeActors } from './0014-status-change-actors.ts';
import { up as sites } from './0015-sites.ts';
import { up as visibility } from './0016-visibility.ts';
import { up as visitors } from './0017-visitors.ts';
import { up as submissions } from './0018-submissions.ts';
import { up as mails } from './0019-mails.ts';
import { up as followers } from './0020-followers.ts';
import { up as mailedLinks } from './0021-mailed-links.ts';
import { up as mailedInvites } from './0022-mailed-invites.ts';
import { up as mailSettings } from './0023-mail-settings.ts';
import { up as suppressions } from './0024-suppressions.ts';
import { up as allEntries } from './0025-all-entries.ts';
import { up as listedSuppressions } from './0026-listed-suppressions.ts';
import { up as follows } from './0027-follows.ts';
import { up as tellings } from './0028-tellings.ts';
import { up as finding } from './0029-finding.ts';
import { up as statusNotices } from './0030-status-notices.ts';
import { up as importedSuppressions } from './0031-imported-suppressions.ts';
import { up as owners } from './0032-owners.ts';
import { up as replyTo } from './0033-reply-to.ts';
import { up as texts } from './0034-texts.ts';
import { up as toldEntries } from './0035-told-entries.ts';
import { up as inboxes } from './0036-inboxes.ts';
import { up as views } from './0037-views.ts';
import { up as commentDocuments } from './0038-comment-documents.ts';
import { up as mentions } from './0039-mentions.ts';
import { up as commentFiles } from './0040-comment-files.ts';

export const migrations: Migrations = (dialect) => ({
  getMigrations: async () => ({
    '0001-first': { up: (db) => first(db, dialect) },
    '0002-proven-addresses': { up: provenAddresses },
    '0003-ledger': { up: ledger },
    '0004-comment-external-ids': { up: commentExternalIds },
    '0006-stub-users': { up: stubUsers },
    '0007-webhooks': { up: webhooks },
    '0008-imports': { up: imports },
    '0009-workspace-words': { up: (db) => workspaceWords(db, dialect) },
    '0010-exports': { up: exports },
    '0011-import-jobs': { up: importJobs },
    '0012-imported-votes': { up: importedVotes },
    '0013-search-rows': { up: (db) => searchRows(db, dialect) },
    '0014-status-change-actors': { up: statusChangeActors },
    '0015-sites': { up: sites },
    '0016-visibility': { up: visibility },
    '0017-visitors': { up: visitors },
    '0018-submissions': { up: submissions },
    '0019-mails': { up: mails },
    '0020-followers': { up: followers },
    '0021-mailed-links': { up: mailedLinks },
    '0022-mailed-invites': { up: mailedInvites },
    '0023-mail-settings': { up: mailSettings },
    '0024-suppressions': { up: suppressions },
    '0025-all-entries': { up: allEntries },
    '0026-listed-suppressions': { up: listedSuppressions },
    '0027-follows': { up: follows },
    '0028-tellings': { up: tellings },
    '0029-finding': { up: finding },
    '0030-status-notices': { up: statusNotices },
    '0031-imported-suppressions': { up: importedSuppressions },
    '0032-owners': { up: owners },
    '0033-reply-to': { up: replyTo },
    '0034-texts': { up: (db) => texts(db, dialect) },
    '0035-told-entries': { up: toldEntries },
    '0036-inboxes': { up: inboxes },
    '0037-views': { up: views },
    '0038-comment-documents': { up: commentDocuments },
    '0039-mentions': { up: mentions },
    '0040-comment-files': { up: commentFiles },
  }),
});
