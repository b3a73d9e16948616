// Written by client/scripts/generate.mjs; run `npm run openapi` instead of editing.

export interface components {
    schemas: {
        /**
         * Error
         * @description The body of every error.
         */
        Error: {
            error: {
                /** @enum {string} */
                code: "BAD_REQUEST" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_MISMATCH" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE";
                /** @description One sentence for a developer. */
                message: string;
                /** @description Equals the HTTP status. */
                status: number;
                /** @description On 400: every wrong field. */
                details?: {
                    field: string;
                    message: string;
                }[];
            };
        };
        /**
         * Deleted
         * @description What is left of a deleted thing.
         */
        Deleted: {
            id: string;
            /** @enum {boolean} */
            deleted: true;
        };
        /**
         * Me
         * @description The key that asks, its workspace and its limits.
         */
        Me: {
            workspace: {
                id: string;
                slug: string;
                name: string;
            };
            key: {
                id: string;
                name: string;
                /** @enum {string} */
                mode: "live" | "test";
                last4: string;
                /** Format: date-time */
                createdAt: string;
                expiresAt: string | null;
            };
            limits: {
                windowSeconds: number;
                /** @description Requests a window; null when not limited. */
                read: number | null;
                /** @description Requests a window; null when not limited. */
                write: number | null;
            };
            uploads: {
                maxFiles: number;
                /** @description For a PDF too. */
                maxImageBytes: number;
                maxVideoBytes: number;
            };
        };
        /**
         * RichText
         * @description A ProseMirror/TipTap document: paragraph, heading 1–3, bullet and ordered list, blockquote, code block, horizontal rule, hard break, image; marks bold, italic, strike, underline, code, link.
         */
        RichText: {
            /** @enum {unknown} */
            type: "doc";
            content: {
                [key: string]: unknown;
            }[];
        } & {
            [key: string]: unknown;
        };
        /**
         * User
         * @description A person who gives feedback.
         */
        User: {
            id: string;
            /** @description The person's id in your own system. */
            externalId: string | null;
            name: string | null;
            email: string | null;
            avatarUrl: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * Voter
         * @description A person, and when they voted.
         */
        Voter: {
            id: string;
            /** @description The person's id in your own system. */
            externalId: string | null;
            name: string | null;
            email: string | null;
            avatarUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            votedAt: string;
        };
        /**
         * UserExport
         * @description All that is held of one person.
         */
        UserExport: {
            user: components["schemas"]["User"];
            /** @description Newest first, with their attachments. */
            posts: components["schemas"]["PostDetail"][];
            /** @description Newest first; what is public, then what is private. */
            comments: components["schemas"]["Comment"][];
            /** @description Newest first; what counts, then what is set aside while its post is merged into another. */
            votes: {
                postId: string;
                userId: string;
                /** Format: date-time */
                votedAt: string;
            }[];
            /** @description How many there are above: a document that was cut off has none. */
            counts: {
                posts: number;
                comments: number;
                votes: number;
            };
        };
        /**
         * Tag
         * @description A label that posts share.
         */
        Tag: {
            id: string;
            name: string;
            /** @description `#rrggbb`, or null for none. */
            color: string | null;
            postsCount: number;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * Attachment
         * @description A file that belongs to a post or a changelog.
         */
        Attachment: {
            id: string;
            /** @description As it was uploaded, with the extension of its type. */
            fileName: string;
            /** @description What the bytes are, not what the upload said. */
            mimeType: string;
            /** @description Bytes. */
            size: number;
            width: number | null;
            height: number | null;
            sha256: string;
            /** @description Unguessable; needs no key. */
            url: string;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * Post
         * @description A post in a list: the core fields, and what `include` asked for.
         */
        Post: {
            id: string;
            title: string;
            description: components["schemas"]["RichText"];
            /** @description Rendered from `description`; safe to put into a page. */
            descriptionHtml: string;
            postTypeId: string;
            statusId: string;
            votesCount: number;
            commentsCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            author?: components["schemas"]["User"];
            tags?: components["schemas"]["Tag"][];
            attachments?: components["schemas"]["Attachment"][];
            /** @description Complete up to 1,000; past that the newest 1,000. */
            voters?: components["schemas"]["Voter"][];
            /** @description True when there are more voters than shown. */
            votersTruncated?: boolean;
            /** @description The post that this one was merged into, or null. */
            mergedInto?: {
                id: string;
                title: string;
            } | null;
        };
        /**
         * PostDetail
         * @description A single post.
         */
        PostDetail: {
            id: string;
            title: string;
            description: components["schemas"]["RichText"];
            /** @description Rendered from `description`; safe to put into a page. */
            descriptionHtml: string;
            postTypeId: string;
            statusId: string;
            votesCount: number;
            commentsCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            author: components["schemas"]["User"];
            tags: components["schemas"]["Tag"][];
            externalId: string | null;
            sourceUrl: string | null;
            mergedIntoId: string | null;
            /** @description Raised by every edit of the post itself. */
            version: number;
            attachments?: components["schemas"]["Attachment"][];
            /** @description Complete up to 1,000; past that the newest 1,000. */
            voters?: components["schemas"]["Voter"][];
            /** @description True when there are more voters than shown. */
            votersTruncated?: boolean;
            /** @description The post that this one was merged into, or null. */
            mergedInto?: {
                id: string;
                title: string;
            } | null;
            /** @description On create with `onDuplicate=suggest`. */
            similar?: components["schemas"]["SimilarPost"][];
            /** @description On create with `onDuplicate=vote`: this post was there, and got the vote. */
            isDuplicate?: boolean;
            /** @description With `include=comments`; with `include=comments.replies` each with its replies. */
            comments?: components["schemas"]["Comment"][];
        };
        /**
         * SimilarPost
         * @description A post whose title is like the one asked about.
         */
        SimilarPost: {
            id: string;
            title: string;
            description: components["schemas"]["RichText"];
            /** @description Rendered from `description`; safe to put into a page. */
            descriptionHtml: string;
            postTypeId: string;
            statusId: string;
            votesCount: number;
            commentsCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description From 0 to 1. */
            similarity: number;
        };
        /**
         * Changelog
         * @description What was shipped.
         */
        Changelog: {
            id: string;
            title: string;
            /** @description Unique in the workspace. */
            slug: string;
            content: components["schemas"]["RichText"];
            /** @description Rendered from `content`; safe to put into a page. */
            contentHtml: string;
            labels: string[];
            /** @enum {string} */
            state: "draft" | "scheduled" | "published";
            /**
             * Format: date-time
             * @description When it was or will be published; null for a draft.
             */
            publishedAt: string | null;
            /** @description The posts it answers. */
            linkedPostIds: string[];
            /** @description Whether publishing it marks the linked posts as complete. */
            completeLinkedPosts: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description With `include=posts`. */
            posts?: components["schemas"]["Post"][];
            /** @description With `include=attachments`, and in the answer to every write. */
            attachments?: components["schemas"]["Attachment"][];
        };
        /**
         * Comment
         * @description A comment on a post, or a reply to one.
         */
        Comment: {
            id: string;
            /** @description Plain text; empty once deleted. */
            content: string;
            postId: string;
            /** @description Null at the top. */
            parentId: string | null;
            /** @description Null once deleted. */
            userId: string | null;
            /** @description Null once deleted. */
            author: components["schemas"]["User"] | null;
            /** @description Deleted, but others have replied to it. */
            isDeleted: boolean;
            /** @description A note of the team; in no list of comments. */
            isPrivate: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description With replies included: oldest first, `[]` at a leaf. */
            replies?: components["schemas"]["Comment"][];
        };
        /**
         * Vote
         * @description One person's support for one post.
         */
        Vote: {
            postId: string;
            userId: string;
            /** Format: date-time */
            votedAt: string;
            user: components["schemas"]["User"];
        };
        /**
         * VoteOutcome
         * @description What holds after voting or taking a vote back.
         */
        VoteOutcome: {
            postId: string;
            /** @description Null when the person named is not known. */
            userId: string | null;
            /** @description Whether the person has a vote on the post now. */
            voted: boolean;
            votesCount: number;
        };
        /**
         * BulkVote
         * @description What holds after voting for many people.
         */
        BulkVote: {
            postId: string;
            /** @description All people named, without repeats. */
            userIds: string[];
            /** @description Votes that are new. */
            added: number;
            votesCount: number;
        };
        /**
         * Batch
         * @description The answers to a batch.
         */
        Batch: {
            /** @description One for each operation, in order. */
            results: {
                status: number;
                body: {
                    [key: string]: unknown;
                };
            }[];
            /** @description False when an atomic batch failed, so that nothing was changed. */
            applied: boolean;
        };
        /**
         * AuditEntry
         * @description Who did what, and when.
         */
        AuditEntry: {
            id: string;
            actor: {
                /** @description What kind of actor: `key` for an API key, `person` for somebody at the console, `system` for the service itself. */
                type: string;
                /** @description Of the key (`key_…`) or of the account (`acct_…`). */
                id: string;
            };
            action: string;
            /** @description The thing that was changed. */
            objectId: string;
            /** @description The request that changed it. */
            requestId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * Deletion
         * @description Something that was deleted, and when.
         */
        Deletion: {
            /** @description What the thing was known by; for a vote, `postId:userId`. */
            id: string;
            /** @enum {string} */
            kind: "post" | "comment" | "vote" | "user" | "changelog" | "status" | "postType" | "tag";
            /** Format: date-time */
            deletedAt: string;
            /** @description Of a comment or a vote. */
            postId?: string;
            /** @description Of a vote. */
            userId?: string;
        };
        /**
         * Status
         * @description Where a post stands.
         */
        Status: {
            id: string;
            name: string;
            /** @description Unique in the workspace. */
            slug: string;
            /** @description `#rrggbb`. */
            color: string;
            /** @description Its index in the order, from 0. */
            position: number;
            /** @description The status of a new post that names none. */
            isDefault: boolean;
            postsCount: number;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description What the status means to a program.
             * @enum {string}
             */
            category: "reviewing" | "unstarted" | "active" | "completed" | "canceled";
            /** @description Where a post may move from here; null allows any, an empty list none. */
            nextStatusIds: string[] | null;
        };
        /**
         * StatusChange
         * @description A move of one post from one status to another.
         */
        StatusChange: {
            id: string;
            postId: string;
            /** @description May name a status that has been deleted since. */
            fromStatusId: string | null;
            /** @description May name a status that has been deleted since. */
            toStatusId: string;
            /** @description The `statusComment` of the update that moved the post. */
            comment: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * PostType
         * @description What kind of feedback a post is.
         */
        PostType: {
            id: string;
            name: string;
            /** @description Unique in the workspace. */
            slug: string;
            /** @description `#rrggbb`. */
            color: string;
            /** @description Its index in the order, from 0. */
            position: number;
            /** @description The type of a new post that names none. */
            isDefault: boolean;
            postsCount: number;
            /** Format: date-time */
            createdAt: string;
        };
        /** PostPage */
        PostPage: {
            posts: components["schemas"]["Post"][];
            /** @description While `hasMore`, the page to ask for next; on the last page, the page just read. */
            cursor: number;
            hasMore: boolean;
            /** @description Opaque. Send it as `after` for the next page at constant cost; null at the end. */
            next: string | null;
        };
        /** PostIn */
        PostIn: {
            /** @description 1 to 200 characters after trimming. */
            title: string;
            /** @description Text in `descriptionFormat`, or a document as an object. At most 100 KB and 32 deep. */
            description?: string | ({
                type: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * @default markdown
             * @enum {string}
             */
            descriptionFormat?: "markdown" | "text" | "html" | "json";
            /** @description The workspace's default when absent. */
            postTypeId?: string;
            /** @description The same as `postTypeId`. */
            typeId?: string;
            /** @description The workspace's default when absent. */
            statusId?: string;
            /** @description Names or ids; unknown names are made. */
            tags?: string[];
            /** @description Unique in the workspace. */
            externalId?: string | null;
            /** @description Where the feedback came from. */
            sourceUrl?: string | null;
            /** @description ISO 8601; back-dating, for imports. */
            createdAt?: string;
            /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
            author?: {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
            };
            /** @description The id of a known user. */
            authorId?: string;
            /** @description The person's id in your own system. */
            authorExternalId?: string;
            /** @description An e-mail address; letter case does not count. */
            authorEmail?: string;
            /** @description Used when the person is made, or has no name yet. */
            authorName?: string;
            /** @description Used when the person is made, or has no picture yet. */
            authorAvatarUrl?: string;
            /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
            user?: {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
            };
            /** @description The same as `authorId`. */
            userId?: string;
            /** @description The same as `authorExternalId`. */
            userExternalId?: string;
            /** @description The same as `authorEmail`. */
            userEmail?: string;
            /** @description The same as `authorName`. */
            userName?: string;
            /** @description The same as `authorAvatarUrl`. */
            userAvatarUrl?: string;
            /**
             * @description What to do about a post with a very similar title: `suggest` adds `similar` to the answer, `vote` votes for it instead of creating, `reject` answers 409.
             * @enum {string}
             */
            onDuplicate?: "suggest" | "vote" | "reject";
            /**
             * @description Count the author's own vote.
             * @default true
             */
            voteAsAuthor?: boolean;
        };
        /** PostPatchIn */
        PostPatchIn: {
            /** @description 1 to 200 characters after trimming. */
            title?: string;
            /** @description Text in `descriptionFormat`, or a document as an object. At most 100 KB and 32 deep. */
            description?: string | ({
                type: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * @default markdown
             * @enum {string}
             */
            descriptionFormat?: "markdown" | "text" | "html" | "json";
            /** @description The workspace's default when absent. */
            postTypeId?: string;
            /** @description The same as `postTypeId`. */
            typeId?: string;
            /** @description The workspace's default when absent. */
            statusId?: string;
            /** @description Names or ids; unknown names are made. */
            tags?: string[];
            /** @description Unique in the workspace. */
            externalId?: string | null;
            /** @description Where the feedback came from. */
            sourceUrl?: string | null;
            /** @description ISO 8601; back-dating, for imports. */
            createdAt?: string;
            /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
            author?: {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
            };
            /** @description The id of a known user. */
            authorId?: string;
            /** @description The person's id in your own system. */
            authorExternalId?: string;
            /** @description An e-mail address; letter case does not count. */
            authorEmail?: string;
            /** @description Used when the person is made, or has no name yet. */
            authorName?: string;
            /** @description Used when the person is made, or has no picture yet. */
            authorAvatarUrl?: string;
            /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
            user?: {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
            };
            /** @description The same as `authorId`. */
            userId?: string;
            /** @description The same as `authorExternalId`. */
            userExternalId?: string;
            /** @description The same as `authorEmail`. */
            userEmail?: string;
            /** @description The same as `authorName`. */
            userName?: string;
            /** @description The same as `authorAvatarUrl`. */
            userAvatarUrl?: string;
            removeAttachmentIds?: string[];
            /** @description Why the status changed; kept in the post's history. */
            statusComment?: string;
        };
        /** PostUpsertIn */
        PostUpsertIn: {
            /** @description 1 to 200 characters after trimming. */
            title?: string;
            /** @description Text in `descriptionFormat`, or a document as an object. At most 100 KB and 32 deep. */
            description?: string | ({
                type: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * @default markdown
             * @enum {string}
             */
            descriptionFormat?: "markdown" | "text" | "html" | "json";
            /** @description The workspace's default when absent. */
            postTypeId?: string;
            /** @description The same as `postTypeId`. */
            typeId?: string;
            /** @description The workspace's default when absent. */
            statusId?: string;
            /** @description Names or ids; unknown names are made. */
            tags?: string[];
            /** @description Unique in the workspace. */
            externalId?: string | null;
            /** @description Where the feedback came from. */
            sourceUrl?: string | null;
            /** @description ISO 8601; back-dating, for imports. */
            createdAt?: string;
            /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
            author?: {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
            };
            /** @description The id of a known user. */
            authorId?: string;
            /** @description The person's id in your own system. */
            authorExternalId?: string;
            /** @description An e-mail address; letter case does not count. */
            authorEmail?: string;
            /** @description Used when the person is made, or has no name yet. */
            authorName?: string;
            /** @description Used when the person is made, or has no picture yet. */
            authorAvatarUrl?: string;
            /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
            user?: {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
            };
            /** @description The same as `authorId`. */
            userId?: string;
            /** @description The same as `authorExternalId`. */
            userExternalId?: string;
            /** @description The same as `authorEmail`. */
            userEmail?: string;
            /** @description The same as `authorName`. */
            userName?: string;
            /** @description The same as `authorAvatarUrl`. */
            userAvatarUrl?: string;
            /**
             * @description Count the author's own vote.
             * @default true
             */
            voteAsAuthor?: boolean;
        };
        /** MergeIn */
        MergeIn: {
            /** @description The post that stays. */
            intoId: string;
        };
        /** CommentIn */
        CommentIn: {
            /** @description Plain text, 1 to 10,000 characters. */
            content: string;
            /** @description A live comment of the same post. */
            parentId?: string | null;
            /** @default false */
            isPrivate?: boolean;
            /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
            author?: {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
            };
            /** @description The id of a known user. */
            authorId?: string;
            /** @description The person's id in your own system. */
            authorExternalId?: string;
            /** @description An e-mail address; letter case does not count. */
            authorEmail?: string;
            /** @description Used when the person is made, or has no name yet. */
            authorName?: string;
            /** @description Used when the person is made, or has no picture yet. */
            authorAvatarUrl?: string;
            /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
            user?: {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
            };
            /** @description The same as `authorId`. */
            userId?: string;
            /** @description The same as `authorExternalId`. */
            userExternalId?: string;
            /** @description The same as `authorEmail`. */
            userEmail?: string;
            /** @description The same as `authorName`. */
            userName?: string;
            /** @description The same as `authorAvatarUrl`. */
            userAvatarUrl?: string;
        };
        /** CommentPage */
        CommentPage: {
            comments: components["schemas"]["Comment"][];
            /** @description While `hasMore`, the page to ask for next; on the last page, the page just read. */
            cursor: number;
            hasMore: boolean;
            /** @description Opaque. Send it as `after` for the next page at constant cost; null at the end. */
            next: string | null;
        };
        /** CommentPatchIn */
        CommentPatchIn: {
            content?: string;
            isPrivate?: boolean;
        };
        /** VotePage */
        VotePage: {
            votes: components["schemas"]["Vote"][];
            /** @description While `hasMore`, the page to ask for next; on the last page, the page just read. */
            cursor: number;
            hasMore: boolean;
            /** @description Opaque. Send it as `after` for the next page at constant cost; null at the end. */
            next: string | null;
        };
        /**
         * VoteIn
         * @description The voter; required.
         */
        VoteIn: {
            /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
            author?: {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
            };
            /** @description The id of a known user. */
            authorId?: string;
            /** @description The person's id in your own system. */
            authorExternalId?: string;
            /** @description An e-mail address; letter case does not count. */
            authorEmail?: string;
            /** @description Used when the person is made, or has no name yet. */
            authorName?: string;
            /** @description Used when the person is made, or has no picture yet. */
            authorAvatarUrl?: string;
            /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
            user?: {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
            };
            /** @description The same as `authorId`. */
            userId?: string;
            /** @description The same as `authorExternalId`. */
            userExternalId?: string;
            /** @description The same as `authorEmail`. */
            userEmail?: string;
            /** @description The same as `authorName`. */
            userName?: string;
            /** @description The same as `authorAvatarUrl`. */
            userAvatarUrl?: string;
        };
        /** BulkVoteIn */
        BulkVoteIn: {
            /** @description 1 to 1,000 people, each `{id}`, `{externalId}` or `{email}`, with `name` and `avatarUrl` if you like. */
            voters: {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
                /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
                author?: {
                    id?: string;
                    externalId?: string;
                    email?: string;
                    name?: string;
                    avatarUrl?: string;
                };
                /** @description The id of a known user. */
                authorId?: string;
                /** @description The person's id in your own system. */
                authorExternalId?: string;
                /** @description An e-mail address; letter case does not count. */
                authorEmail?: string;
                /** @description Used when the person is made, or has no name yet. */
                authorName?: string;
                /** @description Used when the person is made, or has no picture yet. */
                authorAvatarUrl?: string;
                /** @description Found by id, then external id, then e-mail; made when unknown (an unknown id is an error). */
                user?: {
                    id?: string;
                    externalId?: string;
                    email?: string;
                    name?: string;
                    avatarUrl?: string;
                };
                /** @description The same as `authorId`. */
                userId?: string;
                /** @description The same as `authorExternalId`. */
                userExternalId?: string;
                /** @description The same as `authorEmail`. */
                userEmail?: string;
                /** @description The same as `authorName`. */
                userName?: string;
                /** @description The same as `authorAvatarUrl`. */
                userAvatarUrl?: string;
            }[];
        };
        /** UserPage */
        UserPage: {
            users: components["schemas"]["User"][];
            /** @description While `hasMore`, the page to ask for next; on the last page, the page just read. */
            cursor: number;
            hasMore: boolean;
            /** @description Opaque. Send it as `after` for the next page at constant cost; null at the end. */
            next: string | null;
        };
        /**
         * UserIn
         * @description At least one of `externalId`, `email` and `name`; null counts as absent.
         */
        UserIn: {
            /** @description The person's id in your own system, 1 to 255 characters; unique in the workspace. */
            externalId?: string | null;
            /** @description Unique in the workspace; letter case does not count. */
            email?: string | null;
            /** @description 1 to 200 characters. */
            name?: string | null;
            /** @description An http or https address. */
            avatarUrl?: string | null;
        };
        /**
         * UserPatchIn
         * @description Changes only what is sent; null clears.
         */
        UserPatchIn: {
            /** @description The person's id in your own system, 1 to 255 characters; unique in the workspace. */
            externalId?: string | null;
            /** @description Unique in the workspace; letter case does not count. */
            email?: string | null;
            /** @description 1 to 200 characters. */
            name?: string | null;
            /** @description An http or https address. */
            avatarUrl?: string | null;
        };
        /** BatchIn */
        BatchIn: {
            /** @description 1 to 100 operations, carried out in order. */
            operations: {
                /** @enum {string} */
                method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description Below the base address, with its query string; at most 16 KB, percent-encoded. */
                path: string;
                /** @description The JSON body. */
                body?: unknown;
            }[];
            /**
             * @description All or nothing.
             * @default false
             */
            atomic?: boolean;
        };
        /** AuditEntryPage */
        AuditEntryPage: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description While `hasMore`, the page to ask for next; on the last page, the page just read. */
            cursor: number;
            hasMore: boolean;
            /** @description Opaque. Send it as `after` for the next page at constant cost; null at the end. */
            next: string | null;
        };
        /** DeletionPage */
        DeletionPage: {
            deletions: components["schemas"]["Deletion"][];
            /** @description While `hasMore`, the page to ask for next; on the last page, the page just read. */
            cursor: number;
            hasMore: boolean;
            /** @description Opaque. Send it as `after` for the next page at constant cost; null at the end. */
            next: string | null;
        };
        /** ChangelogPage */
        ChangelogPage: {
            changelogs: components["schemas"]["Changelog"][];
            /** @description While `hasMore`, the page to ask for next; on the last page, the page just read. */
            cursor: number;
            hasMore: boolean;
            /** @description Opaque. Send it as `after` for the next page at constant cost; null at the end. */
            next: string | null;
        };
        /** ChangelogIn */
        ChangelogIn: {
            /** @description 1 to 200 characters after trimming. */
            title: string;
            /** @description 1 to 100 lower-case letters and digits with single hyphens between. Absent on create: made of the title, with a number when that is taken. */
            slug?: string;
            /** @description Text in `contentFormat`, or a document as an object. At most 100 KB and 32 deep. */
            content?: string | ({
                type: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * @default markdown
             * @enum {string}
             */
            contentFormat?: "markdown" | "text" | "html" | "json";
            /** @description At most 20, each 1 to 64 characters; letter case does not tell two apart. */
            labels?: string[];
            /**
             * @description Going back to `draft` clears `publishedAt`.
             * @default draft
             * @enum {string}
             */
            state?: "draft" | "scheduled" | "published";
            /** @description ISO 8601. When `scheduled`: required, a time to come. When `published`: a time that has been, now when absent. */
            publishedAt?: string | null;
            /** @description At most 200 posts. */
            linkedPostIds?: string[];
            /**
             * @description When it is published, each linked post moves to the workspace's first completed status, unless its own status forbids that move. Absent on update: stays as it is.
             * @default false
             */
            completeLinkedPosts?: boolean;
        };
        /** ChangelogPatchIn */
        ChangelogPatchIn: {
            /** @description 1 to 200 characters after trimming. */
            title?: string;
            /** @description 1 to 100 lower-case letters and digits with single hyphens between. Absent on create: made of the title, with a number when that is taken. */
            slug?: string;
            /** @description Text in `contentFormat`, or a document as an object. At most 100 KB and 32 deep. */
            content?: string | ({
                type: string;
            } & {
                [key: string]: unknown;
            }) | null;
            /**
             * @default markdown
             * @enum {string}
             */
            contentFormat?: "markdown" | "text" | "html" | "json";
            /** @description At most 20, each 1 to 64 characters; letter case does not tell two apart. */
            labels?: string[];
            /**
             * @description Going back to `draft` clears `publishedAt`.
             * @default draft
             * @enum {string}
             */
            state?: "draft" | "scheduled" | "published";
            /** @description ISO 8601. When `scheduled`: required, a time to come. When `published`: a time that has been, now when absent. */
            publishedAt?: string | null;
            /** @description At most 200 posts. */
            linkedPostIds?: string[];
            /**
             * @description When it is published, each linked post moves to the workspace's first completed status, unless its own status forbids that move. Absent on update: stays as it is.
             * @default false
             */
            completeLinkedPosts?: boolean;
            removeAttachmentIds?: string[];
        };
        /** StatusPage */
        StatusPage: {
            statuses: components["schemas"]["Status"][];
            /** @description While `hasMore`, the page to ask for next; on the last page, the page just read. */
            cursor: number;
            hasMore: boolean;
            /** @description Opaque. Send it as `after` for the next page at constant cost; null at the end. */
            next: string | null;
        };
        /** StatusIn */
        StatusIn: {
            /** @description 1 to 64 characters after trimming. */
            name: string;
            /**
             * @description What the status means to a program.
             * @enum {string}
             */
            category: "reviewing" | "unstarted" | "active" | "completed" | "canceled";
            /** @description Where a post may move from here; null allows any, an empty list none. */
            nextStatusIds?: string[] | null;
            /** @description Lower-case letters, digits and hyphens, at most 64. When one is made, its name makes it; a later change of the name leaves it alone. */
            slug?: string;
            /**
             * @description `#rrggbb`.
             * @default #64748b
             */
            color?: string;
            /** @description Its index in the order, from 0: the others make room. Past the end means at the end. */
            position?: number;
            /** @description True makes this the default instead of the one that was. */
            isDefault?: boolean;
        };
        /** StatusOrderIn */
        StatusOrderIn: {
            /** @description The id of every one there is, each once, in the new order. */
            ids: string[];
        };
        /** StatusPatchIn */
        StatusPatchIn: {
            /** @description 1 to 64 characters after trimming. */
            name?: string;
            /**
             * @description What the status means to a program.
             * @enum {string}
             */
            category?: "reviewing" | "unstarted" | "active" | "completed" | "canceled";
            /** @description Where a post may move from here; null allows any, an empty list none. */
            nextStatusIds?: string[] | null;
            /** @description Lower-case letters, digits and hyphens, at most 64. When one is made, its name makes it; a later change of the name leaves it alone. */
            slug?: string;
            /**
             * @description `#rrggbb`.
             * @default #64748b
             */
            color?: string;
            /** @description Its index in the order, from 0: the others make room. Past the end means at the end. */
            position?: number;
            /** @description True makes this the default instead of the one that was. */
            isDefault?: boolean;
        };
        /** StatusChangePage */
        StatusChangePage: {
            statusChanges: components["schemas"]["StatusChange"][];
            /** @description While `hasMore`, the page to ask for next; on the last page, the page just read. */
            cursor: number;
            hasMore: boolean;
            /** @description Opaque. Send it as `after` for the next page at constant cost; null at the end. */
            next: string | null;
        };
        /** PostTypePage */
        PostTypePage: {
            postTypes: components["schemas"]["PostType"][];
            /** @description While `hasMore`, the page to ask for next; on the last page, the page just read. */
            cursor: number;
            hasMore: boolean;
            /** @description Opaque. Send it as `after` for the next page at constant cost; null at the end. */
            next: string | null;
        };
        /** PostTypeIn */
        PostTypeIn: {
            /** @description 1 to 64 characters after trimming. */
            name: string;
            /** @description Lower-case letters, digits and hyphens, at most 64. When one is made, its name makes it; a later change of the name leaves it alone. */
            slug?: string;
            /**
             * @description `#rrggbb`.
             * @default #64748b
             */
            color?: string;
            /** @description Its index in the order, from 0: the others make room. Past the end means at the end. */
            position?: number;
            /** @description True makes this the default instead of the one that was. */
            isDefault?: boolean;
        };
        /** PostTypeOrderIn */
        PostTypeOrderIn: {
            /** @description The id of every one there is, each once, in the new order. */
            ids: string[];
        };
        /** PostTypePatchIn */
        PostTypePatchIn: {
            /** @description 1 to 64 characters after trimming. */
            name?: string;
            /** @description Lower-case letters, digits and hyphens, at most 64. When one is made, its name makes it; a later change of the name leaves it alone. */
            slug?: string;
            /**
             * @description `#rrggbb`.
             * @default #64748b
             */
            color?: string;
            /** @description Its index in the order, from 0: the others make room. Past the end means at the end. */
            position?: number;
            /** @description True makes this the default instead of the one that was. */
            isDefault?: boolean;
        };
        /** TagPage */
        TagPage: {
            tags: components["schemas"]["Tag"][];
            /** @description While `hasMore`, the page to ask for next; on the last page, the page just read. */
            cursor: number;
            hasMore: boolean;
            /** @description Opaque. Send it as `after` for the next page at constant cost; null at the end. */
            next: string | null;
        };
        /** TagIn */
        TagIn: {
            /** @description 1 to 64 characters, unique in the workspace; letter case does not count. */
            name: string;
            /** @description `#rrggbb`, or null for none. */
            color?: string | null;
        };
        /** TagPatchIn */
        TagPatchIn: {
            /** @description 1 to 64 characters, unique in the workspace; letter case does not count. */
            name?: string;
            /** @description `#rrggbb`, or null for none. */
            color?: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listPosts: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `typeId`, `statusId`, `search` (every word must begin a word of the title), `updatedSince` (ISO 8601), `voterId`, `voterEmail`, `merged` (`true` or `false`), `mergedIntoId` (posts that were merged into this one). */
                filters?: string;
                sortBy?: "recent" | "oldest" | "votes";
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
                /** @description Semicolon-separated: `author`, `tags`, `attachments`, `voters`, `mergedInto`. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of posts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostPage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    createPost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostIn"];
                "multipart/form-data": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The post that was there, with `onDuplicate=vote`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostDetail"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
            /** @description The new post. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostDetail"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    getPost: {
        parameters: {
            query?: {
                /** @description Semicolon-separated: `attachments`, `voters`, `mergedInto`, `comments`, `comments.replies`. */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostDetail"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    deletePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    updatePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostPatchIn"];
                "multipart/form-data": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The post as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostDetail"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    upsertPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's id in your own system. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostUpsertIn"];
                "multipart/form-data": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The post as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostDetail"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
            /** @description The new post. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostDetail"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    findSimilarPosts: {
        parameters: {
            query: {
                /** @description The title to compare with. */
                title: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Similar posts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            posts: components["schemas"]["SimilarPost"][];
                        };
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    mergePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeIn"];
            };
        };
        responses: {
            /** @description The post that was merged away. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostDetail"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    unmergePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post on its own again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostDetail"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listComments: {
        parameters: {
            query?: {
                /** @description `replies` */
                include?: string;
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601; top-level comments that changed since, and with their replies those in whose tree anything did). */
                filters?: string;
            };
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Comment"][];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    createComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentIn"];
            };
        };
        responses: {
            /** @description The new comment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Comment"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listAllComments: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `postId`, `userId`, `userEmail`, `private` (`true` or `false`), `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of comments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CommentPage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    getComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The comment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Comment"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    deleteComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The comment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    updateComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The comment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatchIn"];
            };
        };
        responses: {
            /** @description The comment as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Comment"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listVotes: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of votes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VotePage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    addVotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkVoteIn"];
            };
        };
        responses: {
            /** @description All have voted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BulkVote"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    addVote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoteIn"];
            };
        };
        responses: {
            /** @description The vote was there already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VoteOutcome"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
            /** @description The vote is new. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VoteOutcome"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    removeVote: {
        parameters: {
            query?: {
                /** @description The id of a known user. */
                authorId?: string;
                /** @description The person's id in your own system. */
                authorExternalId?: string;
                /** @description An e-mail address; letter case does not count. */
                authorEmail?: string;
                /** @description Used when the person is made, or has no name yet. */
                authorName?: string;
                /** @description Used when the person is made, or has no picture yet. */
                authorAvatarUrl?: string;
                /** @description The same as `authorId`. */
                userId?: string;
                /** @description The same as `authorExternalId`. */
                userExternalId?: string;
                /** @description The same as `authorEmail`. */
                userEmail?: string;
                /** @description The same as `authorName`. */
                userName?: string;
                /** @description The same as `authorAvatarUrl`. */
                userAvatarUrl?: string;
            };
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VoteIn"];
            };
        };
        responses: {
            /** @description There is no vote now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VoteOutcome"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listAllVotes: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `userId`, `userEmail`, `postId`, `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of votes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VotePage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `email` (letter case does not count), `externalId`, `search` (every word must begin a word of name, e-mail or external id), `updatedSince` (ISO 8601). */
                filters?: string;
                sortBy?: "recent" | "oldest";
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UserPage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    upsertUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIn"];
            };
        };
        responses: {
            /** @description The user was there, and is now as sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
            /** @description The new user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPatchIn"];
            };
        };
        responses: {
            /** @description The user as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listPostsOfUser: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601). */
                filters?: string;
                sortBy?: "recent" | "oldest";
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
                /** @description Semicolon-separated: `author`, `tags`, `attachments`, `voters`, `mergedInto`. */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of posts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostPage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listCommentsOfUser: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `private` (`true` or `false`), `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of comments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CommentPage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listVotesOfUser: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of votes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VotePage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    exportUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All that is held. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UserExport"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    runBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchIn"];
            };
        };
        responses: {
            /** @description The answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `action`, `objectId`, `actorId`, `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntryPage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listDeletions: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `kind`, `since` (ISO 8601: deleted at this time or later). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deletions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeletionPage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listChangelogs: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `state`, `label` (letter case does not count), `search` (every word must begin a word of the title), `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description `recent`: by creation. `published`: by `publishedAt`, drafts last. */
                sortBy?: "recent" | "published";
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
                /** @description Semicolon-separated: `posts` (the linked posts as in a list), `attachments`. */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changelogs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChangelogPage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    createChangelog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangelogIn"];
                "multipart/form-data": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The new changelog. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Changelog"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    getChangelog: {
        parameters: {
            query?: {
                /** @description Semicolon-separated: `posts` (the linked posts as in a list), `attachments`. */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The changelog's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changelog. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Changelog"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    deleteChangelog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The changelog's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    updateChangelog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The changelog's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangelogPatchIn"];
                "multipart/form-data": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The changelog as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Changelog"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listStatuses: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `category`, `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of statuses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusPage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    createStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusIn"];
            };
        };
        responses: {
            /** @description The new status. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Status"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    reorderStatuses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusOrderIn"];
            };
        };
        responses: {
            /** @description All statuses in the new order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusPage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The status's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Status"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    deleteStatus: {
        parameters: {
            query?: {
                /** @description The status that its posts get. */
                moveTo?: string;
            };
            header?: never;
            path: {
                /** @description The status's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    updateStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The status's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StatusPatchIn"];
            };
        };
        responses: {
            /** @description The status as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Status"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listStatusChanges: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `statusId` (the status moved to), `postId`, `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of status changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusChangePage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listStatusChangesOfPost: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `statusId` (the status moved to), `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path: {
                /** @description The post's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of status changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StatusChangePage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listPostTypes: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of post types. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostTypePage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    createPostType: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostTypeIn"];
            };
        };
        responses: {
            /** @description The new post type. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostType"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    reorderPostTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostTypeOrderIn"];
            };
        };
        responses: {
            /** @description All post types in the new order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostTypePage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    getPostType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post type's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostType"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    deletePostType: {
        parameters: {
            query?: {
                /** @description The post type that its posts get. */
                moveTo?: string;
            };
            header?: never;
            path: {
                /** @description The post type's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    updatePostType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post type's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostTypePatchIn"];
            };
        };
        responses: {
            /** @description The post type as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PostType"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `search` (every word must begin a word of the name), `updatedSince` (ISO 8601). */
                filters?: string;
                /** @description Page number. Reaches the first 100,000 rows, fewer with several filter values; see `after`. */
                cursor?: number;
                /** @description Results a page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the page before, at any depth; wins over `cursor`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of tags. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TagPage"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagIn"];
            };
        };
        responses: {
            /** @description The new tag. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Tag"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Tag"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagPatchIn"];
            };
        };
        responses: {
            /** @description The tag as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Tag"];
                        /** @description True under a test key, absent under a live key. */
                        test?: boolean;
                    };
                };
            };
        };
    };
}
