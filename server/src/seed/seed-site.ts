// The public part of the demo data: which posts visitors see, what the team says about them, and the changelog.

import { asSystem, type Change, type ChangeDeps, change } from '../app/kernel/change.ts';
import type { StatusCategory } from '../domain/catalog/status.ts';
import { newChangelog } from '../domain/changelog/changelog.ts';
import type { Instant } from '../domain/kernel/clock.ts';
import { freeSlug, slugOf } from '../domain/kernel/slug.ts';
import { edited } from '../domain/kernel/version.ts';
import { parseRichText, renderHtml } from '../domain/rich-text/rich-text.ts';
import type { Draw } from './seed-content.ts';
import { seeder } from './seed-plan.ts';

export interface PublicPost {
  /** Why it has its status. */
  reason: string | undefined;
  /** Of the team, as a comment. */
  answer: string | undefined;
}

const reasons: Partial<Record<StatusCategory, readonly [string, ...string[]]>> = {
  unstarted: [
    'We expect to start next quarter.',
    'Designed and estimated. It comes after the mobile release.',
    'On our list for this year.',
  ],
  active: [
    'We are building it now.',
    'A first version is with early testers.',
    'The hard part is done. We are polishing the details.',
  ],
  completed: [
    'It is out for everyone. Thank you for asking!',
    'Shipped in the latest version.',
    'Done: look for it in Settings.',
  ],
  canceled: ['It would make a simple screen complicated, so we decided against it.'],
};

const answers = [
  'Thank you, your examples made it clear what is missing. We start with the web app; mobile follows.',
  'We talked to five teams about this and found a simpler way than a new setting. More soon.',
  'Good point. Until then, a saved filter gets you most of the way.',
  'This took longer than we hoped. Thank you for your patience and for all the details.',
] as const;

/** What visitors see of a post; undefined for a quarter of them, which stay internal. */
export function publicPost(draw: Draw, category: StatusCategory): PublicPost | undefined {
  if (draw.fraction() < 0.25) return undefined;
  const [some, isAnswered] = [reasons[category], draw.fraction() < 0.3];
  return {
    reason: some !== undefined && draw.fraction() < 0.5 ? draw.oneOf(some) : undefined,
    answer: some !== undefined && isAnswered ? draw.oneOf(answers) : undefined,
  };
}

const releases = [
  [
    'Find anything faster',
    'Improved',
    'Search now looks at the beginnings of all words, and **forgives accents**.',
  ],
  ['Dark mode is here', 'New', 'Switch it on in *Settings → Appearance*, or let it follow your system.'],
  [
    'Exports without waiting',
    'Improved',
    'Large exports run in the background. We tell you when they are ready.',
  ],
  ['Keyboard shortcuts everywhere', 'New', 'Press `?` on any page to see them.'],
  [
    'A calmer inbox',
    'New',
    'One message a day instead of one per change:\n\n- choose the time\n- mute projects',
  ],
  ['Fixes from your reports', 'Fixed', 'Thank you for the details: **fourteen bugs** are gone.'],
] as const;

const dayMs = 86_400_000;
const postsPerRelease = 2;

/** At most as many as the entries of the changelog can name. */
export const maxReleasedPosts = releases.length * postsPerRelease;

/** Switches the site on, and publishes changelog entries about these posts. */
export async function openSite(
  deps: ChangeDeps,
  { workspaceId, endsAt, posts }: { workspaceId: string; endsAt: Instant; posts: readonly string[] },
): Promise<void> {
  const { clock, mintId } = deps;
  await change(deps, asSystem(workspaceId, seeder), async (write) => {
    const site = await write.sites.find(workspaceId);
    if (site === undefined) return;
    const description = site.description || 'What you asked for, and what became of it.';
    const opened = edited(site, { visibility: 'public', description }, clock.now());
    if (opened !== site) {
      await write.sites.put(opened);
      write.updated('site', site, opened);
    }
    await tellOfCompleted(write, workspaceId, clock.now());
    for (const [index, [title, label, markdown]] of releases.entries()) {
      const slug = slugOf(title, 'entry');
      const taken = await write.changelogs.slugsLike(workspaceId, slug);
      const publishedAt = endsAt - index * 19 * dayMs;
      const content = parseRichText(markdown, 'markdown', 'content');
      const entry = newChangelog(
        {
          ...{ id: mintId('changelog'), title, slug: freeSlug(slug, taken), labels: [label] },
          ...{ content, contentHtml: renderHtml(content), state: 'published', publishedAt },
        },
        publishedAt,
      );
      await write.changelogs.insert(workspaceId, entry);
      const linked = posts.slice(index * postsPerRelease, (index + 1) * postsPerRelease);
      await write.changelogs.replaceLinks(workspaceId, entry.id, linked);
    }
    write.visitorsSee();
    write.record('workspace.seeded', workspaceId);
  });
}

/** The person who asked is told that it is done. */
async function tellOfCompleted(write: Change, workspaceId: string, now: Instant): Promise<void> {
  const statuses = await write.statuses.list(workspaceId);
  const completed = statuses.find(({ category }) => category === 'completed');
  if (completed === undefined) return;
  const telling = edited(completed, { notifyFollowers: true }, now);
  if (telling === completed) return;
  await write.statuses.update(workspaceId, telling);
  write.updated('status', completed, telling);
}
