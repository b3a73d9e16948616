// Imports the settings of the public site into a workspace that was empty, unless someone has edited its site. They
// never switch the site on, so visitors don't notice.

import { edited } from '../../../../domain/kernel/version.ts';
import type { PortableSettings } from '../../../../domain/site/site.ts';
import type { Reader, Writer } from '../../../../ports/store.ts';
import type { ImportContext } from './step.ts';

export async function planSite(context: ImportContext, read: Reader, settings: PortableSettings) {
  const { workspaceId, now } = context;
  const site = await read.sites.find(workspaceId);
  const statuses = await context.journal.find(read, 'status', settings.roadmapStatusIds);
  const roadmapStatusIds = settings.roadmapStatusIds.flatMap((id) => statuses.get(id)?.objectId ?? []);
  return {
    notes: [],
    async apply(write: Writer) {
      if (site?.version === 1) await write.sites.put(edited(site, { ...settings, roadmapStatusIds }, now));
    },
  };
}
