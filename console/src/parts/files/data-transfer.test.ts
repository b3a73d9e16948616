import { describe, expect, it } from 'vitest';
import { droppedFiles, pastedFiles } from './data-transfer.ts';

const picture = new File(['x'], 'picture.png', { type: 'image/png' });
const transferOf = (types: string[]) => ({
  types,
  files: Object.assign([picture], { item: () => picture }) as unknown as FileList,
});

describe('files', () => {
  it.each([
    ['from a copied image', ['Files'], [picture]],
    ['from an image on a page, which comes with its HTML', ['text/html', 'Files'], [picture]],
    ['are ignored if text was copied along with a picture of it', ['text/plain', 'text/html', 'Files'], []],
  ])('that are pasted %s', (_, types, files) => {
    expect(pastedFiles(transferOf(types))).toEqual(files);
  });

  it('that are dropped are always used', () => {
    expect(droppedFiles(transferOf(['text/plain', 'Files']))).toEqual([picture]);
    expect(droppedFiles(null)).toEqual([]);
  });
});
