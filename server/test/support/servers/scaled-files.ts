// Global setup of the projects with servers whose tests store files: starts S3, which they share.

import type { TestProject } from 'vitest/node';
import { startS3 } from './s3.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const s3 = await startS3();
  project.provide('s3', s3.place);
  return () => s3.close();
}
