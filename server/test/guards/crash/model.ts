// The expected state: each post with its votes, comments, tags and files. Posts are identified by title, so that a
// duplicate shows up as two.

import type { OutsideView } from '../../support/database.ts';

export interface PostState {
  title: string;
  author: string;
  tags: string[];
  /** File digests, ordered by name. */
  files: string[];
  /** Emails of voters. */
  votes: string[];
  comments: string[];
  mergedInto: string | null;
}

/** The posts of one client, by title. */
export type ClientState = ReadonlyMap<string, PostState>;

export type Effect =
  | { kind: 'create'; title: string; author: string; tags: string[]; files: string[] }
  | { kind: 'vote'; title: string; email: string }
  | { kind: 'comment'; title: string; content: string }
  | { kind: 'rename'; title: string; to: string }
  | { kind: 'merge'; title: string; into: string }
  | { kind: 'delete'; title: string };

export function afterEffect(state: ClientState, effect: Effect): ClientState {
  const next = new Map(state);
  if (effect.kind === 'create') {
    const { title, author, tags, files } = effect;
    return next.set(title, { title, author, tags, files, votes: [author], comments: [], mergedInto: null });
  }
  const post = state.get(effect.title);
  if (post === undefined) throw new Error(`The model has no post "${effect.title}".`);
  switch (effect.kind) {
    case 'vote':
      return next.set(post.title, { ...post, votes: [...post.votes, effect.email] });
    case 'comment':
      return next.set(post.title, { ...post, comments: [...post.comments, effect.content] });
    case 'rename':
      next.delete(post.title);
      for (const other of state.values())
        if (other.mergedInto === post.title) next.set(other.title, { ...other, mergedInto: effect.to });
      return next.set(effect.to, { ...post, title: effect.to });
    case 'delete':
      next.delete(post.title);
      return next;
    case 'merge':
      return merged(next, post, effect.into);
  }
}

/** Votes and comments move to the merge target. */
function merged(state: Map<string, PostState>, post: PostState, into: string): ClientState {
  const target = state.get(into);
  if (target === undefined) throw new Error(`The model has no post "${into}".`);
  state.set(post.title, { ...post, votes: [], comments: [], mergedInto: into });
  const votes = [...new Set([...target.votes, ...post.votes])];
  return state.set(into, { ...target, votes, comments: [...target.comments, ...post.comments] });
}

/** For comparison: one line per post. */
export const linesOf = (posts: Iterable<PostState>): string[] =>
  [...posts]
    .map((post) => {
      const sorted = {
        tags: [...post.tags].sort(),
        votes: [...post.votes].sort(),
        comments: [...post.comments].sort(),
      };
      return JSON.stringify({ ...post, ...sorted });
    })
    .sort();

/** The posts in the database whose titles have this prefix. */
export function postsIn(database: OutsideView, titleStart: string): PostState[] {
  const like = `like '${titleStart}%'`;
  const posts = database.rows(`
    select posts.id, posts.title, users.email as author, other.title as merged_into
    from posts join users on users.id = posts.author_id
    left join posts as other on other.id = posts.merged_into_id
    where posts.title ${like}`);
  const ofPosts = (columns: string, joined: string, order = '1') =>
    database.rows(`select posts.id as post, ${columns} as value from posts join ${joined}
      where posts.title ${like} order by ${order}`);
  const tables = {
    tags: ofPosts(
      'tags.name',
      'post_tags on post_tags.post_id = posts.id join tags on tags.id = post_tags.tag_id',
    ),
    files: ofPosts(
      'attachments.sha256',
      'attachments on attachments.post_id = posts.id',
      'attachments.file_name',
    ),
    votes: ofPosts('users.email', 'votes on votes.post_id = posts.id join users on users.id = votes.user_id'),
    comments: ofPosts('comments.content', 'comments on comments.post_id = posts.id'),
  };
  const grouped = Object.entries(tables).map(([name, rows]) => [name, groupedBy(rows)] as const);
  return posts.map(({ id, title, author, merged_into: mergedInto }) => {
    const lists = Object.fromEntries(grouped.map(([name, values]) => [name, values.get(String(id)) ?? []]));
    return {
      title: String(title),
      author: String(author),
      ...(lists as Pick<PostState, 'tags' | 'files' | 'votes' | 'comments'>),
      mergedInto: mergedInto === null || mergedInto === undefined ? null : String(mergedInto),
    };
  });
}

function groupedBy(rows: readonly Record<string, unknown>[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { post, value } of rows)
    groups.set(String(post), [...(groups.get(String(post)) ?? []), String(value)]);
  return groups;
}

/** Counters that disagree with the rows they count; each query must return nothing. */
const wrongCounts = {
  votes: `select id from posts where votes_count <> (select count(*) from votes where votes.post_id = posts.id)`,
  comments: `select id from posts where comments_count <>
    (select count(*) from comments where comments.post_id = posts.id and is_deleted = 0)`,
  statuses: `select id from statuses where posts_count <> (select count(*) from posts where status_id = statuses.id)`,
  types: `select id from post_types where posts_count <> (select count(*) from posts where post_type_id = post_types.id)`,
  tags: `select id from tags where posts_count <> (select count(*) from post_tags where tag_id = tags.id)`,
};

export const countsThatAreWrong = (database: OutsideView): string[] =>
  Object.entries(wrongCounts).flatMap(([name, query]) =>
    database.rows(query).map(({ id }) => `the count of ${name} at ${id}`),
  );
