// Attachments in API responses, and the file fields of multipart forms.

import Type, { type Static, type TObject, type TProperties } from 'typebox';
import type { Attachment } from '../../domain/files/attachment.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { dateTime, extendedSchema, identifier, named, nameOf, nullable } from '../kernel/common.ts';

export const AttachmentShape = named(
  'Attachment',
  {
    id: identifier('att'),
    fileName: Type.String({ description: 'The uploaded name, with the extension of the detected type.' }),
    mimeType: Type.String({ description: 'Detected from the content, not taken from the upload.' }),
    size: Type.Integer({ description: 'In bytes.' }),
    width: nullable<number>('integer'),
    height: nullable<number>('integer'),
    sha256: Type.String(),
    url: Type.String({ description: 'Unguessable; works without an API key.' }),
    createdAt: dateTime(),
  },
  { description: 'A file attached to a post, a comment or a changelog.' },
);

export type FileUrl = (attachment: Attachment) => string;

export const fileUrlAt =
  (publicUrl: () => string): FileUrl =>
  ({ fileKey, fileName }) =>
    `${publicUrl()}/files/${fileKey}/${encodeURIComponent(fileName)}`;

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
  format: 'binary',
  description:
    'Images, videos and PDFs. Also accepted: `attachments[]`, `attachments[0]`, `attachment`, `files`, `file`.',
});

/** A body schema as a multipart form with files. */
export const formOf = (name: string, body: TObject<TProperties>) =>
  named(
    name,
    { ...body.properties, attachments: Type.Optional(Type.Array(fileField)) },
    { required: body.required ?? [], [extendedSchema]: nameOf(body) },
  );

export const fileFields = ['attachments', 'attachment', 'files', 'file'];
