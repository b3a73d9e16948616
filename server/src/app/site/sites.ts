// The use cases for the settings of the public site. What visitors read of it is elsewhere.

import type { UploadLimits } from '../../domain/files/attachment.ts';
import { badField, notFound } from '../../domain/kernel/failure.ts';
import type { Faults } from '../../domain/kernel/faults.ts';
import { edited } from '../../domain/kernel/version.ts';
import {
  asLogo,
  givenSiteName,
  maxLogoBytes,
  maxRoadmapStatuses,
  type Site,
  type SiteSettings,
  siteColor,
  siteDescription,
  siteDomains,
  siteFrameOrigins,
  siteHttpsUrl,
  siteIssuer,
  visitorsNotice,
} from '../../domain/site/site.ts';
import type { Reader } from '../../ports/store.ts';
import { attach, detach, ofSite } from '../files/attachments.ts';
import { type Upload, uploads } from '../files/uploads.ts';
import { withIds } from '../kernel/by-slug.ts';
import { type Caller, change, type Deps, faultsOf, needsRole } from '../kernel/change.ts';

/** The editable fields: undefined keeps a value. */
export type SitePatch = { [Field in keyof SiteSettings]?: SiteSettings[Field] | undefined };

export interface Sites {
  get(caller: Caller): Promise<Site>;
  update(caller: Caller, patch: SitePatch): Promise<Site>;
  /** The site as it would be after this edit. Nothing is stored. */
  preview(caller: Caller, patch: SitePatch): Promise<Site>;
  /** Receives the file of a logo, before `setLogo`. */
  logoUpload(caller: Caller): Upload;
  setLogo(caller: Caller, upload: Upload | undefined): Promise<Site>;
  /** Returns the ID of the logo that was there. */
  removeLogo(caller: Caller): Promise<string>;
}

const logoField = 'file';
const logoLimits: UploadLimits = { maxFiles: 1, maxImageBytes: maxLogoBytes, maxVideoBytes: 0 };

export function sites(deps: Deps): Sites {
  const { store, clock } = deps;

  return {
    get: ({ workspaceId }) => siteOf(store.read, workspaceId),

    async update(caller, patch) {
      needsRole(caller, 'admin');
      return change(deps, caller, async (write) => {
        const before = await siteOf(write, caller.workspaceId);
        write.expect(before);
        const after = await afterEdit(write, caller, before, patch);
        if (after === before) return before;
        await write.sites.put(after);
        if (visitorsNotice(before, after)) write.visitorsSee();
        write.updated('site', before, after);
        return after;
      });
    },

    async preview(caller, patch) {
      needsRole(caller, 'admin');
      const before = await siteOf(store.read, caller.workspaceId);
      const after = await afterEdit(store.read, caller, before, patch);
      faultsOf(caller).throwAny();
      return after;
    },

    logoUpload(caller) {
      needsRole(caller, 'admin');
      return uploads({ files: deps.files, limits: logoLimits, field: logoField }).start();
    },

    async setLogo(caller, upload) {
      needsRole(caller, 'admin');
      const [file] = upload?.files ?? [];
      if (upload === undefined || file === undefined) throw badField(logoField, 'is required.');
      const named = { ...upload, files: [asLogo(file)] };
      const { workspaceId } = caller;
      return change(deps, caller, async (write) => {
        const before = await siteOf(write, workspaceId);
        write.expect(before);
        if (before.logo?.sha256 === file.sha256) return before;
        const [logo = null] = await attach(deps, logoLimits, write, workspaceId, ofSite, 0, named);
        const after = edited(before, { logo }, clock.now());
        await write.sites.put(after);
        if (visitorsNotice(before, after)) write.visitorsSee();
        if (before.logo !== null) await detach(deps, write, workspaceId, [before.logo]);
        write.updated('site', before, after);
        return after;
      });
    },

    async removeLogo(caller) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      return change(deps, caller, async (write) => {
        const before = await siteOf(write, workspaceId);
        write.expect(before);
        if (before.logo === null) throw notFound('Logo');
        const after = edited(before, { logo: null }, clock.now());
        await write.sites.put(after);
        if (visitorsNotice(before, after)) write.visitorsSee();
        await detach(deps, write, workspaceId, [before.logo]);
        write.updated('site', before, after);
        return before.logo.id;
      });
    },
  };

  async function afterEdit(read: Reader, caller: Caller, before: Site, patch: SitePatch): Promise<Site> {
    const faults = faultsOf(caller);
    const edits = checkedEdits(patch, faults);
    const named = patch.roadmapStatusIds;
    if (named !== undefined)
      edits.roadmapStatusIds = await faults.lookUp(() => knownStatuses(read, caller.workspaceId, named), []);
    const now = clock.now();
    const after = edited(before, edits, now);
    faults.check(() => needsIssuer(after), undefined);
    const isSwitchedOff = after.visibility === 'off' && before.visibility !== 'off';
    return isSwitchedOff ? { ...after, sessionsFrom: now } : after;
  }
}

async function siteOf(read: Reader, workspaceId: string): Promise<Site> {
  const site = await read.sites.find(workspaceId);
  if (site === undefined) throw notFound('Workspace');
  return site;
}

/** Keys that are published may sign tokens for anyone. */
function needsIssuer({ identityJwksUrl, identityIssuer }: Site): void {
  if (identityJwksUrl !== null && identityIssuer === null)
    throw badField('identityIssuer', 'is required with identityJwksUrl.');
}

/** Of the fields that need no look-up. */
function checkedEdits(patch: SitePatch, faults: Faults): Partial<SiteSettings> {
  const {
    visibility,
    name,
    description,
    accentColor,
    language,
    newPosts,
    frameOrigins,
    moderation,
    anonymousPosts,
    followOnVote,
  } = patch;
  const { showNames, signInUrl, allowedDomains, identityJwksUrl, identityIssuer } = patch;
  const checkedUrl = (url: string | null, field: string) =>
    faults.check(() => (url === null ? null : siteHttpsUrl(url, field)), null);
  return {
    ...(visibility !== undefined && { visibility }),
    ...(name !== undefined && { name: faults.check(() => name && givenSiteName(name), null) }),
    ...(description !== undefined && {
      description: faults.check(() => siteDescription(description), ''),
    }),
    ...(accentColor !== undefined && { accentColor: faults.check(() => siteColor(accentColor), '') }),
    ...(language !== undefined && { language }),
    ...(newPosts !== undefined && { newPosts }),
    ...(moderation !== undefined && { moderation }),
    ...(anonymousPosts !== undefined && { anonymousPosts }),
    ...(followOnVote !== undefined && { followOnVote }),
    ...(frameOrigins !== undefined && {
      frameOrigins: faults.check(() => siteFrameOrigins(frameOrigins), []),
    }),
    ...(showNames !== undefined && { showNames }),
    ...(signInUrl !== undefined && { signInUrl: checkedUrl(signInUrl, 'signInUrl') }),
    ...(allowedDomains !== undefined && {
      allowedDomains: faults.check(() => siteDomains(allowedDomains), []),
    }),
    ...(identityJwksUrl !== undefined && {
      identityJwksUrl: checkedUrl(identityJwksUrl, 'identityJwksUrl'),
    }),
    ...(identityIssuer !== undefined && {
      identityIssuer: faults.check(() => (identityIssuer === null ? null : siteIssuer(identityIssuer)), null),
    }),
  };
}

async function knownStatuses(
  read: Reader,
  workspaceId: string,
  idsOrSlugs: readonly string[],
): Promise<string[]> {
  if (idsOrSlugs.length > maxRoadmapStatuses)
    throw badField('roadmapStatusIds', `must have at most ${maxRoadmapStatuses} entries.`);
  const ids = await withIds(read.statuses, workspaceId, idsOrSlugs);
  const known = new Set((await read.statuses.list(workspaceId)).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw badField('roadmapStatusIds', `names no status of this workspace: "${unknown}".`);
  return [...new Set(ids)];
}
