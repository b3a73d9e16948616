// Presents objects for ledger entries, with the same fields as in API responses.

import type { Present, PresentedKind, PresentedKinds } from '../../domain/events/ledger.ts';
import { withConcealedUrl } from '../../domain/events/webhook-target.ts';
import type { SiteAddresses } from '../../domain/site/site.ts';
import { presentPostType } from '../catalog/post-type.ts';
import { presentStatus } from '../catalog/status.ts';
import { presentTag } from '../catalog/tag.ts';
import { changelogPresenter } from '../changelog/changelog.ts';
import { commentPresenter } from '../feedback/comment.ts';
import { postPresenter } from '../feedback/post.ts';
import { presentVote } from '../feedback/vote.ts';
import type { FileUrl } from '../files/attachment.ts';
import { presentUser } from '../people/user.ts';
import { presentImportResult } from '../porting/import.ts';
import { sitePresenter } from '../site/site.ts';
import { presentSubmission } from '../site/submission.ts';
import { presentWebhook } from './webhook.ts';

type Presenters = { [Kind in PresentedKind]: (object: PresentedKinds[Kind]) => object };

export function presenter(fileUrl: FileUrl, addresses: SiteAddresses): Present {
  const presenters: Presenters = {
    post: postPresenter(fileUrl).single,
    comment: commentPresenter(fileUrl).single,
    vote: presentVote,
    user: presentUser,
    changelog: changelogPresenter(fileUrl),
    status: presentStatus,
    postType: presentPostType,
    tag: presentTag,
    import: presentImportResult,
    site: sitePresenter(fileUrl, addresses),
    submission: presentSubmission,
    // The ledger is read by every member, and sent to other webhooks.
    webhook: (webhook) => presentWebhook(withConcealedUrl(webhook)),
  };
  return (kind, object) => presenters[kind](object);
}
