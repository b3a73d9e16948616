// The part of s3rver that the tests use; it has no types of its own.

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

interface S3rver {
  middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
  store: {
    putObject(object: { bucket: string; key: string; content: Buffer; metadata: object }): Promise<void>;
  };
  httpServer: Server;
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

export type S3rverClass = new (options: {
  port: number;
  address: string;
  silent: boolean;
  directory: string;
  configureBuckets: { name: string; configs: string[] }[];
}) => S3rver;
