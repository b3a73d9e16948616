// What each generated client is asked to do. Compiled with the generated code, under `strict`.

export interface GeneratedClient {
  /** Resolves to the new post's id. */
  createFromJson(title: string): Promise<string>;
  /** Resolves to the names of the files it got. */
  createWithFile(title: string, file: File): Promise<string[]>;
  /** The titles of the newest posts. */
  list(): Promise<string[]>;
  /** The title and the text of the first paragraph. */
  read(id: string): Promise<{ title: string; firstNode: string | undefined }>;
  /** The code of the error that reading an unknown post gives. */
  readUnknown(id: string): Promise<string>;
}

export type Connect = (baseUrl: string, key: string) => GeneratedClient;
