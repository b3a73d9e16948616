// Files that belong to a post or a changelog: as the API shows them, and as a form brings them.

import Type, { type Static, type TObject, type TProperties } from 'typebox';
import type { Attachment } from '../domain/attachment.ts';
import { toIso } from '../domain/clock.ts';
import { dateTime, identifier, named, nullable } from './common.ts';

export const AttachmentShape = named(
  'Attachment',
  {
    id: identifier('att'),
    fileName: Type.String({ description: 'As it was uploaded, with the extension of its type.' }),
    mimeType: Type.String({ description: 'What the bytes are, not what the upload said.' }),
    size: Type.Integer({ description: 'Bytes.' }),
    width: nullable<number>('integer'),
    height: nullable<number>('integer'),
    sha256: Type.String(),
    url: Type.String({ description: 'Unguessable; needs no key.' }),
    createdAt: dateTime(),
  },
  { description: 'A file that belongs to a post or a changelog.' },
);

export type FileUrl = (attachment: Attachment) => string;

export const fileUrlAt =
  (publicUrl: () => string): FileUrl =>
  ({ fileKey, fileName }) =>
    `${publicUrl()}/files/${fileKey}/${encodeURIComponent(fileName)}`;

/** Shown with the address that the file is reached at. */
export const presentAttachment =
  (fileUrl: FileUrl) =>
  (attachment: Attachment): Static<typeof AttachmentShape> => ({
    id: attachment.id,
    fileName: attachment.fileName,
    mimeType: attachment.mimeType,
    size: attachment.size,
    width: attachment.width,
    height: attachment.height,
    sha256: attachment.sha256,
    url: fileUrl(attachment),
    createdAt: toIso(attachment.createdAt),
  });

const fileField = Type.Unsafe<never>({
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: 'Images, videos and PDF; `attachments[]` and `files` name the same.',
});

/** The fields of a body as a form, with files. */
export const formOf = (name: string, body: TObject<TProperties>) =>
  named(
    name,
    { ...body.properties, attachments: Type.Optional(Type.Array(fileField)) },
    { required: body.required ?? [] },
  );

export const fileFields = ['attachments', 'files'];
