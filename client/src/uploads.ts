// Files that go with a write: from a Blob, bytes, a stream or a path. Nothing here holds a whole file.

/** Bytes that come bit by bit: a web stream, a Readable of Node, any async iterable. */
export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;

export type FileContent = Blob | Uint8Array | ByteStream | (() => ByteStream);

/**
 * A Blob or File as it is; content with a name; or a path, where there is a file system. A bare stream can be
 * sent once only, so such a call is not tried again after its first byte: a function that opens it can.
 */
export type FileInput =
  | Blob
  | { content: FileContent; name: string; type?: string | undefined }
  | { path: string; name?: string | undefined; type?: string | undefined };

/** A file that is ready to be sent: whole as a Blob, or opened for each attempt. */
export interface FilePart {
  name: string;
  /** Empty claims nothing: the server looks at the bytes. */
  type: string;
  content: Blob | (() => ByteStream);
  /** False once a stream that cannot be had again was opened. */
  canRepeat(): boolean;
}

const always = () => true;

export async function filePartOf(file: FileInput): Promise<FilePart> {
  if (file instanceof Blob) return blobPart(file, undefined, undefined);
  if ('path' in file) return pathPart(file.path, file.name ?? baseName(file.path), file.type);
  const { content, name, type } = file;
  if (content instanceof Blob) return blobPart(content, name, type);
  // A Blob takes a Buffer of Node too; only its type, which thinks of shared memory, says otherwise.
  if (content instanceof Uint8Array) return blobPart(new Blob([content as BlobPart]), name, type);
  if (typeof content === 'function') return { name, type: type ?? '', content, canRepeat: always };
  if (content instanceof ReadableStream && content.locked) {
    throw new TypeError(`The stream of "${name}" is already being read.`);
  }
  let isOpened = false;
  return {
    name,
    type: type ?? '',
    content: () => {
      isOpened = true;
      return content;
    },
    canRepeat: () => !isOpened,
  };
}

function blobPart(blob: Blob, name: string | undefined, type: string | undefined): FilePart {
  const ownName = 'name' in blob && typeof blob.name === 'string' ? blob.name : 'file';
  return { name: name ?? ownName, type: type ?? blob.type, content: blob, canRepeat: always };
}

interface FileSystem {
  createReadStream(path: string): AsyncIterable<Uint8Array>;
  promises: { access(path: string): Promise<void> };
}

/** Named so that no bundler for a place without a file system looks for it. */
const fileSystemModule = 'node:fs';

async function fileSystem(): Promise<FileSystem> {
  try {
    return await import(/* @vite-ignore */ /* webpackIgnore: true */ fileSystemModule);
  } catch (cause) {
    throw new TypeError('There is no file system here: give a Blob or a stream instead of a path.', {
      cause,
    });
  }
}

/** Read while it is sent, anew for each attempt. `openAsBlob` would do the same on Node, and read it all on Deno. */
async function pathPart(path: string, name: string, type = ''): Promise<FilePart> {
  const { createReadStream, promises } = await fileSystem();
  // What is not there should be known before anything is sent.
  await promises.access(path);
  return { name, type, content: () => createReadStream(path), canRepeat: always };
}

const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;
