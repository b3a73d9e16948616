// `earshot import` of an export into an empty installation: much faster than sending the same records as requests, and
// in little memory.

import { join } from 'node:path';
import { load, rounded, shown } from '../driver.mjs';
import { earshot, measuredCommand, temporaryDirectory } from '../processes.mjs';
import { newPosts } from '../samples.mjs';

export default async ({ small, seconds, createInstallation }) => {
  const archive = join(temporaryDirectory(), 'export.zip');
  const exported = await measuredCommand(small.environment, ['export', archive]);
  const empty = await createInstallation('empty');
  earshot(empty, ['migrate']);
  earshot(empty, ['workspaces', 'create', 'default']);
  const creating = () => load(small, newPosts(small.samples, seconds), { seconds });
  const [before, imported, after] = [
    await creating(),
    await measuredCommand(empty, ['import', archive]),
    await creating(),
  ];
  const perSecond = small.posts / imported.seconds;
  const createsPerSecond = (before.perSecond + after.perSecond) / 2;
  return [
    {
      name: 'import of posts with their votes and comments',
      measured: `${shown(perSecond)} posts/s, export ${shown(small.posts / exported.seconds)} posts/s`,
      against: 'creates by request, of posts alone',
      value: rounded((100 * perSecond) / createsPerSecond),
      unit: '%',
      atLeast: 40,
    },
    { name: 'memory of the export', value: exported.peakMb, unit: 'MB', atMost: 300 },
    { name: 'memory of the import', value: imported.peakMb, unit: 'MB', atMost: 300 },
  ];
};
