import { afterAll, beforeAll, describe } from 'vitest';
import { type S3Server, startS3 } from '../support/s3.ts';
import { uploadsTo } from './uploads.ts';

uploadsTo('disk', () => ({}));

describe('with an S3', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.close());

  uploadsTo('S3', () => s3.environment);
});
