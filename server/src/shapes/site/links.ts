// Where the pages and files of a site are. `page` takes a path below the first page, such as `/roadmap`.

import type { Attachment } from '../../domain/files/attachment.ts';

export interface SiteLinks {
  page(path: string): string;
  file(path: string): string;
}

export const postPath = ({ id }: { id: string }): string => `/posts/${id}`;
export const entryPath = ({ slug }: { slug: string }): string => `/changelog/${encodeURIComponent(slug)}`;
export const filePath = ({ id, fileName }: Pick<Attachment, 'id' | 'fileName'>): string =>
  `/files/${id}/${encodeURIComponent(fileName)}`;
