// The part of s3rver that the tests use; it has no types of its own.

declare module 's3rver' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  interface Context {
    req: IncomingMessage;
    res: ServerResponse;
    method: string;
    url: string;
    status: number;
    type: string;
    body: unknown;
    respond: boolean;
  }

  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    store: {
      putObject(object: { bucket: string; key: string; content: Buffer; metadata: object }): Promise<void>;
    };
    httpServer: Server;
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
