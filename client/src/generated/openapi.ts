// Written by client/scripts/generate.mjs; run `npm run openapi` instead of editing.

export interface components {
    schemas: {
        /** @description The body of every error. */
        ApiError: {
            error: {
                /** @enum {string} */
                code: "BAD_REQUEST" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_MISMATCH" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE";
                /** @description One sentence for developers. */
                message: string;
                /** @description Equals the HTTP status. */
                status: number;
                /** @description On 400: every invalid field. */
                details?: {
                    field: string;
                    message: string;
                }[];
            };
        };
        /** @description The ID of the deleted object. */
        Deleted: {
            id: string;
            /** @enum {boolean} */
            deleted: true;
        };
        /** @description The API key of the request, its workspace and its limits. */
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
                /** @description Requests per window; null if unlimited. */
                read: number | null;
                /** @description Requests per window; null if unlimited. */
                write: number | null;
            };
            uploads: {
                maxFiles: number;
                /** @description Also applies to PDFs. */
                maxImageBytes: number;
                maxVideoBytes: number;
            };
        };
        /** @description A ProseMirror/TipTap document. */
        RichTextDocument: {
            /** @enum {string} */
            type: "doc";
            content: components["schemas"]["RichTextNode"][];
        };
        /** @description `paragraph`, `heading` (1–3), `bulletList`, `orderedList`, `listItem`, `blockquote`, `codeBlock`, `horizontalRule`, `hardBreak`, `image`, `text`, or in a private note `mention`, with `memberId` and `label`. */
        RichTextNode: {
            type: string;
            attrs?: {
                [key: string]: unknown;
            };
            content?: components["schemas"]["RichTextNode"][];
            marks?: components["schemas"]["RichTextMark"][];
            /** @description Only of a `text`. */
            text?: string;
        };
        /** @description `bold`, `italic`, `strike`, `underline`, `code`, or `link` with an `href`. */
        RichTextMark: {
            type: string;
            attrs?: {
                [key: string]: unknown;
            };
        };
        /** @description A person who gives feedback. */
        User: {
            id: string;
            /** @description The person's ID in your own system. */
            externalId: string | null;
            name: string | null;
            email: string | null;
            avatarUrl: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description A user and when they voted. */
        Voter: {
            id: string;
            /** @description The person's ID in your own system. */
            externalId: string | null;
            name: string | null;
            email: string | null;
            avatarUrl: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            votedAt: string;
        };
        /** @description Names a person: `author` and `user` both work, as an object or as flat fields. */
        PersonFields: {
            author?: components["schemas"]["UserReference"];
            /** @description The ID of an existing user. */
            authorId?: string;
            /** @description The person's ID in your own system. */
            authorExternalId?: string;
            /** @description An email address, case-insensitive. */
            authorEmail?: string;
            /** @description Used if the person is new or has no name yet. */
            authorName?: string;
            /** @description Used if the person is new or has no avatar yet. */
            authorAvatarUrl?: string;
            user?: components["schemas"]["UserReference"];
            /** @description Alias of `authorId`. */
            userId?: string;
            /** @description Alias of `authorExternalId`. */
            userExternalId?: string;
            /** @description Alias of `authorEmail`. */
            userEmail?: string;
            /** @description Alias of `authorName`. */
            userName?: string;
            /** @description Alias of `authorAvatarUrl`. */
            userAvatarUrl?: string;
        };
        /** @description All data of one user. */
        UserExport: {
            user: components["schemas"]["User"];
            ban: components["schemas"]["Ban"] | null;
            mail: components["schemas"]["MailSettings"];
            /** @description Newest first, with their attachments. */
            posts: components["schemas"]["PostDetail"][];
            /** @description Newest first; public comments, then private ones. */
            comments: components["schemas"]["FeedbackComment"][];
            /** @description Newest first; counted votes, then votes that are not counted while their post is merged into another. */
            votes: {
                postId: string;
                userId: string;
                /** Format: date-time */
                votedAt: string;
            }[];
            following: components["schemas"]["FollowedPost"][];
            submissions: components["schemas"]["Submission"][];
            reports: components["schemas"]["ContentReport"][];
            /** @description When and how they signed in to the public site. */
            sessions: {
                cameBy: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt: string;
            }[];
            /** @description The number of items in each list. Missing if the document was cut off. */
            counts: {
                posts: number;
                comments: number;
                votes: number;
                following: number;
                submissions: number;
                reports: number;
                sessions: number;
            };
        };
        /** @description A label that posts share. */
        Tag: {
            id: string;
            name: string;
            /** @description `#rrggbb`, or null for none. */
            color: string | null;
            /** @description Whether visitors of the public site see it on public posts. Absent in events that an older version wrote. */
            isPublic?: boolean;
            postsCount: number;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description Filters of posts, kept under a name. */
        View: {
            id: string;
            name: string;
            /** @description As in the query string of `GET /posts`: semicolon-separated `key:value` pairs. Another `viewId` is refused. */
            filters: string;
            /** @description An order of `GET /posts`, or null for its default. */
            sortBy: ("recent" | "oldest" | "votes") | null;
            /** @description Whether all members and API keys see it, or only the member who created it. */
            shared: boolean;
            /** @description The member who created it; null if an application did, or if the member has left. */
            memberId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description A file attached to a post, a comment or a changelog. */
        Attachment: {
            id: string;
            /** @description The uploaded name, with the extension of the detected type. */
            fileName: string;
            /** @description Detected from the content, not taken from the upload. */
            mimeType: string;
            /** @description In bytes. */
            size: number;
            width: number | null;
            height: number | null;
            sha256: string;
            /** @description Unguessable; works without an API key. */
            url: string;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description A post in a list: the core fields and the requested includes. */
        Post: {
            id: string;
            title: string;
            description: components["schemas"]["RichTextDocument"];
            /** @description Rendered from `description`; safe to embed in a page. */
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
            /** @description The member who looks after it, or null. */
            owner?: {
                id: string;
                name: string;
            } | null;
            tags?: components["schemas"]["Tag"][];
            attachments?: components["schemas"]["Attachment"][];
            /** @description All voters, or the newest 1,000 if there are more. */
            voters?: components["schemas"]["Voter"][];
            /** @description True if there are more voters than listed. */
            votersTruncated?: boolean;
            /** @description The post that this one was merged into, or null. */
            mergedInto?: {
                id: string;
                title: string;
            } | null;
            /** @description Votes from a service that did not say whose they are. They are part of `votesCount`, after a merge of that of the target. Absent in events that an older version wrote. */
            importedVotes?: number;
            /**
             * @description Whether visitors of the public site see it. Absent in events that an older version wrote.
             * @enum {string}
             */
            visibility?: "internal" | "public";
            /** @description The member who looks after it, or null. Absent in events that an older version wrote. */
            ownerId?: string | null;
            externalId?: string | null;
            sourceUrl?: string | null;
            mergedIntoId?: string | null;
            /** @description Incremented by every edit of the post itself. */
            version?: number;
        };
        /** @description A single post. */
        PostDetail: {
            id: string;
            title: string;
            description: components["schemas"]["RichTextDocument"];
            /** @description Rendered from `description`; safe to embed in a page. */
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
            /** @description Votes from a service that did not say whose they are. They are part of `votesCount`, after a merge of that of the target. Absent in events that an older version wrote. */
            importedVotes?: number;
            /**
             * @description Whether visitors of the public site see it. Absent in events that an older version wrote.
             * @enum {string}
             */
            visibility?: "internal" | "public";
            /** @description The member who looks after it, or null. Absent in events that an older version wrote. */
            ownerId?: string | null;
            externalId: string | null;
            sourceUrl: string | null;
            mergedIntoId: string | null;
            /** @description Incremented by every edit of the post itself. */
            version: number;
            attachments?: components["schemas"]["Attachment"][];
            /** @description All voters, or the newest 1,000 if there are more. */
            voters?: components["schemas"]["Voter"][];
            /** @description True if there are more voters than listed. */
            votersTruncated?: boolean;
            /** @description The post that this one was merged into, or null. */
            mergedInto?: {
                id: string;
                title: string;
            } | null;
            /** @description The member who looks after it, or null. */
            owner?: {
                id: string;
                name: string;
            } | null;
            /** @description On create with `onDuplicate=suggest`. */
            similar?: components["schemas"]["SimilarPost"][];
            /** @description On create with `onDuplicate=vote`: true if the vote went to this existing post. */
            isDuplicate?: boolean;
            /** @description With `include=comments`. With `include=comments.replies`, each comment has its replies. */
            comments?: components["schemas"]["FeedbackComment"][];
        };
        /** @description A post with a similar title. */
        SimilarPost: {
            id: string;
            title: string;
            description: components["schemas"]["RichTextDocument"];
            /** @description Rendered from `description`; safe to embed in a page. */
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
        /** @description What was shipped. */
        Changelog: {
            id: string;
            title: string;
            /** @description Unique in the workspace. */
            slug: string;
            content: components["schemas"]["RichTextDocument"];
            /** @description Rendered from `content`; safe to embed in a page. */
            contentHtml: string;
            labels: string[];
            /** @enum {string} */
            state: "draft" | "scheduled" | "published";
            /**
             * Format: date-time
             * @description When it was or will be published; null for a draft.
             */
            publishedAt: string | null;
            /** @description The posts it resolves. */
            linkedPostIds: string[];
            /** @description Whether publishing it marks the linked posts as complete. */
            completeLinkedPosts: boolean;
            /** @description Who is told when it is published on schedule, as in requests. */
            notify: boolean | {
                includeVoters: boolean;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description With `include=posts`. */
            posts?: components["schemas"]["Post"][];
            /** @description With `include=attachments`, and in the response to every write. */
            attachments?: components["schemas"]["Attachment"][];
        };
        /** @description A comment on a post, or a reply to one. */
        FeedbackComment: {
            id: string;
            /** @description Plain text, what the document says; empty if deleted. */
            content: string;
            /** @description Rendered from `contentDocument`; safe to embed in a page. Absent in events that an older version wrote. */
            contentHtml?: string;
            contentDocument?: components["schemas"]["RichTextDocument"];
            postId: string;
            /** @description Null for a top-level comment. */
            parentId: string | null;
            /** @description The author, also of a deleted comment. */
            userId: string;
            /** @description Null if deleted. */
            author: components["schemas"]["User"] | null;
            /** @description Your own ID of the comment, unique in the workspace. Null if deleted. */
            externalId: string | null;
            /** @description True if it was deleted but has replies. */
            isDeleted: boolean;
            /** @description A private note of the team. Lists omit it by default. */
            isPrivate: boolean;
            /** @description Visitors of the public site see it while its post is public. Absent in events that an older version wrote. */
            isPublic?: boolean;
            /** @description A member of the team wrote it in the console. Absent in events that an older version wrote. */
            isFromTeam?: boolean;
            /** @description The team's answer to the post: at most one. Absent in events that an older version wrote. */
            isAnswer?: boolean;
            /** @description Its files, oldest first. Absent in events that an older version wrote. */
            attachments?: components["schemas"]["Attachment"][];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed here; for a backdated comment, at first when it was imported.
             */
            updatedAt: string;
            /** @description With `include=replies`: oldest first, `[]` if there are none. */
            replies?: components["schemas"]["FeedbackComment"][];
        };
        /** @description The state after creating or updating many comments. */
        BulkComment: {
            postId: string;
            /** @description The IDs of the comments, in the order of the request. */
            commentIds: string[];
            /** @description The number of new comments. */
            created: number;
            /** @description The number of comments that changed. */
            updated: number;
            /** @description The number of comments that were already as described. */
            unchanged: number;
            commentsCount: number;
        };
        /** @description One person's vote for one post. */
        Vote: {
            postId: string;
            userId: string;
            /** Format: date-time */
            votedAt: string;
            /**
             * @description Where the vote was given: on the public site (`visitor`), in the console (`team`), through the API, or in the service that an import came from. Absent in events that an older version wrote.
             * @enum {string}
             */
            source?: "visitor" | "team" | "api" | "import";
            user: components["schemas"]["User"];
        };
        /** @description The state after adding or removing a vote. */
        VoteOutcome: {
            postId: string;
            /** @description Null if the person is unknown. */
            userId: string | null;
            /** @description Whether the person now has a vote on the post. */
            voted: boolean;
            votesCount: number;
        };
        /** @description The state after voting on behalf of many people. */
        BulkVote: {
            postId: string;
            /** @description The IDs of all people in the request, without duplicates. */
            userIds: string[];
            /** @description The number of new votes. */
            added: number;
            votesCount: number;
        };
        /** @description A person who wants to hear of a post. */
        Follower: {
            postId: string;
            userId: string;
            /** Format: date-time */
            followedAt: string;
            /**
             * @description Where they began to follow: on the public site (`visitor`), in the console (`team`), through the API, or in the workspace or service that an import came from.
             * @enum {string}
             */
            source: "visitor" | "team" | "api" | "import";
            user: components["schemas"]["User"];
        };
        /** @description A post that a person follows. */
        FollowedPost: {
            postId: string;
            /** Format: date-time */
            followedAt: string;
            /**
             * @description Where they began to follow: on the public site (`visitor`), in the console (`team`), through the API, or in the workspace or service that an import came from.
             * @enum {string}
             */
            source: "visitor" | "team" | "api" | "import";
        };
        /** @description The state after adding or removing a follower. */
        FollowOutcome: {
            postId: string;
            /** @description Null if the person is unknown. */
            userId: string | null;
            /** @description Whether the person now follows the post. */
            following: boolean;
        };
        /** @description The state after adding many followers. */
        BulkFollow: {
            postId: string;
            /** @description The IDs of all people in the request, without duplicates. */
            userIds: string[];
            /** @description The number of new followers. */
            added: number;
        };
        /** @description What a person wants to be told by mail. Everything about what they follow, unless they or you say otherwise. */
        MailSettings: {
            userId: string;
            /** @description A post that they follow moved to another status. */
            statusChanges: boolean;
            /** @description The team answered a post that they follow. */
            answers: boolean;
            /** @description Someone replied to their comment. */
            replies: boolean;
            /** @description A changelog entry about a post that they follow was published. */
            changelog: boolean;
            /** @description Every changelog entry that is published, not only those about posts that they follow. */
            allEntries: boolean;
            /** @description Of the mail. Null for the language of the public site. */
            language: ("en" | "de" | "zh") | null;
        };
        /** @description An address that gets no mail. */
        Suppression: {
            id: string;
            email: string;
            /**
             * @description What is not sent: everything, news about posts, or links that sign in.
             * @enum {string}
             */
            scope: "all" | "notices" | "sign_in";
            /**
             * @description The address does not exist (`bounce`), or its owner ended these mails (`left`) or called them spam (`complaint`).
             * @enum {string}
             */
            reason: "bounce" | "left" | "complaint";
            /** Format: date-time */
            createdAt: string;
        };
        /** @description A mail that tells one person of one thing. */
        Notice: {
            id: string;
            /**
             * @description A new status, the answer of the team, a reply to their comment, or a changelog entry.
             * @enum {string}
             */
            kind: "status" | "answer" | "reply" | "changelog";
            /** @description Null for a changelog entry. */
            postId: string | null;
            changelogId: string | null;
            userId: string;
            user: components["schemas"]["User"] | null;
            /**
             * @description `dropped`: when it was due, there was nothing to tell, or they did not want it. `answer` says why.
             * @enum {string}
             */
            state: "waiting" | "sent" | "failed" | "dropped";
            /** @description What the mail server said last, or why the mail was dropped. Only keys and admins see it. */
            answer: string | null;
            /** @description How many attempts to send it failed. */
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            /** @description When it was sent, dropped or given up. */
            endedAt: string | null;
        };
        /** @description Who would be told by mail, if this were not a rehearsal. */
        WouldNotify: {
            /** @description How many people would be told, of the first 20,000 to whom this applies. */
            count: number;
            /**
             * @description There are more than 20,000 to look at.
             * @enum {boolean}
             */
            countIsMore?: true;
            /**
             * @description The post is internal: each of them would read its title.
             * @enum {boolean}
             */
            isInternal?: true;
            /** @description How many others voted and would only be told with `includeVoters`. */
            otherVoters: number;
            /** @description At most 5 of them. */
            sample: components["schemas"]["User"][];
            /** @description As the first of them would get it; null if no one would. */
            mail: {
                subject: string;
                text: string;
                html: string;
            } | null;
        };
        /** @description The responses to the operations of a batch. */
        Batch: {
            /** @description One per operation, in order. */
            results: {
                status: number;
                body: {
                    [key: string]: unknown;
                };
            }[];
            /** @description False if an atomic batch failed and nothing was changed. */
            applied: boolean;
        };
        /** @description Who did what, and when. */
        AuditEntry: {
            id: string;
            actor: components["schemas"]["Actor"];
            action: string;
            /** @description The object that was changed. */
            objectId: string;
            /** @description The request that made the change. */
            requestId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description A deleted object and when it was deleted. */
        Deletion: {
            /** @description The ID of the deleted object; for a vote, `postId:userId`. */
            id: string;
            /** @enum {string} */
            kind: "post" | "comment" | "vote" | "user" | "changelog" | "status" | "postType" | "tag";
            /** Format: date-time */
            deletedAt: string;
            /** @description For a comment or a vote. */
            postId?: string;
            /** @description For a vote. */
            userId?: string;
        };
        /** @description A stage that a post moves through. */
        Status: {
            id: string;
            name: string;
            /** @description Unique in the workspace. */
            slug: string;
            /** @description `#rrggbb`. */
            color: string;
            /** @description Position in the order, starting at 0. */
            position: number;
            /** @description Whether new posts get this status by default. */
            isDefault: boolean;
            postsCount: number;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description The meaning of the status for programs.
             * @enum {string}
             */
            category: "reviewing" | "unstarted" | "active" | "completed" | "canceled";
            /** @description The statuses a post may move to from this one. Null allows any, an empty list none. */
            nextStatusIds: string[] | null;
            /** @description Whether followers are told by mail when a public post gets this status and the request has no `notify`. Absent in events that an older version wrote. */
            notifyFollowers?: boolean;
        };
        /** @description A status change of a post. */
        StatusChange: {
            id: string;
            postId: string;
            /** @description The status may have been deleted since. */
            fromStatusId: string | null;
            /** @description The status may have been deleted since. */
            toStatusId: string;
            /** @description The `statusComment` of the update that moved the post. */
            comment: string | null;
            /** @description The post was public then: visitors read the newest comment, if that one is public. */
            isPublic: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description What kind of feedback a post is. */
        PostType: {
            id: string;
            name: string;
            /** @description Unique in the workspace. */
            slug: string;
            /** @description `#rrggbb`. */
            color: string;
            /** @description Position in the order, starting at 0. */
            position: number;
            /** @description Whether new posts get this type by default. */
            isDefault: boolean;
            postsCount: number;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description Where events are sent. */
        Webhook: {
            id: string;
            url: string;
            description: string;
            types: string[];
            enabled: boolean;
            /** @description Custom headers. Values are hidden. */
            headers: {
                [key: string]: string;
            };
            when: components["schemas"]["WebhookRule"] | null;
            /** @enum {string} */
            format: "standard" | "slack" | "discord" | "teams" | "ntfy";
            /** @description Why the service disabled it: it answered 410, or failed for 5 days. */
            disabledReason: ("gone" | "failing") | null;
            /** Format: date-time */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Until then, the secret before the last rotation signs too.
             */
            previousSecretExpiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description An event on its way to a webhook. */
        Delivery: {
            /** @description The event's ID, sent as `webhook-id`. */
            id: string;
            sequence: number;
            type: string;
            /** @enum {string} */
            state: "pending" | "succeeded" | "failed";
            attempts: number;
            /** @description Of the last answer; null if there was none. */
            lastStatus: number | null;
            /**
             * Format: date-time
             * @description Null if there is none, or one is under way.
             */
            nextAttemptAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt: string | null;
        };
        /** @description An export of the workspace. */
        Export: {
            id: string;
            /** @enum {string} */
            format: "archive" | "csv";
            includeLedger: boolean;
            /** @enum {string} */
            state: "queued" | "running" | "finished" | "failed" | "expired";
            progress: components["schemas"]["ExportProgress"];
            /** @description Of the file, in bytes. Null until it is finished. */
            size: number | null;
            /** @description Why it failed. */
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When it finished or failed.
             */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description When the file is deleted: 7 days after it is finished.
             */
            expiresAt: string | null;
        };
        /** @description A sentence of an import’s message. */
        ImportReason: {
            /**
             * @description Which sentence it is. More may be added.
             * @enum {string}
             */
            code: "emptyTitle" | "badBoolean" | "badColor" | "badCount" | "badEmail" | "badImportedVotes" | "badLength" | "badList" | "badListLength" | "badOneOf" | "badString" | "badTime" | "badUrl" | "invisible" | "notDocument" | "textTooDeep" | "textTooLarge" | "textTooMuchMarkup" | "tooManyLabels" | "unstorable" | "about" | "attachmentOwner" | "fileNotInArchive" | "mergeChain" | "mergedIntoNothing" | "mergePostMissing" | "mergeTarget" | "namesNothing" | "noDefaults" | "ownerLeftOut" | "ownUserBanned" | "parentElsewhere" | "parentMissing" | "publishedAtMissing" | "suppressionOwner" | "submissionLacks" | "tooManyLinkedPosts" | "tooManyTags" | "voterDeleted" | "voterWithoutId" | "authorNotEmail" | "lineNotJson" | "lineNotObject" | "lineTooLarge" | "lineTooLong" | "quotationMarkNotClosed" | "quotationMarkOpen" | "rowCells" | "rowMissing" | "rowSeparator" | "tooManyEntries" | "tooManyLevels" | "voterNotEmail" | "charactersRemoved" | "cut" | "leftOut" | "tagsCut" | "unusedColumns" | "fileDeclaredOther" | "fileEmpty" | "fileIncomplete" | "fileNotAllowed" | "fileOfType" | "fileTooLarge" | "notFetched" | "fetchAddress" | "fetchAnswered" | "fetchCertificate" | "fetchCertificateExpired" | "fetchCertificateOther" | "fetchCertificateSelfSigned" | "fetchClosed" | "fetchFailed" | "fetchFailedWith" | "fetchHost" | "fetchIdle" | "fetchLate" | "fetchNetwork" | "fetchNoAddress" | "fetchPrivate" | "fetchProtocol" | "fetchRedirects" | "fetchRefused" | "fetchTimedOut" | "fetchTooSlow" | "fetchUnresolved" | "fetchUrl" | "columnMissing" | "csvInvalid" | "csvQuotationMark" | "csvTooManyColumns" | "fileMissing" | "fileUnreadable" | "filesGone" | "jsonInvalid" | "jsonObjectInvalid" | "jsonObjectTooLarge" | "jsonObjectTooLong" | "tooManyRecords" | "tooManyReplies" | "archiveDamaged" | "archiveEncrypted" | "archiveExpands" | "archiveExpandsTooMuch" | "archiveForeignEntry" | "archiveIncomplete" | "archiveJson" | "archiveLacks" | "archiveLongName" | "archiveManifestMissing" | "archiveNewer" | "archiveNotExport" | "archiveNotMatching" | "archiveNotZip" | "archiveShared" | "archiveSite" | "archiveTooLarge" | "archiveTooManyEntries" | "archiveTwice" | "archiveUnknownPart" | "archiveUnlisted" | "archiveUnreadable" | "archivePartTwice" | "canceled" | "continuesWithRoom" | "continuesWhenAble" | "diskFull" | "interrupted" | "interruptedTooOften" | "nothingStored" | "serverError" | "takenOver";
            /** @description What the sentence names, such as `field` or `max`. */
            params: {
                [key: string]: string;
            };
        };
        /** @description An import of files into the workspace. */
        Import: {
            id: string;
            /** @enum {string} */
            source: "earshot" | "canny" | "fider" | "featurebase" | "quackback" | "productboard" | "csv";
            dryRun: boolean;
            /** @enum {string} */
            state: "queued" | "running" | "finished" | "failed" | "undoing" | "undone";
            progress: components["schemas"]["ImportProgress"];
            /** @description By resource, such as `posts`: records that became new objects, were there already, or failed. A dry run can't tell which votes are new. */
            counts: {
                [key: string]: {
                    created: number;
                    found: number;
                    failed: number;
                };
            };
            /** @description Of the created posts, how many are public, so that visitors of the public site see them. */
            publicPostsCount: number;
            errorsCount: number;
            /** @description Values that were left out or cut, of records that were imported all the same. */
            warningsCount: number;
            mapping: components["schemas"]["ImportMapping"];
            /** @description Whether files that the source only links to are fetched. */
            fetchFiles: boolean;
            /**
             * @description Of new posts, unless their record in the files says.
             * @enum {string}
             */
            visibility: "internal" | "public";
            /** @description Whether new comments on public posts become public, unless their record in the files says. */
            publishComments: boolean;
            /** @description Why it failed, that it was canceled, or why it makes no progress at the moment. */
            error: string | null;
            /** @description The sentences of `error`, to say them in another language. Empty if there is no code for one of them. */
            errorReasons: components["schemas"]["ImportReason"][];
            fileNames: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the import finished or failed.
             */
            finishedAt: string | null;
            /** @description By resource, once it is being undone: what was removed, and what was kept because someone has changed or used it since. */
            undoneCounts: {
                [key: string]: {
                    removed: number;
                    kept: number;
                };
            } | null;
            /**
             * Format: date-time
             * @description Null if there is nothing to undo.
             */
            undoableUntil: string | null;
            /**
             * Format: date-time
             * @description When the uploaded files are deleted. Null if there are none.
             */
            expiresAt: string | null;
            /** @description Why records failed. The first 1,000, once it has ended. Deleted with the upload. */
            errors: components["schemas"]["ImportError"][];
            /** @description What was left out or cut, and why. The first 1,000, once it has ended. Deleted with the upload. */
            warnings: components["schemas"]["ImportWarning"][];
            /** @description The start of the files, if they are of another service. Deleted with the upload. */
            preview: components["schemas"]["ImportPreview"] | null;
        };
        /** @description An import in a list, without its errors, warnings and preview. */
        ImportSummary: {
            id: string;
            /** @enum {string} */
            source: "earshot" | "canny" | "fider" | "featurebase" | "quackback" | "productboard" | "csv";
            dryRun: boolean;
            /** @enum {string} */
            state: "queued" | "running" | "finished" | "failed" | "undoing" | "undone";
            progress: components["schemas"]["ImportProgress"];
            /** @description By resource, such as `posts`: records that became new objects, were there already, or failed. A dry run can't tell which votes are new. */
            counts: {
                [key: string]: {
                    created: number;
                    found: number;
                    failed: number;
                };
            };
            /** @description Of the created posts, how many are public, so that visitors of the public site see them. */
            publicPostsCount: number;
            errorsCount: number;
            /** @description Values that were left out or cut, of records that were imported all the same. */
            warningsCount: number;
            mapping: components["schemas"]["ImportMapping"];
            /** @description Whether files that the source only links to are fetched. */
            fetchFiles: boolean;
            /**
             * @description Of new posts, unless their record in the files says.
             * @enum {string}
             */
            visibility: "internal" | "public";
            /** @description Whether new comments on public posts become public, unless their record in the files says. */
            publishComments: boolean;
            /** @description Why it failed, that it was canceled, or why it makes no progress at the moment. */
            error: string | null;
            /** @description The sentences of `error`, to say them in another language. Empty if there is no code for one of them. */
            errorReasons: components["schemas"]["ImportReason"][];
            fileNames: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description When the import finished or failed.
             */
            finishedAt: string | null;
            /** @description By resource, once it is being undone: what was removed, and what was kept because someone has changed or used it since. */
            undoneCounts: {
                [key: string]: {
                    removed: number;
                    kept: number;
                };
            } | null;
            /**
             * Format: date-time
             * @description Null if there is nothing to undo.
             */
            undoableUntil: string | null;
            /**
             * Format: date-time
             * @description When the uploaded files are deleted. Null if there are none.
             */
            expiresAt: string | null;
        };
        /** @description The public site: where visitors read feedback, roadmap and changelog. */
        Site: {
            /**
             * @description `off`, `signed_in` for visitors who have signed in, or `public` for everyone. Off by default.
             * @enum {string}
             */
            visibility: "off" | "signed_in" | "public";
            /** @description Null for the name of the workspace. */
            name: string | null;
            description: string;
            /** @description `#rrggbb`. */
            accentColor: string;
            /** @enum {string} */
            language: "en" | "de" | "zh";
            /**
             * @description The visibility of new posts that come without one. Imported posts are internal in any case.
             * @enum {string}
             */
            newPosts: "internal" | "public";
            /** @description The statuses on the roadmap. Empty for all that mean unstarted, active or completed. */
            roadmapStatusIds: string[];
            /** @description The origins of pages that may show the site in a frame, at most 20. */
            frameOrigins: string[];
            /**
             * @description Which texts of visitors wait for approval: `none`, all until the `first` was approved, those with `links`, or `all`. `first` by default.
             * @enum {string}
             */
            moderation: "none" | "first" | "links" | "all";
            /** @description Whether visitors can send posts without signing in. They always wait for approval. Off by default. */
            anonymousPosts: boolean;
            /** @description Whether visitors follow what they vote for, post and comment on, unless they say otherwise, if mail can reach them. On by default. */
            followOnVote: boolean;
            /** @description Whether pages name who wrote posts and comments. Only people who have signed in themselves are named. */
            showNames: boolean;
            /** @description An https page of your own application that sends visitors back here, signed in. Without one, and without mail, visitors can't start on the site. */
            signInUrl: string | null;
            /** @description Domains such as `example.com`, at most 50. If visitors must sign in to read, links by mail go to addresses of these domains, and to people whose address is proven. */
            allowedDomains: string[];
            /** @description Where your public keys are, if you sign tokens with RS256, ES256 or EdDSA; https. Needs `identityIssuer`. */
            identityJwksUrl: string | null;
            /** @description The `iss` of tokens that are signed with these keys. */
            identityIssuer: string | null;
            logo: components["schemas"]["SiteLogo"] | null;
            /** @description The host that serves only this site. Set by the operator. */
            host: string | null;
            /** @description Where visitors find the site; null while it is off. */
            url: string | null;
            version: number;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description Something that a visitor sent from the public site. */
        Submission: {
            id: string;
            /**
             * @description A new post or comment, or a change of one.
             * @enum {string}
             */
            kind: "post" | "comment" | "post_edit" | "comment_edit";
            /** @enum {string} */
            state: "waiting" | "approved" | "rejected";
            /** @description Null if the visitor had not signed in. */
            userId: string | null;
            /** @description Null if the visitor had not signed in. */
            author: components["schemas"]["User"] | null;
            /** @description The post that it is about. For a new post, the one that it became once approved. */
            postId: string | null;
            /** @description The comment that is changed. For a new comment, the one that it became once approved. */
            commentId: string | null;
            /** @description The comment that a new comment replies to. */
            parentId: string | null;
            /** @description Of a post. Null once approved, or if a change keeps the title. */
            title: string | null;
            /** @description Markdown for a post, plain text for a comment. Null once approved: the post or comment has it then. */
            content: string | null;
            /** @description Why it was rejected. Its author reads it. */
            reason: string | null;
            /** @description The key or the member who decided. Null while it waits, and if it did not have to. */
            decidedBy: string | null;
            /** Format: date-time */
            decidedAt: string | null;
            version: number;
            /**
             * Format: date-time
             * @description When it was sent.
             */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description A visitor's notice that the team should look at a public post or comment. */
        ContentReport: {
            id: string;
            postId: string;
            /** @description Null if the post itself is reported. */
            commentId: string | null;
            userId: string;
            user: components["schemas"]["User"];
            reason: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description A person who may not write on the public site. */
        Ban: {
            userId: string;
            user: components["schemas"]["User"];
            /** @description For the team only. */
            reason: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description Someone who signs in to the console of the workspace. */
        Member: {
            id: string;
            name: string;
            email: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            /**
             * Format: date-time
             * @description When they joined the workspace.
             */
            createdAt: string;
        };
        MemberPage: {
            members: components["schemas"]["Member"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        PostPage: {
            posts: components["schemas"]["Post"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        PostIn: components["schemas"]["PersonFields"] & {
            /** @description 1 to 200 characters after trimming, at least one of them visible. */
            title: string;
            /** @description Text in `descriptionFormat`, or a document as an object. At most 100 KB and 32 levels deep. In Markdown, a single line break is kept. */
            description?: string | components["schemas"]["RichTextDocument"] | null;
            /**
             * @description Default: `markdown`.
             * @enum {string}
             */
            descriptionFormat?: "markdown" | "text" | "html" | "json";
            /** @description ID or slug. Defaults to the workspace's default on create. */
            postTypeId?: string;
            /** @description Alias of `postTypeId`. */
            typeId?: string;
            /** @description ID or slug. Defaults to the workspace's default on create. */
            statusId?: string;
            /** @description The member who looks after it, from `GET /members`. */
            ownerId?: string | null;
            /** @description Names or IDs. New names are created. */
            tags?: string[];
            /** @description Unique in the workspace. */
            externalId?: string | null;
            /** @description Where the feedback came from. */
            sourceUrl?: string | null;
            /** @description Votes from a service that did not say whose they are, 0 to 1,000,000,000. Added to `votesCount`. */
            importedVotes?: number;
            /**
             * @description Whether visitors of the public site see it. Defaults to `newPosts` of the site on create.
             * @enum {string}
             */
            visibility?: "internal" | "public";
            /** @description ISO 8601. Backdates the post, for imports; not in the future. */
            createdAt?: string;
            /**
             * @description What to do if a post with a very similar title exists: `suggest` adds `similar` to the response, `vote` votes for the existing post instead of creating one, `reject` returns 409.
             * @enum {string}
             */
            onDuplicate?: "suggest" | "vote" | "reject";
            /** @description Whether the named author votes for the post. A post without a named author starts with no votes. Default: `true`. */
            voteAsAuthor?: boolean;
            /** @description Whether the named author also follows the post. Default: `false`. */
            follow?: boolean;
        };
        PostPatchIn: components["schemas"]["PersonFields"] & {
            /** @description 1 to 200 characters after trimming, at least one of them visible. */
            title?: string;
            /** @description Text in `descriptionFormat`, or a document as an object. At most 100 KB and 32 levels deep. In Markdown, a single line break is kept. */
            description?: string | components["schemas"]["RichTextDocument"] | null;
            /**
             * @description Default: `markdown`.
             * @enum {string}
             */
            descriptionFormat?: "markdown" | "text" | "html" | "json";
            /** @description ID or slug. Defaults to the workspace's default on create. */
            postTypeId?: string;
            /** @description Alias of `postTypeId`. */
            typeId?: string;
            /** @description ID or slug. Defaults to the workspace's default on create. */
            statusId?: string;
            /** @description The member who looks after it, from `GET /members`. */
            ownerId?: string | null;
            /** @description Names or IDs. New names are created. */
            tags?: string[];
            /** @description Unique in the workspace. */
            externalId?: string | null;
            /** @description Where the feedback came from. */
            sourceUrl?: string | null;
            /** @description Votes from a service that did not say whose they are, 0 to 1,000,000,000. Added to `votesCount`. */
            importedVotes?: number;
            /**
             * @description Whether visitors of the public site see it. Defaults to `newPosts` of the site on create.
             * @enum {string}
             */
            visibility?: "internal" | "public";
            /** @description ISO 8601. Backdates the post, for imports; not in the future. */
            createdAt?: string;
            removeAttachmentIds?: string[];
            /** @description Why the status changed; kept in the post's history. Visitors read it on a public post. */
            statusComment?: string;
            /** @description On a public post: also show visitors the comments that were written while it was internal, except private notes. Default: `false`. */
            publishComments?: boolean;
            /** @description Whether the new status is told by mail: `true` to the followers, `{"includeVoters": true}` also to those who voted and do not follow. If absent, the followers of a public post are told if the status has `notifyFollowers`. Needs `statusId`, unless it is `false`. Under a test key no one is told, and the answer says in `wouldNotify` who would be. */
            notify?: boolean | {
                includeVoters: boolean;
            };
            /** @description Writes and sends nothing, as under a test key. Not possible in a batch. Default: `false`. */
            dryRun?: boolean;
        };
        PostUpsertIn: components["schemas"]["PersonFields"] & {
            /** @description 1 to 200 characters after trimming, at least one of them visible. */
            title?: string;
            /** @description Text in `descriptionFormat`, or a document as an object. At most 100 KB and 32 levels deep. In Markdown, a single line break is kept. */
            description?: string | components["schemas"]["RichTextDocument"] | null;
            /**
             * @description Default: `markdown`.
             * @enum {string}
             */
            descriptionFormat?: "markdown" | "text" | "html" | "json";
            /** @description ID or slug. Defaults to the workspace's default on create. */
            postTypeId?: string;
            /** @description Alias of `postTypeId`. */
            typeId?: string;
            /** @description ID or slug. Defaults to the workspace's default on create. */
            statusId?: string;
            /** @description The member who looks after it, from `GET /members`. */
            ownerId?: string | null;
            /** @description Names or IDs. New names are created. */
            tags?: string[];
            /** @description Unique in the workspace. */
            externalId?: string | null;
            /** @description Where the feedback came from. */
            sourceUrl?: string | null;
            /** @description Votes from a service that did not say whose they are, 0 to 1,000,000,000. Added to `votesCount`. */
            importedVotes?: number;
            /**
             * @description Whether visitors of the public site see it. Defaults to `newPosts` of the site on create.
             * @enum {string}
             */
            visibility?: "internal" | "public";
            /** @description ISO 8601. Backdates the post, for imports; not in the future. */
            createdAt?: string;
            /** @description Whether the named author votes for the post. A post without a named author starts with no votes. Default: `true`. */
            voteAsAuthor?: boolean;
            /** @description Whether the new status is told by mail: `true` to the followers, `{"includeVoters": true}` also to those who voted and do not follow. If absent, the followers of a public post are told if the status has `notifyFollowers`. Needs `statusId`, unless it is `false`. Under a test key no one is told, and the answer says in `wouldNotify` who would be. */
            notify?: boolean | {
                includeVoters: boolean;
            };
            /** @description Writes and sends nothing, as under a test key. Not possible in a batch. Default: `false`. */
            dryRun?: boolean;
        };
        MergeIn: {
            /** @description The post to merge into. */
            intoId: string;
            /** @description Into a public post: also show visitors the comments that were written while this post was internal, except private notes. Default: `false`. */
            publishComments?: boolean;
        };
        CommentIn: components["schemas"]["PersonFields"] & {
            /** @description Text in `contentFormat`, or a document as an object: 1 to 10,000 characters besides markup. */
            content: string | components["schemas"]["RichTextDocument"];
            /**
             * @description Default: `text`.
             * @enum {string}
             */
            contentFormat?: "text" | "markdown" | "json";
            /** @description Your own ID of the comment, 1 to 255 characters; unique in the workspace. */
            externalId?: string | null;
            /** @description The comment to reply to: on the same post, not deleted. */
            parentId?: string | null;
            /** @description The same by your own ID. `parentId` wins. */
            parentExternalId?: string | null;
            /** @description ISO 8601, not in the future. Backdates the comment, for imports. */
            createdAt?: string | null;
            /** @description Default: `false`. */
            isPrivate?: boolean;
            /** @description Whether the named author also follows the post. Default: `false`. */
            follow?: boolean;
        };
        BulkCommentIn: {
            /** @description 1 to 500 comments, each with its own `externalId`. A parent may be another entry, in any order. */
            comments: (components["schemas"]["PersonFields"] & {
                /** @description Your own ID of the comment, 1 to 255 characters; unique in the workspace. */
                externalId: string;
                /** @description Text in `contentFormat`, or a document as an object: 1 to 10,000 characters besides markup. */
                content: string | components["schemas"]["RichTextDocument"];
                /**
                 * @description Default: `text`.
                 * @enum {string}
                 */
                contentFormat?: "text" | "markdown" | "json";
                /** @description The comment to reply to: on the same post, not deleted. */
                parentId?: string | null;
                /** @description The same by your own ID. `parentId` wins. */
                parentExternalId?: string | null;
                /** @description ISO 8601, not in the future. Backdates the comment, for imports. */
                createdAt?: string | null;
                /** @description False for a new comment unless you say so. */
                isPrivate?: boolean;
            })[];
        };
        FeedbackCommentPage: {
            comments: components["schemas"]["FeedbackComment"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        CommentPatchIn: {
            /** @description Text in `contentFormat`, or a document as an object: 1 to 10,000 characters besides markup. The same plain text again, without a format, keeps the markup that is there. */
            content?: string | components["schemas"]["RichTextDocument"];
            /**
             * @description Default: `text`.
             * @enum {string}
             */
            contentFormat?: "text" | "markdown" | "json";
            /** @description Your own ID of the comment, 1 to 255 characters; unique in the workspace. Null clears it. */
            externalId?: string | null;
            isPrivate?: boolean;
            /** @description Makes it the answer to the post, instead of another one. It must be public and from the team. */
            isAnswer?: boolean;
            removeAttachmentIds?: string[];
        };
        CommentUpsertIn: components["schemas"]["PersonFields"] & {
            /** @description Text in `contentFormat`, or a document as an object: 1 to 10,000 characters besides markup. Required for a new comment. */
            content?: string | components["schemas"]["RichTextDocument"];
            /**
             * @description Default: `text`.
             * @enum {string}
             */
            contentFormat?: "text" | "markdown" | "json";
            /** @description The post of the comment. Required for a new comment. */
            postId?: string | null;
            /** @description The same by your own ID. `postId` wins. */
            postExternalId?: string | null;
            /** @description The comment to reply to: on the same post, not deleted. */
            parentId?: string | null;
            /** @description The same by your own ID. `parentId` wins. */
            parentExternalId?: string | null;
            /** @description ISO 8601, not in the future. Backdates the comment, for imports. */
            createdAt?: string | null;
            /** @description False for a new comment unless you say so. */
            isPrivate?: boolean;
        };
        VotePage: {
            votes: components["schemas"]["Vote"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        /** @description The voter (required), and when they voted. */
        VoteIn: components["schemas"]["PersonFields"] & {
            /** @description ISO 8601, not in the future. Backdates a new vote, for imports; an existing vote keeps its time. */
            votedAt?: string | null;
            /** @description Whether the voter also follows the post. Default: `false`. */
            follow?: boolean;
        };
        BulkVoteIn: {
            /** @description 1 to 1,000 people, each `{id}`, `{externalId}` or `{email}`; `name`, `avatarUrl` and `votedAt` are optional. */
            voters: (components["schemas"]["PersonFields"] & {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
                /** @description ISO 8601, not in the future. Backdates a new vote, for imports; an existing vote keeps its time. */
                votedAt?: string | null;
            })[];
        };
        /** @description The voter (required). */
        VoterIn: components["schemas"]["PersonFields"];
        FollowerPage: {
            followers: components["schemas"]["Follower"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        /** @description The follower (required). */
        FollowerIn: components["schemas"]["PersonFields"];
        BulkFollowIn: {
            /** @description 1 to 1,000 people, each `{id}`, `{externalId}` or `{email}`; `name` and `avatarUrl` are optional. */
            users: (components["schemas"]["PersonFields"] & {
                id?: string;
                externalId?: string;
                email?: string;
                name?: string;
                avatarUrl?: string;
            })[];
        };
        NoticePage: {
            notices: components["schemas"]["Notice"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        UserPage: {
            users: components["schemas"]["User"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        /** @description At least one of `externalId`, `email` and `name` is required; null counts as absent. */
        UserIn: {
            /** @description The person's ID in your own system, 1 to 255 characters; unique in the workspace. */
            externalId?: string | null;
            /** @description Unique in the workspace, case-insensitive. */
            email?: string | null;
            /** @description 1 to 200 characters. */
            name?: string | null;
            /** @description An http or https URL. */
            avatarUrl?: string | null;
        };
        /** @description Changes only the fields you send; null clears a field. */
        UserPatchIn: {
            /** @description The person's ID in your own system, 1 to 255 characters; unique in the workspace. */
            externalId?: string | null;
            /** @description Unique in the workspace, case-insensitive. */
            email?: string | null;
            /** @description 1 to 200 characters. */
            name?: string | null;
            /** @description An http or https URL. */
            avatarUrl?: string | null;
        };
        FollowedPostPage: {
            following: components["schemas"]["FollowedPost"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        MailSettingsIn: {
            /** @description A post that they follow moved to another status. */
            statusChanges?: boolean;
            /** @description The team answered a post that they follow. */
            answers?: boolean;
            /** @description Someone replied to their comment. */
            replies?: boolean;
            /** @description A changelog entry about a post that they follow was published. */
            changelog?: boolean;
            /** @description Every changelog entry that is published, not only those about posts that they follow. */
            allEntries?: boolean;
            /** @description Of the mail. Null for the language of the public site. */
            language?: ("en" | "de" | "zh") | null;
        };
        /** @description What was ended. */
        EndedSessions: {
            userId: string;
            /** @description How many sessions there were. */
            ended: number;
        };
        BatchIn: {
            /** @description 1 to 100 operations, run in order. */
            operations: {
                /** @enum {string} */
                method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description Relative to the base URL, with its query string; at most 16 KB, percent-encoded. It may begin with `/v1`. `{0.id}` stands for a field of an earlier operation's `data`. */
                path: string;
                /** @description The JSON body. In it, `{"$ref": "0.id"}` stands for such a field. */
                body?: unknown;
            }[];
            /** @description All operations succeed or none is applied. Default: `false`. */
            atomic?: boolean;
        };
        EventBase: {
            id: string;
            /** @description The number of the change in the workspace, in commit order. Send it as `after` to continue. */
            sequence: number;
            /** Format: date-time */
            createdAt: string;
            actor: components["schemas"]["Actor"];
            /** @description The request that made the change. */
            requestId: string | null;
        };
        /** @description How an import or its undo ended. What it changed is in the lists, and in the deletions. */
        ImportResult: {
            importId: string;
            /**
             * @description `failed` also if the import or its undo was canceled.
             * @enum {string}
             */
            state: "finished" | "failed" | "undone";
            /** @description By resource, as in the import: its `counts`, or after an undo its `undoneCounts`. If it ended early, the last records may be missing. */
            counts: {
                [key: string]: {
                    created: number;
                    found: number;
                    failed: number;
                } | {
                    removed: number;
                    kept: number;
                };
            };
        };
        PostEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "post.created" | "post.updated" | "post.deleted" | "post.status_changed" | "post.published" | "post.unpublished" | "post.assigned" | "post.merged" | "post.unmerged" | "post.threshold_reached";
            data: {
                object: components["schemas"]["PostDetail"];
                changes?: components["schemas"]["FieldChange"][];
                threshold?: components["schemas"]["Threshold"];
            };
        };
        CommentEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "comment.created" | "comment.updated" | "comment.deleted";
            data: {
                object: components["schemas"]["FeedbackComment"];
                changes?: components["schemas"]["FieldChange"][];
            };
        };
        VoteEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "vote.created" | "vote.deleted";
            data: {
                object: components["schemas"]["Vote"];
                changes?: components["schemas"]["FieldChange"][];
            };
        };
        SubmissionEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "post.submitted" | "post.approved" | "post.rejected" | "comment.submitted" | "comment.approved" | "comment.rejected";
            data: {
                object: components["schemas"]["Submission"];
                changes?: components["schemas"]["FieldChange"][];
            };
        };
        ChangelogEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "changelog.published";
            data: {
                object: components["schemas"]["Changelog"];
                changes?: components["schemas"]["FieldChange"][];
            };
        };
        UserEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "user.created" | "user.updated" | "user.deleted" | "user.banned" | "user.unbanned";
            data: {
                object: components["schemas"]["User"];
                changes?: components["schemas"]["FieldChange"][];
            };
        };
        ImportEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "import.finished" | "import.undone";
            data: {
                object: components["schemas"]["ImportResult"];
                changes?: components["schemas"]["FieldChange"][];
            };
        };
        SiteEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "site.updated";
            data: {
                object: components["schemas"]["Site"];
                changes?: components["schemas"]["FieldChange"][];
            };
        };
        WebhookEvent: components["schemas"]["EventBase"] & {
            /** @enum {string} */
            type: "webhook.test";
            data: {
                object: components["schemas"]["Webhook"];
                changes?: components["schemas"]["FieldChange"][];
            };
        };
        /** @description One change. `data.object` is the object right after it, or right before it was deleted; updates list `changes`. */
        WorkspaceEvent: components["schemas"]["PostEvent"] | components["schemas"]["CommentEvent"] | components["schemas"]["VoteEvent"] | components["schemas"]["SubmissionEvent"] | components["schemas"]["ChangelogEvent"] | components["schemas"]["UserEvent"] | components["schemas"]["ImportEvent"] | components["schemas"]["SiteEvent"] | components["schemas"]["WebhookEvent"];
        EventPage: {
            events: components["schemas"]["WorkspaceEvent"][];
            /** @description Send it as `after` to continue, also if there are no events. */
            next: number;
            /** @description Whether to ask again immediately. */
            hasMore: boolean;
        };
        WebhookPage: {
            webhooks: components["schemas"]["Webhook"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        WebhookIn: {
            /** @description An http or https URL on the public internet, without credentials. */
            url: string;
            /** @description At most 500 characters. */
            description?: string | null;
            /** @description Types of events, and patterns such as `post.*`. Default: all. */
            types?: string[];
            /** @description Disabling pauses it: enabled again, it continues where it stopped. */
            enabled?: boolean;
            /** @description Added to each request, at most 20. In an update, null removes one, and others stay. */
            headers?: {
                [key: string]: string | null;
            };
            when?: components["schemas"]["WebhookRuleIn"];
            /**
             * @description `standard` is the event as JSON; the others are messages for that service.
             * @enum {string}
             */
            format?: "standard" | "slack" | "discord" | "teams" | "ntfy";
        };
        WebhookWithSecret: components["schemas"]["Webhook"] & {
            /** @description Signs deliveries. Shown only now, and not in a replay (`Idempotent-Replayed: true`). */
            secret?: string;
        };
        WebhookPatchIn: {
            /** @description An http or https URL on the public internet, without credentials. */
            url?: string;
            /** @description At most 500 characters. */
            description?: string | null;
            /** @description Types of events, and patterns such as `post.*`. Default: all. */
            types?: string[];
            /** @description Disabling pauses it: enabled again, it continues where it stopped. */
            enabled?: boolean;
            /** @description Added to each request, at most 20. In an update, null removes one, and others stay. */
            headers?: {
                [key: string]: string | null;
            };
            when?: components["schemas"]["WebhookRuleIn"];
            /**
             * @description `standard` is the event as JSON; the others are messages for that service.
             * @enum {string}
             */
            format?: "standard" | "slack" | "discord" | "teams" | "ntfy";
        };
        ReplayIn: {
            /** @description ISO 8601. Not older than events are kept. */
            since: string;
        };
        Replay: {
            id: string;
            /** @description Events with a higher `sequence` are delivered again. */
            after: number;
        };
        DeliveryPage: {
            deliveries: components["schemas"]["Delivery"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        DeliveryDetail: components["schemas"]["Delivery"] & {
            /** @description The last 50 attempts, oldest first. */
            log: components["schemas"]["DeliveryAttempt"][];
            event: components["schemas"]["WorkspaceEvent"] | null;
        };
        AuditEntryPage: {
            entries: components["schemas"]["AuditEntry"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        DeletionPage: {
            deletions: components["schemas"]["Deletion"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        ChangelogPage: {
            changelogs: components["schemas"]["Changelog"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        ChangelogIn: {
            /** @description 1 to 200 characters after trimming. */
            title: string;
            /** @description 1 to 100 lowercase letters and digits, separated by single hyphens. If absent on create, it is generated from the title, with a number appended if that slug exists. */
            slug?: string;
            /** @description Text in `contentFormat`, or a document as an object. At most 100 KB and 32 levels deep. In Markdown, a single line break is kept. */
            content?: string | components["schemas"]["RichTextDocument"] | null;
            /**
             * @description Default: `markdown`.
             * @enum {string}
             */
            contentFormat?: "markdown" | "text" | "html" | "json";
            /** @description At most 20, each 1 to 64 characters, compared case-insensitively. */
            labels?: string[];
            /**
             * @description Going back to `draft` clears `publishedAt`. Default: `draft`.
             * @enum {string}
             */
            state?: "draft" | "scheduled" | "published";
            /** @description ISO 8601. If `scheduled`: required, in the future. If `published`: in the past, defaults to now. */
            publishedAt?: string | null;
            /** @description At most 200 posts. */
            linkedPostIds?: string[];
            /** @description On publish, moves each linked post to the workspace's first completed status, unless the post's current status does not allow that move. If absent on update, the setting is unchanged. Default: `false`. */
            completeLinkedPosts?: boolean;
            /** @description Whether that it is published is told by mail: `true` to the followers, `{"includeVoters": true}` also to those who voted and do not follow. Under a test key no one is told, and the answer says in `wouldNotify` who would be. Default: `false`. */
            notify?: boolean | {
                includeVoters: boolean;
            };
            /** @description Writes and sends nothing, as under a test key. Not possible in a batch. Default: `false`. */
            dryRun?: boolean;
        };
        ChangelogPatchIn: {
            /** @description 1 to 200 characters after trimming. */
            title?: string;
            /** @description 1 to 100 lowercase letters and digits, separated by single hyphens. If absent on create, it is generated from the title, with a number appended if that slug exists. */
            slug?: string;
            /** @description Text in `contentFormat`, or a document as an object. At most 100 KB and 32 levels deep. In Markdown, a single line break is kept. */
            content?: string | components["schemas"]["RichTextDocument"] | null;
            /**
             * @description Default: `markdown`.
             * @enum {string}
             */
            contentFormat?: "markdown" | "text" | "html" | "json";
            /** @description At most 20, each 1 to 64 characters, compared case-insensitively. */
            labels?: string[];
            /**
             * @description Going back to `draft` clears `publishedAt`. Default: `draft`.
             * @enum {string}
             */
            state?: "draft" | "scheduled" | "published";
            /** @description ISO 8601. If `scheduled`: required, in the future. If `published`: in the past, defaults to now. */
            publishedAt?: string | null;
            /** @description At most 200 posts. */
            linkedPostIds?: string[];
            /** @description On publish, moves each linked post to the workspace's first completed status, unless the post's current status does not allow that move. If absent on update, the setting is unchanged. Default: `false`. */
            completeLinkedPosts?: boolean;
            /** @description Whether that it is published is told by mail: `true` to the followers, `{"includeVoters": true}` also to those who voted and do not follow. Under a test key no one is told, and the answer says in `wouldNotify` who would be. Default: `false`. */
            notify?: boolean | {
                includeVoters: boolean;
            };
            /** @description Writes and sends nothing, as under a test key. Not possible in a batch. Default: `false`. */
            dryRun?: boolean;
            removeAttachmentIds?: string[];
        };
        ChangelogPublishIn: {
            /** @description Whether that it is published is told by mail: `true` to the followers, `{"includeVoters": true}` also to those who voted and do not follow. Under a test key no one is told, and the answer says in `wouldNotify` who would be. Default: `false`. */
            notify?: boolean | {
                includeVoters: boolean;
            };
            /** @description Writes and sends nothing, as under a test key. Not possible in a batch. Default: `false`. */
            dryRun?: boolean;
        };
        StatusPage: {
            statuses: components["schemas"]["Status"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        StatusIn: {
            /** @description 1 to 64 characters after trimming. */
            name: string;
            /**
             * @description The meaning of the status for programs.
             * @enum {string}
             */
            category: "reviewing" | "unstarted" | "active" | "completed" | "canceled";
            /** @description The statuses a post may move to from this one. Null allows any, an empty list none. */
            nextStatusIds?: string[] | null;
            /** @description Whether followers are told by mail when a public post gets this status and the request has no `notify`. Default: `false`. */
            notifyFollowers?: boolean;
            /** @description Lowercase letters, digits and hyphens, at most 64 characters. Generated from the name on create if absent; changing the name later does not change it. */
            slug?: string;
            /** @description `#rrggbb`. Default: `#64748b`. */
            color?: string;
            /** @description Position in the order, starting at 0. The others move to make room. A value past the end means last. */
            position?: number;
            /** @description True makes this the default in place of the current one. */
            isDefault?: boolean;
        };
        StatusOrderIn: {
            /** @description All IDs, each exactly once, in the new order. */
            ids: string[];
        };
        StatusPatchIn: {
            /** @description 1 to 64 characters after trimming. */
            name?: string;
            /**
             * @description The meaning of the status for programs.
             * @enum {string}
             */
            category?: "reviewing" | "unstarted" | "active" | "completed" | "canceled";
            /** @description The statuses a post may move to from this one. Null allows any, an empty list none. */
            nextStatusIds?: string[] | null;
            /** @description Whether followers are told by mail when a public post gets this status and the request has no `notify`. */
            notifyFollowers?: boolean;
            /** @description Lowercase letters, digits and hyphens, at most 64 characters. Generated from the name on create if absent; changing the name later does not change it. */
            slug?: string;
            /** @description `#rrggbb`. Default: `#64748b`. */
            color?: string;
            /** @description Position in the order, starting at 0. The others move to make room. A value past the end means last. */
            position?: number;
            /** @description True makes this the default in place of the current one. */
            isDefault?: boolean;
        };
        StatusChangePage: {
            statusChanges: components["schemas"]["StatusChange"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        PostTypePage: {
            postTypes: components["schemas"]["PostType"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        PostTypeIn: {
            /** @description 1 to 64 characters after trimming. */
            name: string;
            /** @description Lowercase letters, digits and hyphens, at most 64 characters. Generated from the name on create if absent; changing the name later does not change it. */
            slug?: string;
            /** @description `#rrggbb`. Default: `#64748b`. */
            color?: string;
            /** @description Position in the order, starting at 0. The others move to make room. A value past the end means last. */
            position?: number;
            /** @description True makes this the default in place of the current one. */
            isDefault?: boolean;
        };
        PostTypeOrderIn: {
            /** @description All IDs, each exactly once, in the new order. */
            ids: string[];
        };
        PostTypePatchIn: {
            /** @description 1 to 64 characters after trimming. */
            name?: string;
            /** @description Lowercase letters, digits and hyphens, at most 64 characters. Generated from the name on create if absent; changing the name later does not change it. */
            slug?: string;
            /** @description `#rrggbb`. Default: `#64748b`. */
            color?: string;
            /** @description Position in the order, starting at 0. The others move to make room. A value past the end means last. */
            position?: number;
            /** @description True makes this the default in place of the current one. */
            isDefault?: boolean;
        };
        ExportPage: {
            exports: components["schemas"]["Export"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        ExportIn: {
            /**
             * @description `archive` has everything, and can be imported again. `csv` has posts, votes and users for spreadsheets. Both are zip files. Default: `archive`.
             * @enum {string}
             */
            format?: "archive" | "csv";
            /** @description Adds the ledger to an archive. Imports ignore it. Default: false. */
            includeLedger?: boolean;
        };
        ImportSummaryPage: {
            imports: components["schemas"]["ImportSummary"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        ImportStartIn: {
            mapping?: components["schemas"]["ImportMappingIn"];
            /** @description Report what would happen, and change nothing. Default: false. */
            dryRun?: boolean;
            /** @description Fetch files that the source only links to, such as pictures of posts. If false, they are left out. Default: as before. */
            fetchFiles?: boolean;
            /**
             * @description Whether visitors of the public site see the new posts. A post whose record says otherwise, such as in an export of ours or in a column `visibility`, follows its record. Default: as before.
             * @enum {string}
             */
            visibility?: "internal" | "public";
            /** @description Make new comments on public posts public, too, unless their record says otherwise. Private notes, replies to what is not public, and comments on internal posts stay with the team. Default: as before. */
            publishComments?: boolean;
        };
        TagPage: {
            tags: components["schemas"]["Tag"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        TagIn: {
            /** @description 1 to 64 characters, unique in the workspace, case-insensitive. */
            name: string;
            /** @description `#rrggbb`, or null for none. */
            color?: string | null;
            /** @description Off for a new tag unless you say so. */
            isPublic?: boolean;
        };
        TagPatchIn: {
            /** @description 1 to 64 characters, unique in the workspace, case-insensitive. */
            name?: string;
            /** @description `#rrggbb`, or null for none. */
            color?: string | null;
            /** @description Off for a new tag unless you say so. */
            isPublic?: boolean;
        };
        ViewPage: {
            views: components["schemas"]["View"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        ViewIn: {
            /** @description 1 to 64 characters. */
            name: string;
            /** @description As in the query string of `GET /posts`: semicolon-separated `key:value` pairs. Another `viewId` is refused. At most 2,000 characters. */
            filters: string;
            /** @description An order of `GET /posts`, or null for its default. */
            sortBy?: ("recent" | "oldest" | "votes") | null;
            /** @description True for an API key, which has no views of its own. For a member, false unless you say so. */
            shared?: boolean;
        };
        ViewPatchIn: {
            /** @description 1 to 64 characters. */
            name?: string;
            /** @description As in the query string of `GET /posts`: semicolon-separated `key:value` pairs. Another `viewId` is refused. At most 2,000 characters. */
            filters?: string;
            /** @description An order of `GET /posts`, or null for its default. */
            sortBy?: ("recent" | "oldest" | "votes") | null;
            /** @description True for an API key, which has no views of its own. For a member, false unless you say so. */
            shared?: boolean;
        };
        SiteLogo: {
            mimeType: string;
            /** @description In bytes. */
            size: number;
            width: number | null;
            height: number | null;
            url: string;
        };
        SitePatchIn: {
            /**
             * @description `off`, `signed_in` for visitors who have signed in, or `public` for everyone. Off by default.
             * @enum {string}
             */
            visibility?: "off" | "signed_in" | "public";
            /** @description 1 to 100 characters; null for the name of the workspace. */
            name?: string | null;
            /** @description At most 500 characters, plain text. */
            description?: string;
            /** @description `#rrggbb`. */
            accentColor?: string;
            /**
             * @description The language of the pages.
             * @enum {string}
             */
            language?: "en" | "de" | "zh";
            /**
             * @description The visibility of new posts that come without one. Imported posts are internal in any case.
             * @enum {string}
             */
            newPosts?: "internal" | "public";
            /** @description The statuses on the roadmap. Empty for all that mean unstarted, active or completed. By ID or slug, at most 50. */
            roadmapStatusIds?: string[];
            /**
             * @description Which texts of visitors wait for approval: `none`, all until the `first` was approved, those with `links`, or `all`. `first` by default.
             * @enum {string}
             */
            moderation?: "none" | "first" | "links" | "all";
            /** @description Whether visitors can send posts without signing in. They always wait for approval. Off by default. */
            anonymousPosts?: boolean;
            /** @description Whether visitors follow what they vote for, post and comment on, unless they say otherwise, if mail can reach them. On by default. */
            followOnVote?: boolean;
            /** @description The origins of pages that may show the site in a frame, at most 20. For example `https://app.example.com`. */
            frameOrigins?: string[];
            /** @description Whether pages name who wrote posts and comments. Only people who have signed in themselves are named. */
            showNames?: boolean;
            /** @description An https page of your own application that sends visitors back here, signed in. Without one, and without mail, visitors can't start on the site. */
            signInUrl?: string | null;
            /** @description Domains such as `example.com`, at most 50. If visitors must sign in to read, links by mail go to addresses of these domains, and to people whose address is proven. */
            allowedDomains?: string[];
            /** @description Where your public keys are, if you sign tokens with RS256, ES256 or EdDSA; https. Needs `identityIssuer`. */
            identityJwksUrl?: string | null;
            /** @description The `iss` of tokens that are signed with these keys. 1 to 255 characters. */
            identityIssuer?: string | null;
        };
        IdentitySecretIn: {
            /**
             * @description Tokens that are signed with a `test` secret rehearse, and nothing of that is stored.
             * @enum {string}
             */
            mode: "live" | "test";
        };
        /** @description What your application signs tokens for visitors with. */
        IdentitySecret: {
            /** @description Signs tokens with HS256. Shown only now, and not in a replay (`Idempotent-Replayed: true`). */
            secret?: string;
            /** @enum {string} */
            mode: "live" | "test";
            /** @description Until when the secret before this one works; null if there was none. */
            previousExpiresAt: string | null;
        };
        /** @description `externalId` is required, here or in `user`. */
        VisitorTokenIn: {
            /** @description The person's ID in your own system, 1 to 255 characters. They are found by it alone. */
            externalId?: string | null;
            /** @description Added if no one else has it. Joins a person without an external ID only if it is verified. */
            email?: string | null;
            /** @description Whether you have proven that the address is theirs. Only say so if you have. */
            emailVerified?: boolean | null;
            /** @description 1 to 200 characters. Never overwritten. */
            name?: string | null;
            /** @description An http or https URL. */
            avatarUrl?: string | null;
            /** @description The same fields as an object. */
            user?: {
                /** @description The person's ID in your own system, 1 to 255 characters. They are found by it alone. */
                externalId?: string | null;
                /** @description Added if no one else has it. Joins a person without an external ID only if it is verified. */
                email?: string | null;
                /** @description Whether you have proven that the address is theirs. Only say so if you have. */
                emailVerified?: boolean | null;
                /** @description 1 to 200 characters. Never overwritten. */
                name?: string | null;
                /** @description An http or https URL. */
                avatarUrl?: string | null;
            };
            /** @description The path of the site to show afterwards, such as `/roadmap`; `/` by default. */
            returnTo?: string | null;
        };
        /** @description A link that signs one person in to the public site. */
        VisitorToken: {
            /** @description Signs the person in, once: send the browser there immediately. Not in a replay (`Idempotent-Replayed: true`). */
            url?: string;
            /**
             * Format: date-time
             * @description A minute later.
             */
            expiresAt: string;
        };
        SubmissionPage: {
            submissions: components["schemas"]["Submission"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        RejectionIn: {
            /** @description The author reads it. At most 500 characters. */
            reason?: string | null;
        };
        SubmissionMergeIn: {
            /** @description The post that stays. */
            postId: string;
            /** @description Also adds the text as a comment of its author. Default: `false`. */
            asComment?: boolean;
        };
        ContentReportPage: {
            reports: components["schemas"]["ContentReport"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        BanPage: {
            bans: components["schemas"]["Ban"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        BanIn: {
            /** @description For the team only. At most 500 characters. */
            reason?: string | null;
            /** @description Also takes back the votes that the person gave on the public site. Default: `false`. */
            removeVotes?: boolean;
        };
        SuppressionPage: {
            suppressions: components["schemas"]["Suppression"][];
            /** @description The number of the next page if `hasMore` is true; otherwise the number of this page. */
            cursor: number;
            hasMore: boolean;
            /** @description With `include=total`: the number of items on all pages, exact up to 10,000. */
            total?: number;
            /**
             * @description There are more than `total`, which is 10,000 then.
             * @enum {boolean}
             */
            totalIsMore?: true;
            /** @description An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page. */
            next: string | null;
        };
        SuppressionIn: {
            email: string;
            /** @enum {string} */
            reason: "bounce" | "complaint";
        };
        MeEnvelope: {
            data: components["schemas"]["Me"];
            test?: components["schemas"]["TestFlag"];
        };
        MemberPageEnvelope: {
            data: components["schemas"]["MemberPage"];
            test?: components["schemas"]["TestFlag"];
        };
        PostPageEnvelope: {
            data: components["schemas"]["PostPage"];
            test?: components["schemas"]["TestFlag"];
        };
        PostDetailEnvelope: {
            data: components["schemas"]["PostDetail"];
            test?: components["schemas"]["TestFlag"];
        };
        UpdatePostEnvelope: {
            data: components["schemas"]["PostDetail"] & {
                wouldNotify?: components["schemas"]["WouldNotify"];
            };
            test?: components["schemas"]["TestFlag"];
        };
        DeletedEnvelope: {
            data: components["schemas"]["Deleted"];
            test?: components["schemas"]["TestFlag"];
        };
        UpsertPostEnvelope: {
            data: components["schemas"]["PostDetail"] & {
                wouldNotify?: components["schemas"]["WouldNotify"];
            };
            test?: components["schemas"]["TestFlag"];
        };
        UpdatePostByExternalIdEnvelope: {
            data: components["schemas"]["PostDetail"] & {
                wouldNotify?: components["schemas"]["WouldNotify"];
            };
            test?: components["schemas"]["TestFlag"];
        };
        FindSimilarPostsEnvelope: {
            data: {
                posts: components["schemas"]["SimilarPost"][];
            };
            test?: components["schemas"]["TestFlag"];
        };
        FeedbackCommentListEnvelope: {
            data: components["schemas"]["FeedbackComment"][];
            test?: components["schemas"]["TestFlag"];
        };
        FeedbackCommentEnvelope: {
            data: components["schemas"]["FeedbackComment"];
            test?: components["schemas"]["TestFlag"];
        };
        BulkCommentEnvelope: {
            data: components["schemas"]["BulkComment"];
            test?: components["schemas"]["TestFlag"];
        };
        FeedbackCommentPageEnvelope: {
            data: components["schemas"]["FeedbackCommentPage"];
            test?: components["schemas"]["TestFlag"];
        };
        VotePageEnvelope: {
            data: components["schemas"]["VotePage"];
            test?: components["schemas"]["TestFlag"];
        };
        VoteOutcomeEnvelope: {
            data: components["schemas"]["VoteOutcome"];
            test?: components["schemas"]["TestFlag"];
        };
        BulkVoteEnvelope: {
            data: components["schemas"]["BulkVote"];
            test?: components["schemas"]["TestFlag"];
        };
        FollowerPageEnvelope: {
            data: components["schemas"]["FollowerPage"];
            test?: components["schemas"]["TestFlag"];
        };
        FollowOutcomeEnvelope: {
            data: components["schemas"]["FollowOutcome"];
            test?: components["schemas"]["TestFlag"];
        };
        BulkFollowEnvelope: {
            data: components["schemas"]["BulkFollow"];
            test?: components["schemas"]["TestFlag"];
        };
        NoticePageEnvelope: {
            data: components["schemas"]["NoticePage"];
            test?: components["schemas"]["TestFlag"];
        };
        UserPageEnvelope: {
            data: components["schemas"]["UserPage"];
            test?: components["schemas"]["TestFlag"];
        };
        UserEnvelope: {
            data: components["schemas"]["User"];
            test?: components["schemas"]["TestFlag"];
        };
        FollowedPostPageEnvelope: {
            data: components["schemas"]["FollowedPostPage"];
            test?: components["schemas"]["TestFlag"];
        };
        MailSettingsEnvelope: {
            data: components["schemas"]["MailSettings"];
            test?: components["schemas"]["TestFlag"];
        };
        UserExportEnvelope: {
            data: components["schemas"]["UserExport"];
            test?: components["schemas"]["TestFlag"];
        };
        EndedSessionsEnvelope: {
            data: components["schemas"]["EndedSessions"];
            test?: components["schemas"]["TestFlag"];
        };
        BatchEnvelope: {
            data: components["schemas"]["Batch"];
            test?: components["schemas"]["TestFlag"];
        };
        EventPageEnvelope: {
            data: components["schemas"]["EventPage"];
            test?: components["schemas"]["TestFlag"];
        };
        WebhookPageEnvelope: {
            data: components["schemas"]["WebhookPage"];
            test?: components["schemas"]["TestFlag"];
        };
        WebhookWithSecretEnvelope: {
            data: components["schemas"]["WebhookWithSecret"];
            test?: components["schemas"]["TestFlag"];
        };
        WebhookEnvelope: {
            data: components["schemas"]["Webhook"];
            test?: components["schemas"]["TestFlag"];
        };
        DeliveryEnvelope: {
            data: components["schemas"]["Delivery"];
            test?: components["schemas"]["TestFlag"];
        };
        ReplayEnvelope: {
            data: components["schemas"]["Replay"];
            test?: components["schemas"]["TestFlag"];
        };
        DeliveryPageEnvelope: {
            data: components["schemas"]["DeliveryPage"];
            test?: components["schemas"]["TestFlag"];
        };
        DeliveryDetailEnvelope: {
            data: components["schemas"]["DeliveryDetail"];
            test?: components["schemas"]["TestFlag"];
        };
        AuditEntryPageEnvelope: {
            data: components["schemas"]["AuditEntryPage"];
            test?: components["schemas"]["TestFlag"];
        };
        DeletionPageEnvelope: {
            data: components["schemas"]["DeletionPage"];
            test?: components["schemas"]["TestFlag"];
        };
        ChangelogPageEnvelope: {
            data: components["schemas"]["ChangelogPage"];
            test?: components["schemas"]["TestFlag"];
        };
        CreateChangelogEnvelope: {
            data: components["schemas"]["Changelog"] & {
                wouldNotify?: components["schemas"]["WouldNotify"];
            };
            test?: components["schemas"]["TestFlag"];
        };
        ChangelogEnvelope: {
            data: components["schemas"]["Changelog"];
            test?: components["schemas"]["TestFlag"];
        };
        UpdateChangelogEnvelope: {
            data: components["schemas"]["Changelog"] & {
                wouldNotify?: components["schemas"]["WouldNotify"];
            };
            test?: components["schemas"]["TestFlag"];
        };
        PublishChangelogEnvelope: {
            data: components["schemas"]["Changelog"] & {
                wouldNotify?: components["schemas"]["WouldNotify"];
            };
            test?: components["schemas"]["TestFlag"];
        };
        StatusPageEnvelope: {
            data: components["schemas"]["StatusPage"];
            test?: components["schemas"]["TestFlag"];
        };
        StatusEnvelope: {
            data: components["schemas"]["Status"];
            test?: components["schemas"]["TestFlag"];
        };
        StatusChangePageEnvelope: {
            data: components["schemas"]["StatusChangePage"];
            test?: components["schemas"]["TestFlag"];
        };
        PostTypePageEnvelope: {
            data: components["schemas"]["PostTypePage"];
            test?: components["schemas"]["TestFlag"];
        };
        PostTypeEnvelope: {
            data: components["schemas"]["PostType"];
            test?: components["schemas"]["TestFlag"];
        };
        ExportPageEnvelope: {
            data: components["schemas"]["ExportPage"];
            test?: components["schemas"]["TestFlag"];
        };
        ExportEnvelope: {
            data: components["schemas"]["Export"];
            test?: components["schemas"]["TestFlag"];
        };
        ImportSummaryPageEnvelope: {
            data: components["schemas"]["ImportSummaryPage"];
            test?: components["schemas"]["TestFlag"];
        };
        ImportEnvelope: {
            data: components["schemas"]["Import"];
            test?: components["schemas"]["TestFlag"];
        };
        TagPageEnvelope: {
            data: components["schemas"]["TagPage"];
            test?: components["schemas"]["TestFlag"];
        };
        TagEnvelope: {
            data: components["schemas"]["Tag"];
            test?: components["schemas"]["TestFlag"];
        };
        ViewPageEnvelope: {
            data: components["schemas"]["ViewPage"];
            test?: components["schemas"]["TestFlag"];
        };
        ViewEnvelope: {
            data: components["schemas"]["View"];
            test?: components["schemas"]["TestFlag"];
        };
        SiteEnvelope: {
            data: components["schemas"]["Site"];
            test?: components["schemas"]["TestFlag"];
        };
        IdentitySecretEnvelope: {
            data: components["schemas"]["IdentitySecret"];
            test?: components["schemas"]["TestFlag"];
        };
        VisitorTokenEnvelope: {
            data: components["schemas"]["VisitorToken"];
            test?: components["schemas"]["TestFlag"];
        };
        SubmissionPageEnvelope: {
            data: components["schemas"]["SubmissionPage"];
            test?: components["schemas"]["TestFlag"];
        };
        SubmissionEnvelope: {
            data: components["schemas"]["Submission"];
            test?: components["schemas"]["TestFlag"];
        };
        ContentReportPageEnvelope: {
            data: components["schemas"]["ContentReportPage"];
            test?: components["schemas"]["TestFlag"];
        };
        BanPageEnvelope: {
            data: components["schemas"]["BanPage"];
            test?: components["schemas"]["TestFlag"];
        };
        BanEnvelope: {
            data: components["schemas"]["Ban"];
            test?: components["schemas"]["TestFlag"];
        };
        SuppressionPageEnvelope: {
            data: components["schemas"]["SuppressionPage"];
            test?: components["schemas"]["TestFlag"];
        };
        SuppressionEnvelope: {
            data: components["schemas"]["Suppression"];
            test?: components["schemas"]["TestFlag"];
        };
        /** @description Looked up by ID, then external ID, then email, and created if new. An unknown ID is an error. */
        UserReference: {
            id?: string;
            externalId?: string;
            email?: string;
            name?: string;
            avatarUrl?: string;
        };
        Actor: {
            /** @description `key` for an API key, `person` for a person in the console, `visitor` for a visitor of the public site, `system` for the service itself. */
            type: string;
            /** @description The ID of the key (`key_…`), of the account (`acct_…`) or of the user (`user_…`). */
            id: string;
        };
        WebhookRule: {
            /** @enum {string} */
            metric?: "votesCount";
            atLeast?: number;
            /** @enum {string} */
            statusCategory?: "reviewing" | "unstarted" | "active" | "completed" | "canceled";
            tag?: string;
            /** @description A post type, by ID or slug. */
            typeId?: string;
        };
        ExportProgress: {
            /** @description Records written. */
            done: number;
            /** @description Null until known. */
            total: number | null;
        };
        ImportProgress: {
            /** @description Records looked at. */
            done: number;
            total: number;
        };
        ImportMapping: {
            /** @description The column of each field, for CSV files: `{"title": "Subject"}`. Other fields are found by the usual names of columns. An empty text leaves a field out. */
            columns: {
                [key: string]: string;
            };
            /** @description The slug here for each status of the files: `{"Shipped": "complete"}`. */
            statuses: {
                [key: string]: string;
            };
        };
        ImportError: {
            file: string;
            line: number;
            message: string;
            /** @description The sentences of `message`, to say them in another language. Empty if there is no code for one of them. */
            reasons: components["schemas"]["ImportReason"][];
        };
        ImportWarning: {
            file: string;
            line: number;
            message: string;
            /** @description The sentences of `message`, to say them in another language. Empty if there is no code for one of them. */
            reasons: components["schemas"]["ImportReason"][];
        };
        ImportPreview: {
            /** @description Null if the files have no columns to map. */
            columns: string[] | null;
            /** @description The field that each column is imported as with this mapping, such as `title`. Null for a column that is not used. Null instead of a list if the columns are those of a service, and can't be mapped. */
            fields: (string | null)[] | null;
            /** @description The first 5. */
            rows: string[][];
            statuses: {
                name: string;
                /** @description Of the status here that it becomes without a mapping. Null if there is none, so that one is created. */
                slug: string | null;
            }[];
        };
        FieldChange: {
            field: string;
            from: unknown;
            to: unknown;
        };
        /** @description Only for `post.threshold_reached`. */
        Threshold: {
            metric: string;
            atLeast: number;
        };
        /** @description Conditions that must all hold. `metric` and `atLeast` send `post.threshold_reached` once per post; the others look at the post that an event is about. `tag` is a name or an ID. */
        WebhookRuleIn: {
            /** @enum {string} */
            metric?: "votesCount";
            atLeast?: number;
            /** @enum {string} */
            statusCategory?: "reviewing" | "unstarted" | "active" | "completed" | "canceled";
            tag?: string;
            /** @description A post type, by ID or slug. */
            typeId?: string;
        } | null;
        DeliveryAttempt: {
            /** Format: date-time */
            at: string;
            durationMs: number;
            status: number | null;
            /** @description Why there was no answer. */
            error: string | null;
            /** @description The first 4 KB. */
            answer: string;
        };
        ImportMappingIn: {
            /** @description The column of each field, for CSV files: `{"title": "Subject"}`. Other fields are found by the usual names of columns. An empty text leaves a field out. */
            columns?: {
                [key: string]: string;
            };
            /** @description The slug here for each status of the files: `{"Shipped": "complete"}`. */
            statuses?: {
                [key: string]: string;
            };
        };
        /** @description True for a test key, absent for a live key. */
        TestFlag: boolean;
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
            /** @description The API key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeEnvelope"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `email` (case-insensitive), `role`. Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPageEnvelope"];
                };
            };
        };
    };
    listPosts: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `typeId` (a post type's ID or slug), `statusId` (a status's ID or slug), `search` (each search word must be a prefix of a word in the title), `text` (each search word must be a prefix of a word in the title and description together, or in one public comment), `updatedSince` (ISO 8601), `createdSince` (ISO 8601), `createdBefore` (ISO 8601; exclusive), `externalId`, `authorId`, `authorEmail`, `ownerId` (a member, or `none`), `tag` (a tag's name or ID), `voterId`, `voterEmail`, `merged` (`true` or `false`), `visibility`, `hasComments` (`true` or `false`), `unansweredDays` (for so long, no public comment by a member of the team and no change of status), `mergedIntoId` (posts merged into this post), `viewId` (adds the filters of a view, and its order unless `sortBy` is given). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                sortBy?: "recent" | "oldest" | "votes";
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description Separated by `;` or `,`: `author`, `owner`, `tags`, `attachments`, `voters`, `details` (everything that a single post has), `mergedInto`, `total` (the number of items on all pages). */
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
                    "application/json": components["schemas"]["PostPageEnvelope"];
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
            /** @description The existing post, with `onDuplicate=vote`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostDetailEnvelope"];
                };
            };
            /** @description The new post. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostDetailEnvelope"];
                };
            };
        };
    };
    getPost: {
        parameters: {
            query?: {
                /** @description Separated by `;` or `,`: `attachments`, `voters`, `mergedInto`, `owner`, `comments`, `comments.replies`. */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID. */
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
                    "application/json": components["schemas"]["PostDetailEnvelope"];
                };
            };
        };
    };
    deletePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    updatePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID. */
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
            /** @description The updated post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatePostEnvelope"];
                };
            };
        };
    };
    getPostByExternalId: {
        parameters: {
            query?: {
                /** @description Separated by `;` or `,`: `attachments`, `voters`, `mergedInto`, `owner`, `comments`, `comments.replies`. */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
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
                    "application/json": components["schemas"]["PostDetailEnvelope"];
                };
            };
        };
    };
    upsertPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
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
            /** @description The updated post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertPostEnvelope"];
                };
            };
            /** @description The new post. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostDetailEnvelope"];
                };
            };
        };
    };
    deletePostByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    updatePostByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
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
            /** @description The updated post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatePostByExternalIdEnvelope"];
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
            /** @description The similar posts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindSimilarPostsEnvelope"];
                };
            };
        };
    };
    mergePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID. */
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
            /** @description The merged post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostDetailEnvelope"];
                };
            };
        };
    };
    unmergePost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The unmerged post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostDetailEnvelope"];
                };
            };
        };
    };
    listComments: {
        parameters: {
            query?: {
                /** @description `replies` */
                include?: string;
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601; top-level comments changed since then, with `include=replies` also those with changed replies). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID. */
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
                    "application/json": components["schemas"]["FeedbackCommentListEnvelope"];
                };
            };
        };
    };
    upsertComments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkCommentIn"];
            };
        };
        responses: {
            /** @description The comments were written. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCommentEnvelope"];
                };
            };
        };
    };
    createComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentIn"];
                "multipart/form-data": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The new comment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackCommentEnvelope"];
                };
            };
        };
    };
    listAllComments: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `postId`, `userId`, `userEmail`, `externalId`, `private` (`true` or `false`), `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
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
                    "application/json": components["schemas"]["FeedbackCommentPageEnvelope"];
                };
            };
        };
    };
    getComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The comment's ID. */
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
                    "application/json": components["schemas"]["FeedbackCommentEnvelope"];
                };
            };
        };
    };
    deleteComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The comment's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    updateComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The comment's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentPatchIn"];
                "multipart/form-data": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The updated comment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackCommentEnvelope"];
                };
            };
        };
    };
    getCommentByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The comment's ID in your own system, percent-encoded. */
                externalId: string;
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
                    "application/json": components["schemas"]["FeedbackCommentEnvelope"];
                };
            };
        };
    };
    upsertComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The comment's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentUpsertIn"];
            };
        };
        responses: {
            /** @description The existing comment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackCommentEnvelope"];
                };
            };
            /** @description The new comment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackCommentEnvelope"];
                };
            };
        };
    };
    deleteCommentByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The comment's ID in your own system, percent-encoded. */
                externalId: string;
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    listVotes: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601; votes added since then, including backdated ones). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID. */
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
                    "application/json": components["schemas"]["VotePageEnvelope"];
                };
            };
        };
    };
    addVotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID. */
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
            /** @description The votes were added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkVoteEnvelope"];
                };
            };
        };
    };
    addVote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID. */
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
            /** @description The person had already voted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoteOutcomeEnvelope"];
                };
            };
            /** @description The vote was added. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoteOutcomeEnvelope"];
                };
            };
        };
    };
    removeVote: {
        parameters: {
            query?: {
                /** @description The ID of an existing user. */
                authorId?: string;
                /** @description The person's ID in your own system. */
                authorExternalId?: string;
                /** @description An email address, case-insensitive. */
                authorEmail?: string;
                /** @description Used if the person is new or has no name yet. */
                authorName?: string;
                /** @description Used if the person is new or has no avatar yet. */
                authorAvatarUrl?: string;
                /** @description Alias of `authorId`. */
                userId?: string;
                /** @description Alias of `authorExternalId`. */
                userExternalId?: string;
                /** @description Alias of `authorEmail`. */
                userEmail?: string;
                /** @description Alias of `authorName`. */
                userName?: string;
                /** @description Alias of `authorAvatarUrl`. */
                userAvatarUrl?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VoterIn"];
            };
        };
        responses: {
            /** @description The person has no vote on the post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoteOutcomeEnvelope"];
                };
            };
        };
    };
    listAllVotes: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `userId`, `userEmail`, `postId`, `source`, `updatedSince` (ISO 8601; votes added since then, including backdated ones). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
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
                    "application/json": components["schemas"]["VotePageEnvelope"];
                };
            };
        };
    };
    listFollowers: {
        parameters: {
            query?: {
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of followers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPageEnvelope"];
                };
            };
        };
    };
    addFollowers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkFollowIn"];
            };
        };
        responses: {
            /** @description The people follow the post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkFollowEnvelope"];
                };
            };
        };
    };
    addFollower: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerIn"];
            };
        };
        responses: {
            /** @description The person followed the post already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowOutcomeEnvelope"];
                };
            };
            /** @description The person follows the post. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowOutcomeEnvelope"];
                };
            };
        };
    };
    removeFollower: {
        parameters: {
            query?: {
                /** @description The ID of an existing user. */
                authorId?: string;
                /** @description The person's ID in your own system. */
                authorExternalId?: string;
                /** @description An email address, case-insensitive. */
                authorEmail?: string;
                /** @description Used if the person is new or has no name yet. */
                authorName?: string;
                /** @description Used if the person is new or has no avatar yet. */
                authorAvatarUrl?: string;
                /** @description Alias of `authorId`. */
                userId?: string;
                /** @description Alias of `authorExternalId`. */
                userExternalId?: string;
                /** @description Alias of `authorEmail`. */
                userEmail?: string;
                /** @description Alias of `authorName`. */
                userName?: string;
                /** @description Alias of `authorAvatarUrl`. */
                userAvatarUrl?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FollowerIn"];
            };
        };
        responses: {
            /** @description The person does not follow the post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowOutcomeEnvelope"];
                };
            };
        };
    };
    listNoticesOfPost: {
        parameters: {
            query?: {
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticePageEnvelope"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `email` (case-insensitive), `externalId`, `search` (each search word must be a prefix of a word in the name, email or external ID), `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                sortBy?: "recent" | "oldest";
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
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
                    "application/json": components["schemas"]["UserPageEnvelope"];
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
            /** @description The existing user, updated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
            /** @description The new user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's ID. */
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
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's ID. */
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
            /** @description The updated user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
        };
    };
    listPostsOfUser: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                sortBy?: "recent" | "oldest";
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description Separated by `;` or `,`: `author`, `owner`, `tags`, `attachments`, `voters`, `details` (everything that a single post has), `mergedInto`, `total` (the number of items on all pages). */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The user's ID. */
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
                    "application/json": components["schemas"]["PostPageEnvelope"];
                };
            };
        };
    };
    listCommentsOfUser: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `private` (`true` or `false`), `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The user's ID. */
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
                    "application/json": components["schemas"]["FeedbackCommentPageEnvelope"];
                };
            };
        };
    };
    listVotesOfUser: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The user's ID. */
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
                    "application/json": components["schemas"]["VotePageEnvelope"];
                };
            };
        };
    };
    listFollowingOfUser: {
        parameters: {
            query?: {
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The user's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of following. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowedPostPageEnvelope"];
                };
            };
        };
    };
    getMailSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSettingsEnvelope"];
                };
            };
        };
    };
    updateMailSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailSettingsIn"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSettingsEnvelope"];
                };
            };
        };
    };
    exportUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exported data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserExportEnvelope"];
                };
            };
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndedSessionsEnvelope"];
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
            /** @description The results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchEnvelope"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The `next` of the previous page, or the `sequence` of an event; or `oldest` or `latest`. Default: `oldest`. */
                after?: string;
                /** @description Only these types, comma-separated. `post.*` stands for all types that start with `post.`. */
                types?: string;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description Seconds to wait if there are no events yet; clamped to 0…30. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPageEnvelope"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPageEnvelope"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookIn"];
            };
        };
        responses: {
            /** @description The new webhook. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretEnvelope"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEnvelope"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatchIn"];
            };
        };
        responses: {
            /** @description The updated webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEnvelope"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretEnvelope"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryEnvelope"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayIn"];
            };
        };
        responses: {
            /** @description Where it starts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayEnvelope"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `state`. Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The webhook's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPageEnvelope"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's ID. */
                id: string;
                /** @description The event's ID. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetailEnvelope"];
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's ID. */
                id: string;
                /** @description The event's ID. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryEnvelope"];
                };
            };
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `action`, `objectId`, `actorId`, `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
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
                    "application/json": components["schemas"]["AuditEntryPageEnvelope"];
                };
            };
        };
    };
    listDeletions: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `kind`, `since` (ISO 8601; deleted at or after this time). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
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
                    "application/json": components["schemas"]["DeletionPageEnvelope"];
                };
            };
        };
    };
    listChangelogs: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `state`, `label` (case-insensitive), `search` (each search word must be a prefix of a word in the title), `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description `recent`: by creation time. `published`: by `publishedAt`, drafts last. */
                sortBy?: "recent" | "published";
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description Separated by `;` or `,`: `posts` (the linked posts, with the same fields as in a list), `attachments`, `total` (the number of items on all pages). */
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
                    "application/json": components["schemas"]["ChangelogPageEnvelope"];
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
                    "application/json": components["schemas"]["CreateChangelogEnvelope"];
                };
            };
        };
    };
    getChangelog: {
        parameters: {
            query?: {
                /** @description Separated by `;` or `,`: `posts` (the linked posts, with the same fields as in a list), `attachments`. */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The changelog's ID. */
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
                    "application/json": components["schemas"]["ChangelogEnvelope"];
                };
            };
        };
    };
    deleteChangelog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The changelog's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    updateChangelog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The changelog's ID. */
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
            /** @description The updated changelog. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateChangelogEnvelope"];
                };
            };
        };
    };
    publishChangelog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The changelog's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangelogPublishIn"];
            };
        };
        responses: {
            /** @description The published changelog. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishChangelogEnvelope"];
                };
            };
        };
    };
    listNoticesOfChangelog: {
        parameters: {
            query?: {
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The changelog's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticePageEnvelope"];
                };
            };
        };
    };
    listStatuses: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `category`, `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
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
                    "application/json": components["schemas"]["StatusPageEnvelope"];
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
                    "application/json": components["schemas"]["StatusEnvelope"];
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
                    "application/json": components["schemas"]["StatusPageEnvelope"];
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The status's ID. */
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
                    "application/json": components["schemas"]["StatusEnvelope"];
                };
            };
        };
    };
    deleteStatus: {
        parameters: {
            query?: {
                /** @description The status to move its posts to, by ID or slug. */
                moveTo?: string;
            };
            header?: never;
            path: {
                /** @description The status's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    updateStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The status's ID. */
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
            /** @description The updated status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusEnvelope"];
                };
            };
        };
    };
    listStatusChanges: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `statusId` (the new status's ID or slug), `postId`, `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
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
                    "application/json": components["schemas"]["StatusChangePageEnvelope"];
                };
            };
        };
    };
    listStatusChangesOfPost: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `statusId` (the new status's ID or slug), `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID. */
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
                    "application/json": components["schemas"]["StatusChangePageEnvelope"];
                };
            };
        };
    };
    listPostTypes: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
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
                    "application/json": components["schemas"]["PostTypePageEnvelope"];
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
                    "application/json": components["schemas"]["PostTypeEnvelope"];
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
                    "application/json": components["schemas"]["PostTypePageEnvelope"];
                };
            };
        };
    };
    getPostType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post type's ID. */
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
                    "application/json": components["schemas"]["PostTypeEnvelope"];
                };
            };
        };
    };
    deletePostType: {
        parameters: {
            query?: {
                /** @description The post type to move its posts to, by ID or slug. */
                moveTo?: string;
            };
            header?: never;
            path: {
                /** @description The post type's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    updatePostType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post type's ID. */
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
            /** @description The updated post type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostTypeEnvelope"];
                };
            };
        };
    };
    listExports: {
        parameters: {
            query?: {
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of exports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportPageEnvelope"];
                };
            };
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportIn"];
            };
        };
        responses: {
            /** @description The export, queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportEnvelope"];
                };
            };
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The export's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportEnvelope"];
                };
            };
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The export's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    downloadExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The export's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description The part of the file that `Range` asks for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportSummaryPageEnvelope"];
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The import, queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportEnvelope"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportEnvelope"];
                };
            };
        };
    };
    deleteImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportStartIn"];
            };
        };
        responses: {
            /** @description The import, queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportEnvelope"];
                };
            };
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportEnvelope"];
                };
            };
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportEnvelope"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `search` (each search word must be a prefix of a word in the name), `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
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
                    "application/json": components["schemas"]["TagPageEnvelope"];
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
                    "application/json": components["schemas"]["TagEnvelope"];
                };
            };
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tag's ID. */
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
                    "application/json": components["schemas"]["TagEnvelope"];
                };
            };
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tag's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tag's ID. */
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
            /** @description The updated tag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagEnvelope"];
                };
            };
        };
    };
    listViews: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of views. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewPageEnvelope"];
                };
            };
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewIn"];
            };
        };
        responses: {
            /** @description The new view. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewEnvelope"];
                };
            };
        };
    };
    getView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The view's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewEnvelope"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The view's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    updateView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The view's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewPatchIn"];
            };
        };
        responses: {
            /** @description The updated view. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewEnvelope"];
                };
            };
        };
    };
    getSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteEnvelope"];
                };
            };
        };
    };
    updateSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SitePatchIn"];
            };
        };
        responses: {
            /** @description The updated site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteEnvelope"];
                };
            };
        };
    };
    setSiteLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The updated site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteEnvelope"];
                };
            };
        };
    };
    deleteSiteLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    createIdentitySecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentitySecretIn"];
            };
        };
        responses: {
            /** @description The new secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentitySecretEnvelope"];
                };
            };
        };
    };
    createVisitorToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisitorTokenIn"];
            };
        };
        responses: {
            /** @description The link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorTokenEnvelope"];
                };
            };
        };
    };
    listSubmissions: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `state`, `kind`, `userId`. Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                sortBy?: "recent" | "oldest";
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of submissions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionPageEnvelope"];
                };
            };
        };
    };
    getSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The submission's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submission. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionEnvelope"];
                };
            };
        };
    };
    approveSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The submission's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The submission. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionEnvelope"];
                };
            };
        };
    };
    rejectSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The submission's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RejectionIn"];
            };
        };
        responses: {
            /** @description The submission. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionEnvelope"];
                };
            };
        };
    };
    mergeSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The submission's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmissionMergeIn"];
            };
        };
        responses: {
            /** @description The submission. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmissionEnvelope"];
                };
            };
        };
    };
    listReports: {
        parameters: {
            query?: {
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of reports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentReportPageEnvelope"];
                };
            };
        };
    };
    deleteReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The report's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    listBans: {
        parameters: {
            query?: {
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of bans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BanPageEnvelope"];
                };
            };
        };
    };
    banUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BanIn"];
            };
        };
        responses: {
            /** @description The ban. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BanEnvelope"];
                };
            };
        };
    };
    unbanUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's ID. */
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
                    "application/json": components["schemas"]["UserEnvelope"];
                };
            };
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `reason`, `email`. Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of suppressions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionPageEnvelope"];
                };
            };
        };
    };
    createSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuppressionIn"];
            };
        };
        responses: {
            /** @description The address got no mail already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionEnvelope"];
                };
            };
            /** @description The address gets no more mail. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionEnvelope"];
                };
            };
        };
    };
    getSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The suppression's ID. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The suppression. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionEnvelope"];
                };
            };
        };
    };
    deleteSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The suppression's ID. */
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
                    "application/json": components["schemas"]["DeletedEnvelope"];
                };
            };
        };
    };
    mergePostByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeIn"];
            };
        };
        responses: {
            /** @description The merged post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostDetailEnvelope"];
                };
            };
        };
    };
    unmergePostByExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The unmerged post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostDetailEnvelope"];
                };
            };
        };
    };
    listCommentsByPostExternalId: {
        parameters: {
            query?: {
                /** @description `replies` */
                include?: string;
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601; top-level comments changed since then, with `include=replies` also those with changed replies). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
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
                    "application/json": components["schemas"]["FeedbackCommentListEnvelope"];
                };
            };
        };
    };
    upsertCommentsByPostExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkCommentIn"];
            };
        };
        responses: {
            /** @description The comments were written. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkCommentEnvelope"];
                };
            };
        };
    };
    createCommentByPostExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentIn"];
                "multipart/form-data": Record<string, unknown>;
            };
        };
        responses: {
            /** @description The new comment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedbackCommentEnvelope"];
                };
            };
        };
    };
    listVotesByPostExternalId: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `updatedSince` (ISO 8601; votes added since then, including backdated ones). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
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
                    "application/json": components["schemas"]["VotePageEnvelope"];
                };
            };
        };
    };
    addVotesByPostExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkVoteIn"];
            };
        };
        responses: {
            /** @description The votes were added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkVoteEnvelope"];
                };
            };
        };
    };
    addVoteByPostExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VoteIn"];
            };
        };
        responses: {
            /** @description The person had already voted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoteOutcomeEnvelope"];
                };
            };
            /** @description The vote was added. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoteOutcomeEnvelope"];
                };
            };
        };
    };
    removeVoteByPostExternalId: {
        parameters: {
            query?: {
                /** @description The ID of an existing user. */
                authorId?: string;
                /** @description The person's ID in your own system. */
                authorExternalId?: string;
                /** @description An email address, case-insensitive. */
                authorEmail?: string;
                /** @description Used if the person is new or has no name yet. */
                authorName?: string;
                /** @description Used if the person is new or has no avatar yet. */
                authorAvatarUrl?: string;
                /** @description Alias of `authorId`. */
                userId?: string;
                /** @description Alias of `authorExternalId`. */
                userExternalId?: string;
                /** @description Alias of `authorEmail`. */
                userEmail?: string;
                /** @description Alias of `authorName`. */
                userName?: string;
                /** @description Alias of `authorAvatarUrl`. */
                userAvatarUrl?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["VoterIn"];
            };
        };
        responses: {
            /** @description The person has no vote on the post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoteOutcomeEnvelope"];
                };
            };
        };
    };
    listFollowersByPostExternalId: {
        parameters: {
            query?: {
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of followers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowerPageEnvelope"];
                };
            };
        };
    };
    addFollowersByPostExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkFollowIn"];
            };
        };
        responses: {
            /** @description The people follow the post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkFollowEnvelope"];
                };
            };
        };
    };
    addFollowerByPostExternalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FollowerIn"];
            };
        };
        responses: {
            /** @description The person followed the post already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowOutcomeEnvelope"];
                };
            };
            /** @description The person follows the post. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowOutcomeEnvelope"];
                };
            };
        };
    };
    removeFollowerByPostExternalId: {
        parameters: {
            query?: {
                /** @description The ID of an existing user. */
                authorId?: string;
                /** @description The person's ID in your own system. */
                authorExternalId?: string;
                /** @description An email address, case-insensitive. */
                authorEmail?: string;
                /** @description Used if the person is new or has no name yet. */
                authorName?: string;
                /** @description Used if the person is new or has no avatar yet. */
                authorAvatarUrl?: string;
                /** @description Alias of `authorId`. */
                userId?: string;
                /** @description Alias of `authorExternalId`. */
                userExternalId?: string;
                /** @description Alias of `authorEmail`. */
                userEmail?: string;
                /** @description Alias of `authorName`. */
                userName?: string;
                /** @description Alias of `authorAvatarUrl`. */
                userAvatarUrl?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FollowerIn"];
            };
        };
        responses: {
            /** @description The person does not follow the post. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowOutcomeEnvelope"];
                };
            };
        };
    };
    listNoticesOfPostByExternalId: {
        parameters: {
            query?: {
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticePageEnvelope"];
                };
            };
        };
    };
    listStatusChangesOfPostByExternalId: {
        parameters: {
            query?: {
                /** @description Semicolon-separated `key:value` pairs. Keys: `statusId` (the new status's ID or slug), `updatedSince` (ISO 8601). Within a value, write `;` as `%3B`, which is `%253B` in a URL. */
                filters?: string;
                /** @description Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less. */
                cursor?: number;
                /** @description Results per page; clamped to 1…100. */
                limit?: number;
                /** @description The `next` of the previous page. Works at any depth and overrides `cursor`. */
                after?: string;
                /** @description `total` (the number of items on all pages) */
                include?: string;
            };
            header?: never;
            path: {
                /** @description The post's ID in your own system, percent-encoded. */
                externalId: string;
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
                    "application/json": components["schemas"]["StatusChangePageEnvelope"];
                };
            };
        };
    };
}
