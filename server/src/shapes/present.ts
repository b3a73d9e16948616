// Presents objects for ledger entries, with the same fields as in API responses.

import type { Present, PresentedKind, PresentedKinds } from '../domain/ledger.ts';
import { withConcealedUrl } from '../domain/webhook-target.ts';
import type { FileUrl } from './attachment.ts';
import { changelogPresenter } from './changelog.ts';
import { presentComment } from './comment.ts';
import { presentImportResult } from './import.ts';
import { postPresenter } from './post.ts';
import { presentPostType } from './post-type.ts';
import { presentStatus } from './status.ts';
import { presentTag } from './tag.ts';
import { presentUser } from './user.ts';
import { presentVote } from './vote.ts';
import { presentWebhook } from './webhook.ts';

type Presenters = { [Kind in PresentedKind]: (object: PresentedKinds[Kind]) => object };

export function presenter(fileUrl: FileUrl): Present {
  const presenters: Presenters = {
    post: postPresenter(fileUrl).single,
    comment: presentComment,
    vote: presentVote,
    user: presentUser,
    changelog: changelogPresenter(fileUrl),
    status: presentStatus,
    postType: presentPostType,
    tag: presentTag,
    import: presentImportResult,
    // The ledger is read by every member, and sent to other webhooks.
    webhook: (webhook) => presentWebhook(withConcealedUrl(webhook)),
  };
  return (kind, object) => presenters[kind](object);
}
