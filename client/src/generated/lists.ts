// Written by client/scripts/generate.mjs; run `npm run openapi` instead of editing.

import type { components } from './openapi.ts';

/** One value, or several of which any will do. */
export type OneOrMore<T> = T | readonly T[];

/** The filters that a list takes. */
export interface Filters {
  listMembers: {
    /** Case-insensitive. */
    email?: OneOrMore<string> | undefined;
    role?: OneOrMore<'member' | 'admin' | 'owner'> | undefined;
  };
  listPosts: {
    /** A post type's ID or slug. */
    typeId?: OneOrMore<string> | undefined;
    /** A status's ID or slug. */
    statusId?: OneOrMore<string> | undefined;
    /** Each search word must be a prefix of a word in the title. */
    search?: OneOrMore<string> | undefined;
    /** Each search word must be a prefix of a word in the title and description together, or in one public comment. */
    text?: OneOrMore<string> | undefined;
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
    /** ISO 8601. */
    createdSince?: string | Date | undefined;
    /** ISO 8601; exclusive. */
    createdBefore?: string | Date | undefined;
    externalId?: OneOrMore<string> | undefined;
    authorId?: OneOrMore<string> | undefined;
    authorEmail?: OneOrMore<string> | undefined;
    /** A member, or `none`. */
    ownerId?: OneOrMore<string> | undefined;
    /** A tag's name or ID. */
    tag?: OneOrMore<string> | undefined;
    voterId?: OneOrMore<string> | undefined;
    voterEmail?: OneOrMore<string> | undefined;
    /** `true` or `false`. */
    merged?: boolean | undefined;
    visibility?: OneOrMore<'internal' | 'public'> | undefined;
    /** `true` or `false`. */
    hasComments?: boolean | undefined;
    /** For so long, no public comment by a member of the team and no change of status. */
    unansweredDays?: number | undefined;
    /** Posts merged into this post. */
    mergedIntoId?: OneOrMore<string> | undefined;
    /** Adds the filters of a view, and its order unless `sortBy` is given. */
    viewId?: OneOrMore<string> | undefined;
  };
  listComments: {
    /** ISO 8601; top-level comments changed since then, with `include=replies` also those with changed replies. */
    updatedSince?: string | Date | undefined;
  };
  listAllComments: {
    postId?: OneOrMore<string> | undefined;
    userId?: OneOrMore<string> | undefined;
    userEmail?: OneOrMore<string> | undefined;
    externalId?: OneOrMore<string> | undefined;
    /** `true` or `false`. */
    private?: boolean | undefined;
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listVotes: {
    /** ISO 8601; votes added since then, including backdated ones. */
    updatedSince?: string | Date | undefined;
  };
  listAllVotes: {
    userId?: OneOrMore<string> | undefined;
    userEmail?: OneOrMore<string> | undefined;
    postId?: OneOrMore<string> | undefined;
    source?: OneOrMore<'visitor' | 'team' | 'api' | 'import'> | undefined;
    /** ISO 8601; votes added since then, including backdated ones. */
    updatedSince?: string | Date | undefined;
  };
  listUsers: {
    /** Case-insensitive. */
    email?: OneOrMore<string> | undefined;
    externalId?: OneOrMore<string> | undefined;
    /** Each search word must be a prefix of a word in the name, email or external ID. */
    search?: OneOrMore<string> | undefined;
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listPostsOfUser: {
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listCommentsOfUser: {
    /** `true` or `false`. */
    private?: boolean | undefined;
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listVotesOfUser: {
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listWebhooks: {
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listDeliveries: {
    state?: OneOrMore<'pending' | 'succeeded' | 'failed'> | undefined;
  };
  listAuditLog: {
    action?: OneOrMore<string> | undefined;
    objectId?: OneOrMore<string> | undefined;
    actorId?: OneOrMore<string> | undefined;
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listDeletions: {
    kind?: OneOrMore<'post' | 'comment' | 'vote' | 'user' | 'changelog' | 'status' | 'postType' | 'tag'> | undefined;
    /** ISO 8601; deleted at or after this time. */
    since?: string | Date | undefined;
  };
  listChangelogs: {
    state?: OneOrMore<'draft' | 'scheduled' | 'published'> | undefined;
    /** Case-insensitive. */
    label?: OneOrMore<string> | undefined;
    /** Each search word must be a prefix of a word in the title. */
    search?: OneOrMore<string> | undefined;
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listStatuses: {
    category?: OneOrMore<'reviewing' | 'unstarted' | 'active' | 'completed' | 'canceled'> | undefined;
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listStatusChanges: {
    /** The new status's ID or slug. */
    statusId?: OneOrMore<string> | undefined;
    postId?: OneOrMore<string> | undefined;
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listStatusChangesOfPost: {
    /** The new status's ID or slug. */
    statusId?: OneOrMore<string> | undefined;
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listPostTypes: {
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listTags: {
    /** Each search word must be a prefix of a word in the name. */
    search?: OneOrMore<string> | undefined;
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listViews: {
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
  listSubmissions: {
    state?: OneOrMore<'waiting' | 'approved' | 'rejected'> | undefined;
    kind?: OneOrMore<'post' | 'comment' | 'post_edit' | 'comment_edit'> | undefined;
    userId?: OneOrMore<string> | undefined;
  };
  listSuppressions: {
    reason?: OneOrMore<'bounce' | 'left' | 'complaint'> | undefined;
    email?: OneOrMore<string> | undefined;
  };
  listCommentsByPostExternalId: {
    /** ISO 8601; top-level comments changed since then, with `include=replies` also those with changed replies. */
    updatedSince?: string | Date | undefined;
  };
  listVotesByPostExternalId: {
    /** ISO 8601; votes added since then, including backdated ones. */
    updatedSince?: string | Date | undefined;
  };
  listStatusChangesOfPostByExternalId: {
    /** The new status's ID or slug. */
    statusId?: OneOrMore<string> | undefined;
    /** ISO 8601. */
    updatedSince?: string | Date | undefined;
  };
}

/** What a read can include. */
export interface Includes {
  listMembers: 'total';
  listPosts: 'author' | 'owner' | 'tags' | 'attachments' | 'voters' | 'details' | 'mergedInto' | 'total';
  getPost: 'attachments' | 'voters' | 'mergedInto' | 'owner' | 'comments' | 'comments.replies';
  getPostByExternalId: 'attachments' | 'voters' | 'mergedInto' | 'owner' | 'comments' | 'comments.replies';
  listComments: 'replies';
  listAllComments: 'total';
  listVotes: 'total';
  listAllVotes: 'total';
  listFollowers: 'total';
  listNoticesOfPost: 'total';
  listUsers: 'total';
  listPostsOfUser: 'author' | 'owner' | 'tags' | 'attachments' | 'voters' | 'details' | 'mergedInto' | 'total';
  listCommentsOfUser: 'total';
  listVotesOfUser: 'total';
  listFollowingOfUser: 'total';
  listWebhooks: 'total';
  listDeliveries: 'total';
  listAuditLog: 'total';
  listDeletions: 'total';
  listChangelogs: 'posts' | 'attachments' | 'total';
  getChangelog: 'posts' | 'attachments';
  listNoticesOfChangelog: 'total';
  listStatuses: 'total';
  listStatusChanges: 'total';
  listStatusChangesOfPost: 'total';
  listPostTypes: 'total';
  listExports: 'total';
  listImports: 'total';
  listTags: 'total';
  listViews: 'total';
  listSubmissions: 'total';
  listReports: 'total';
  listBans: 'total';
  listSuppressions: 'total';
  listCommentsByPostExternalId: 'replies';
  listVotesByPostExternalId: 'total';
  listFollowersByPostExternalId: 'total';
  listNoticesOfPostByExternalId: 'total';
  listStatusChangesOfPostByExternalId: 'total';
}

/** What a list holds. */
export interface Items {
  listMembers: components['schemas']['Member'];
  listPosts: components['schemas']['Post'];
  listAllComments: components['schemas']['FeedbackComment'];
  listVotes: components['schemas']['Vote'];
  listAllVotes: components['schemas']['Vote'];
  listFollowers: components['schemas']['Follower'];
  listNoticesOfPost: components['schemas']['Notice'];
  listUsers: components['schemas']['User'];
  listPostsOfUser: components['schemas']['Post'];
  listCommentsOfUser: components['schemas']['FeedbackComment'];
  listVotesOfUser: components['schemas']['Vote'];
  listFollowingOfUser: components['schemas']['FollowedPost'];
  listEvents: components['schemas']['WorkspaceEvent'];
  listWebhooks: components['schemas']['Webhook'];
  listDeliveries: components['schemas']['Delivery'];
  listAuditLog: components['schemas']['AuditEntry'];
  listDeletions: components['schemas']['Deletion'];
  listChangelogs: components['schemas']['Changelog'];
  listNoticesOfChangelog: components['schemas']['Notice'];
  listStatuses: components['schemas']['Status'];
  listStatusChanges: components['schemas']['StatusChange'];
  listStatusChangesOfPost: components['schemas']['StatusChange'];
  listPostTypes: components['schemas']['PostType'];
  listExports: components['schemas']['Export'];
  listImports: components['schemas']['ImportSummary'];
  listTags: components['schemas']['Tag'];
  listViews: components['schemas']['View'];
  listSubmissions: components['schemas']['Submission'];
  listReports: components['schemas']['ContentReport'];
  listBans: components['schemas']['Ban'];
  listSuppressions: components['schemas']['Suppression'];
  listVotesByPostExternalId: components['schemas']['Vote'];
  listFollowersByPostExternalId: components['schemas']['Follower'];
  listNoticesOfPostByExternalId: components['schemas']['Notice'];
  listStatusChangesOfPostByExternalId: components['schemas']['StatusChange'];
}

/** The name of the list in an answer. */
export const plurals = {
  listMembers: 'members',
  listPosts: 'posts',
  listAllComments: 'comments',
  listVotes: 'votes',
  listAllVotes: 'votes',
  listFollowers: 'followers',
  listNoticesOfPost: 'notices',
  listUsers: 'users',
  listPostsOfUser: 'posts',
  listCommentsOfUser: 'comments',
  listVotesOfUser: 'votes',
  listFollowingOfUser: 'following',
  listEvents: 'events',
  listWebhooks: 'webhooks',
  listDeliveries: 'deliveries',
  listAuditLog: 'entries',
  listDeletions: 'deletions',
  listChangelogs: 'changelogs',
  listNoticesOfChangelog: 'notices',
  listStatuses: 'statuses',
  listStatusChanges: 'statusChanges',
  listStatusChangesOfPost: 'statusChanges',
  listPostTypes: 'postTypes',
  listExports: 'exports',
  listImports: 'imports',
  listTags: 'tags',
  listViews: 'views',
  listSubmissions: 'submissions',
  listReports: 'reports',
  listBans: 'bans',
  listSuppressions: 'suppressions',
  listVotesByPostExternalId: 'votes',
  listFollowersByPostExternalId: 'followers',
  listNoticesOfPostByExternalId: 'notices',
  listStatusChangesOfPostByExternalId: 'statusChanges',
} as const;
