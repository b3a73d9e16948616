// Imports attachments. Files are in the archive, or fetched from where they are. They go through the same checks as
// uploads, and are stored before the transaction that names them; if it fails, they are removed.

import type { Readable } from 'node:stream';
import type { Attachment, UploadLimits } from '../../../../domain/files/attachment.ts';
import { safeFileName } from '../../../../domain/files/attachment.ts';
import type { Instant } from '../../../../domain/kernel/clock.ts';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { edited } from '../../../../domain/kernel/version.ts';
import { type AttachmentRecord, fileEntry } from '../../../../domain/porting/records.ts';
import { asLogo, visitorsNotice } from '../../../../domain/site/site.ts';
import type { Files } from '../../../../ports/files/files.ts';
import type { ArchiveReader } from '../../../../ports/porting/archive.ts';
import type { Fetcher } from '../../../../ports/porting/fetcher.ts';
import type { Reader } from '../../../../ports/store.ts';
import { type Upload, uploads } from '../../../files/uploads.ts';
import type { SeenWriter } from '../../../kernel/change.ts';
import { seenOnPosts } from '../../seen-posts.ts';
import { entryOf } from '../read/checking.ts';
import { lineOf, type Numbered } from '../read/records.ts';
import {
  emptyStep,
  type ImportContext,
  note,
  objectsFor,
  Refused,
  required,
  type Step,
  stableId,
  unknownOf,
} from './step.ts';

export interface FileSource {
  archive: ArchiveReader;
  files: Files;
  limits: UploadLimits;
  fetcher?: Fetcher | undefined;
  isDryRun: boolean;
  signal?: AbortSignal | undefined;
}

export interface StagedStep extends Step<AttachmentRecord> {
  /** To be called once the outcome of the transaction is known. */
  committed(): Promise<void>;
  rolledBack(): Promise<void>;
}

interface Staged {
  numbered: Numbered<AttachmentRecord>;
  upload: Upload;
  attachment: Attachment;
}

/** Also the size of a batch: none waits for another, so a batch ends before the import's lease does. */
export const filesAtOnce = 4;

const isLeftOut = ({ sha256, url }: AttachmentRecord, { fetcher }: FileSource): boolean =>
  sha256 === null && url !== null && fetcher === undefined;

/** What reads the file; refuses the record if there is none. Nothing is fetched yet. */
function contentOf({ sha256, url }: AttachmentRecord, source: FileSource): () => Promise<Readable> {
  const { archive, fetcher, signal } = source;
  if (sha256 === null && url !== null && fetcher !== undefined) return () => fetcher.fetch(url, signal);
  if (sha256 === null || !archive.entries.has(fileEntry(sha256)))
    throw new Refused('The archive does not contain the file of this attachment.');
  return () => entryOf(archive, fileEntry(sha256));
}

/** Runs the work for each item, a few at a time. Fails only when all that was begun has ended. */
async function eachOfFew<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: filesAtOnce }, lane));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

const fieldOf = ({ postId, commentId }: Attachment) => {
  if (postId !== null) return 'postId';
  return commentId === null ? 'changelogId' : 'commentId';
};

/** Of the public site, in an archive of ours. */
const isLogoIn = (
  { isFaithful }: ImportContext,
  { postId, changelogId, commentId }: AttachmentRecord,
): boolean => isFaithful && postId === null && changelogId === null && commentId === null;

async function putLogo(
  write: SeenWriter,
  workspaceId: string,
  logo: Attachment,
  now: Instant,
): Promise<void> {
  await write.attachments.insert(workspaceId, logo);
  const site = await write.sites.find(workspaceId);
  if (site === undefined) return;
  const after = edited(site, { logo }, now);
  await write.sites.put(after);
  if (visitorsNotice(site, after)) write.visitorsSee();
}

export async function stageAttachments(
  source: FileSource,
  context: ImportContext,
  read: Reader,
  batch: readonly Numbered<AttachmentRecord>[],
): Promise<StagedStep> {
  const step = emptyStep<AttachmentRecord>();
  const { files, limits, isDryRun } = source;
  const { workspaceId } = context;
  const given = batch.filter(({ record }) => !isLeftOut(record, source));
  const unknown = await unknownOf(context, read, 'attachment', given, step);
  const records = unknown.map(({ record }) => record);
  const known = await read.imports.existing(
    workspaceId,
    'attachments',
    records.map(({ id }) => stableId(context, 'attachment', id)),
  );
  const posts = await objectsFor(
    context,
    read,
    'post',
    records.map(({ postId }) => postId),
  );
  const changelogs = await objectsFor(
    context,
    read,
    'changelog',
    records.map(({ changelogId }) => changelogId),
  );
  const comments = await objectsFor(
    context,
    read,
    'comment',
    records.map(({ commentId }) => commentId),
  );
  const { start } = uploads({ files, limits });
  const staged: Staged[] = [];

  const stage = async (numbered: Numbered<AttachmentRecord>): Promise<void> => {
    const { record } = numbered;
    const id = stableId(context, 'attachment', record.id);
    if (known.has(id)) return note(step, 'attachment', record.id, id, false);
    const isLogo = isLogoIn(context, record);
    const owners = [record.postId, record.changelogId, record.commentId].filter((id) => id !== null);
    if (!isLogo && owners.length !== 1)
      throw new Refused('An attachment must have one of "postId", "commentId" and "changelogId".');
    const owner = {
      postId: record.postId === null ? null : required(posts, record.postId, 'postId'),
      changelogId:
        record.changelogId === null ? null : required(changelogs, record.changelogId, 'changelogId'),
      commentId: record.commentId === null ? null : required(comments, record.commentId, 'commentId'),
    };
    const content = contentOf(record, source);
    if (!isDryRun) {
      const upload = start();
      // What a server says about its files is often wrong; their bytes decide.
      const declaredType = record.sha256 === null ? '' : record.mimeType;
      await upload.receive({ fileName: record.fileName, declaredType, bytes: await content() });
      const [file] = upload.files;
      if (file === undefined) throw new Error('A received file was not staged.');
      const fileName = safeFileName(record.fileName);
      const stored = isLogo ? asLogo(file) : { ...file, fileName };
      const attachment = { ...stored, ...owner, id, createdAt: record.createdAt ?? context.now };
      staged.push({ numbered, upload, attachment });
    }
    known.add(id);
    // An undo keeps the site, and so its logo.
    if (!isLogo) note(step, 'attachment', record.id, id, true);
  };

  try {
    await eachOfFew(unknown, async (numbered) => {
      try {
        await stage(numbered);
      } catch (error) {
        const isRefusal = error instanceof Failure && error.code !== 'UNAVAILABLE';
        if (!(error instanceof Refused) && !isRefusal) throw error;
        step.errors.push({ ...lineOf(numbered), message: error.message });
      }
    });
  } catch (error) {
    for (const { upload } of staged) await upload.discard();
    throw error;
  }
  step.errors.sort((a, b) => a.line - b.line);
  const lost = new Set<Staged>();
  const refuse = (each: Staged): void => {
    const { numbered, attachment } = each;
    lost.add(each);
    result.created -= 1;
    result.notes = result.notes.filter(({ objectId }) => objectId !== attachment.id);
    const field = fieldOf(attachment);
    const message = `"${field}" names nothing that was imported: "${numbered.record[field]}".`;
    result.errors.push({ ...lineOf(numbered), message });
  };

  const result: StagedStep = {
    ...step,
    async apply(write) {
      // Meanwhile, an owner may have been deleted.
      const ownersOf = (kind: 'post' | 'changelog' | 'comment') =>
        context.journal.existing(
          write,
          kind,
          staged.flatMap(({ attachment }) => attachment[`${kind}Id`] ?? []),
        );
      const owners = new Set([
        ...(await ownersOf('post')),
        ...(await ownersOf('changelog')),
        ...(await ownersOf('comment')),
      ]);
      await seenOnPosts(
        write,
        workspaceId,
        staged.flatMap(({ attachment }) => attachment.postId ?? []),
      );
      for (const id of new Set(staged.flatMap(({ attachment }) => attachment.changelogId ?? [])))
        if ((await write.changelogs.find(workspaceId, id))?.state === 'published') write.visitorsSee();
      for (const each of staged) {
        if (lost.has(each)) continue;
        const { upload, attachment, numbered } = each;
        if (isLogoIn(context, numbered.record)) {
          upload.markPending();
          await putLogo(write, workspaceId, attachment, context.now);
          continue;
        }
        if (!owners.has(attachment[fieldOf(attachment)] ?? '')) {
          refuse(each);
          continue;
        }
        upload.markPending();
        await write.attachments.insert(workspaceId, attachment);
      }
      const onComments = staged.filter((each) => !lost.has(each));
      const seen = await write.imports.addFilesToComments(
        workspaceId,
        onComments.flatMap(({ attachment }) => attachment.commentId ?? []),
      );
      await seenOnPosts(write, workspaceId, seen);
    },
    committed: async () => {
      for (const { upload } of staged.filter((each) => !lost.has(each))) upload.markCommitted();
      for (const { upload } of lost) await upload.discard();
    },
    rolledBack: async () => {
      for (const { upload } of staged) {
        await upload.markRolledBack();
        await upload.discard();
      }
    },
  };
  return result;
}
