// Written by client/scripts/generate.mjs; run `npm run openapi` instead of editing.

export interface components {
    schemas: {
        SignInMethods: {
            password: boolean;
            oidc: {
                label: string;
            } | null;
            needsSetup: boolean;
        };
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
        OwnerIn: {
            name: string;
            email: string;
            password: string;
        };
        WorkspaceRef: {
            id: string;
            slug: string;
            name: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
        };
        UploadLimits: {
            maxFiles: number;
            /** @description Also applies to PDFs. */
            maxImageBytes: number;
            maxVideoBytes: number;
        };
        Session: {
            account: {
                id: string;
                name: string;
                email: string;
                locale: string | null;
            };
            workspace: {
                id: string;
                slug: string;
                name: string;
                /** @enum {string} */
                role: "member" | "admin" | "owner";
                /** @description The user that is the author of posts created without one. Cannot be erased. */
                ownUserId: string;
            };
            workspaces: components["schemas"]["WorkspaceRef"][];
            /** @description Whether the service has disabled a webhook of the workspace. */
            hasDisabledWebhook: boolean;
            /** @description Whether mail is set up. */
            hasMail: boolean;
            /** @description Where the public site is; null while it is off. */
            siteUrl: string | null;
            /** @description How many submissions and reports of visitors wait for the team. Counted up to 100. */
            waitingCount: number;
            /** @description How many posts are in your inbox. Counted up to 100. */
            inboxCount: number;
            /** @description The public URL of the server, which also serves its files. */
            publicUrl: string;
            uploads: components["schemas"]["UploadLimits"];
        };
        Credentials: {
            email: string;
            password: string;
        };
        AccountPatch: {
            name?: string;
            locale?: string | null;
            password?: {
                current: string;
                next: string;
            };
        };
        SignedInDevice: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastSeenAt: string;
            userAgent: string | null;
            address: string | null;
            isCurrent: boolean;
        };
        InboxItem: {
            postId: string;
            title: string;
            /**
             * @description `later`: it was put off, and its time has come. `handover`: the member became the owner.
             * @enum {string}
             */
            why: "later" | "mention" | "handover" | "new" | "comment";
            /**
             * Format: date-time
             * @description When that happened.
             */
            at: string;
            /** @description The name of who did it: the author of the post or comment, or the member who handed it over. */
            by: string | null;
            /** @description The name of the author of the post. */
            author: string | null;
            authorId: string;
            /** @description The beginning of the comment or note. */
            excerpt: string | null;
            /** @description Whether that is a note. */
            isNote: boolean;
            statusId: string;
            ownerId: string | null;
            votesCount: number;
            commentsCount: number;
            /**
             * Format: date-time
             * @description Of the post.
             */
            createdAt: string;
        };
        Inbox: {
            /** @description At most 100. */
            items: components["schemas"]["InboxItem"][];
            /** @description Whether there are more. */
            isMore: boolean;
            /** @description What the inbox was read up to. Sent back when posts are done. */
            upTo: number;
        };
        InboxDone: {
            postIds: string[];
            upTo: number;
        };
        InboxBefore: {
            seenTo: number | null;
            marks: {
                postId: string;
                seenTo: number | null;
                /** Format: date-time */
                until: string | null;
            }[];
        };
        InboxAllDone: {
            upTo: number;
        };
        InboxLater: {
            postIds: string[];
            upTo: number;
            /** Format: date-time */
            until: string;
        };
        TeamMail: {
            mentions: boolean;
            handOvers: boolean;
            /** @enum {string} */
            digest: "off" | "daily" | "weekly";
            /** @description The digest comes at eight in the morning there. */
            timeZone: string;
            /** @description Whether mail may be sent to the address of the account. */
            isProven: boolean;
        };
        TeamMailPatch: {
            mentions?: boolean;
            handOvers?: boolean;
            /** @enum {string} */
            digest?: "off" | "daily" | "weekly";
            timeZone?: string;
        };
        Workspace: {
            id: string;
            slug: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
        };
        WorkspacePatch: {
            name: string;
        };
        SitePreviewIn: {
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
            /**
             * @description Default: `feedback`.
             * @enum {string}
             */
            page?: "feedback" | "roadmap" | "changelog";
        };
        SitePreview: {
            /** @description A whole page without a script, for `srcdoc` of a sandboxed frame. */
            html: string;
        };
        Member: {
            id: string;
            name: string;
            email: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            /** Format: date-time */
            createdAt: string;
            lastSeenAt: string | null;
        };
        Invite: {
            id: string;
            email: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Whether the link was sent by mail, and shown to no one else. */
            isMailed: boolean;
        };
        MemberPatch: {
            /** @enum {string} */
            role: "member" | "admin" | "owner";
        };
        InviteIn: {
            email: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            /** @description Answer with the link instead of sending it by mail, if mail is set up. */
            asLink?: boolean;
        };
        NewInvite: {
            id: string;
            email: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Whether the link was sent by mail, and shown to no one else. */
            isMailed: boolean;
            /** @description The link to send, shown only once. Null if it is sent by mail. */
            url: string | null;
        };
        /** @description The ID of the deleted object. */
        Deleted: {
            id: string;
            /** @constant */
            deleted: true;
        };
        Invitation: {
            email: string;
            workspace: {
                name: string;
            };
            /** @description The name of the signed-in person, if they can join without a password. */
            joinsAs: string | null;
        };
        Acceptance: {
            name?: string;
            password?: string;
        };
        ApiKey: {
            id: string;
            name: string;
            /** @enum {string} */
            mode: "live" | "test";
            last4: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Name of the creator; null if created by the operator. */
            createdBy: string | null;
            createdById: string | null;
            creatorHasLeft: boolean;
            lastUsedAt: string | null;
            expiresAt: string | null;
            revokedAt: string | null;
            /** @description Requests per hour, oldest first. */
            requests24h: number[];
            errors24h: number;
            limited24h: number;
        };
        ApiKeyIn: {
            name: string;
            /** @enum {string} */
            mode: "live" | "test";
            expiresAt?: string | null;
        };
        NewApiKey: {
            key: components["schemas"]["ApiKey"];
            /** @description Shown only once. */
            secret: string;
        };
        RollIn: {
            overlapHours: number;
        };
        RequestRecord: {
            requestId: string;
            /** Format: date-time */
            at: string;
            keyId: string | null;
            keyName: string | null;
            /** @description The signed-in person, if the request came from the console. */
            account: {
                id: string;
                name: string | null;
            } | null;
            method: string;
            path: string;
            status: number;
            durationMs: number;
            errorCode: ("BAD_REQUEST" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CONFLICT" | "GONE" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "IDEMPOTENCY_MISMATCH" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE") | null;
        };
        Activity: {
            /** @description The request that made or ordered the changes. */
            requestId: string | null;
            actor: components["schemas"]["Actor"];
            /** Format: date-time */
            createdAt: string;
            counts: {
                action: string;
                count: number;
            }[];
            /** @description There are more changes than were counted. */
            isMore: boolean;
            /** @description Its newest changes, up to 20. */
            changes: {
                id: string;
                action: string;
                objectId: string;
            }[];
        };
        PostHistoryEvent: {
            /** @enum {string} */
            kind: "status" | "owner" | "published" | "unpublished" | "merged" | "shipped" | "votes";
            /** Format: date-time */
            at: string;
            /** @description Null for an imported change, for one made before actors were kept, and for what no one did. */
            actor: components["schemas"]["Actor"] | null;
            /** @description The status or the owner before. */
            fromId: string | null;
            /** @description The status or the owner since then. */
            toId: string | null;
            /** @description Of a change of status. */
            reason: string | null;
            /** @description The post that was merged into this one, or the changelog entry that ships it. */
            subject: {
                id: string;
                title: string;
            } | null;
            /** @description The number of votes that was reached. */
            count: number | null;
        };
        Standing: {
            /** @description Null for someone who may write there. */
            ban: {
                reason: string | null;
                /** Format: date-time */
                createdAt: string;
            } | null;
            /**
             * Format: date-time
             * @description Null if they never signed in to the site themselves.
             */
            lastSignedInAt: string | null;
            /** @description How they signed in the last time. */
            cameBy: ("link" | "token" | "mail") | null;
        };
        PostCount: {
            id: string;
            name: string;
            color: string;
            count: number;
        };
        Insights: {
            days: {
                /** @description A day in UTC: `2026-01-31`. */
                date: string;
                posts: number;
                votes: number;
                comments: number;
                requests: number;
                errors: number;
                limited: number;
            }[];
            byStatus: components["schemas"]["PostCount"][];
            byType: components["schemas"]["PostCount"][];
            movers: {
                post: {
                    id: string;
                    title: string;
                    votesCount: number;
                };
                votes7d: number;
            }[];
            byKey: {
                id: string;
                name: string;
                requests: number;
                errors: number;
                limited: number;
            }[];
        };
        Outbox: {
            /** @description Null if mail is not set up. */
            setup: {
                /** @description The address that mail comes from. */
                from: string;
                /** @description Where answers go, if not to the sender. */
                replyTo: string | null;
                /** @description The host and port of the mail server. */
                server: string;
            } | null;
            /** @description What the mail server said if it refuses us. */
            blocked: string | null;
            /** @description Mails to be sent, counted up to 10,000. */
            waiting: number;
            /** @description Why notices wait for an admin, if they do. */
            held: {
                /** @enum {string} */
                reason: "restored" | "imported" | "moved";
                /** Format: date-time */
                since: string;
            } | null;
            /** @description Where replies to news go, if the team chose. */
            replyTo: {
                /** @description The confirmed one. */
                address: string | null;
                /** @description One that waits to be confirmed. */
                asked: string | null;
            };
            /** @description The last 20, newest first. */
            failures: {
                id: string;
                /** @enum {string} */
                kind: "test" | "sign-in" | "invite" | "reply-to" | "status" | "answer" | "reply" | "changelog" | "inbox" | "digest";
                /** @description Null if the person has none any more. */
                email: string | null;
                /** @description What the mail server said. */
                answer: string | null;
                /** Format: date-time */
                createdAt: string;
            }[];
        };
        ReplyToIn: {
            email: string;
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
        WebhookState: {
            webhook: components["schemas"]["Webhook"];
            /**
             * Format: date-time
             * @description Since when every attempt has failed.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Of the newest event that was delivered.
             */
            lastSuccessAt: string | null;
            /**
             * Format: date-time
             * @description Of the newest event that was not.
             */
            lastFailureAt: string | null;
        };
        DeliveryPeriod: {
            /** Format: date-time */
            from: string;
            pending: number;
            /** @description Failed at least once, and to be tried again. */
            retrying: number;
            succeeded: number;
            failed: number;
        };
        SignInMethodsEnvelope: {
            data: components["schemas"]["SignInMethods"];
        };
        GetSetupEnvelope: {
            data: {
                workspace: {
                    name: string;
                };
            };
        };
        SessionEnvelope: {
            data: components["schemas"]["Session"];
        };
        SignOutEnvelope: {
            data: {
                /** @constant */
                signedOut: true;
            };
        };
        ListSessionsEnvelope: {
            data: {
                sessions: components["schemas"]["SignedInDevice"][];
            };
        };
        EndOtherSessionsEnvelope: {
            data: {
                ended: number;
            };
        };
        EndSessionEnvelope: {
            data: {
                ended: number;
            };
        };
        InboxEnvelope: {
            data: components["schemas"]["Inbox"];
        };
        InboxBeforeEnvelope: {
            data: components["schemas"]["InboxBefore"];
        };
        RestoreInboxEnvelope: {
            data: {
                /** @constant */
                restored: true;
            };
        };
        TeamMailEnvelope: {
            data: components["schemas"]["TeamMail"];
        };
        WorkspaceEnvelope: {
            data: components["schemas"]["Workspace"];
        };
        SitePreviewEnvelope: {
            data: components["schemas"]["SitePreview"];
        };
        ListMembersEnvelope: {
            data: {
                members: components["schemas"]["Member"][];
                invites: components["schemas"]["Invite"][];
            };
        };
        MemberEnvelope: {
            data: components["schemas"]["Member"];
        };
        RemoveMemberEnvelope: {
            data: {
                id: string;
                /** @constant */
                deleted: true;
                keysRevoked: number;
            };
        };
        NewInviteEnvelope: {
            data: components["schemas"]["NewInvite"];
        };
        DeletedEnvelope: {
            data: components["schemas"]["Deleted"];
        };
        InvitationEnvelope: {
            data: components["schemas"]["Invitation"];
        };
        ListKeysEnvelope: {
            data: {
                keys: components["schemas"]["ApiKey"][];
            };
        };
        NewApiKeyEnvelope: {
            data: components["schemas"]["NewApiKey"];
        };
        RevokeKeyEnvelope: {
            data: {
                id: string;
                /** Format: date-time */
                revokedAt: string;
            };
        };
        ListRequestsEnvelope: {
            data: {
                requests: components["schemas"]["RequestRecord"][];
                next: string | null;
            };
        };
        ListActivityEnvelope: {
            data: {
                activities: components["schemas"]["Activity"][];
                next: string | null;
            };
        };
        GetPostHistoryEnvelope: {
            data: {
                events: components["schemas"]["PostHistoryEvent"][];
            };
        };
        StandingEnvelope: {
            data: components["schemas"]["Standing"];
        };
        InsightsEnvelope: {
            data: components["schemas"]["Insights"];
        };
        OutboxEnvelope: {
            data: components["schemas"]["Outbox"];
        };
        ReleaseMailEnvelope: {
            data: {
                /** @constant */
                released: true;
            };
        };
        DiscardMailEnvelope: {
            data: {
                discarded: number;
            };
        };
        SendTestMailEnvelope: {
            data: {
                email: string;
            };
        };
        AskReplyToEnvelope: {
            data: {
                /** @constant */
                asked: true;
            };
        };
        ClearReplyToEnvelope: {
            data: {
                /** @constant */
                cleared: true;
            };
        };
        SendTestOfChangelogEnvelope: {
            data: {
                email: string;
            };
        };
        ListWebhookStatesEnvelope: {
            data: {
                webhooks: components["schemas"]["WebhookState"][];
                eventTypes: {
                    type: string;
                    kind: string;
                }[];
            };
        };
        GetWebhookPeriodsEnvelope: {
            data: {
                periods: components["schemas"]["DeliveryPeriod"][];
            };
        };
        GetDeliveryPayloadEnvelope: {
            data: {
                /** @description Null if the event is older than events are kept. */
                body: string | null;
            };
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the sign-in methods */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInMethodsEnvelope"];
                };
            };
        };
    };
    getSetup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the workspace of a setup link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetSetupEnvelope"];
                };
            };
        };
    };
    finishSetup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnerIn"];
            };
        };
        responses: {
            /** @description Create the owner account and sign in */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionEnvelope"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the current session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionEnvelope"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description Sign in with a password */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionEnvelope"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sign out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignOutEnvelope"];
                };
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountPatch"];
            };
        };
        responses: {
            /** @description Update your account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionEnvelope"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSessionsEnvelope"];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End all other sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndOtherSessionsEnvelope"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End a session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndSessionEnvelope"];
                };
            };
        };
    };
    getInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get what is in your inbox: what was put off until now, and then the newest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxEnvelope"];
                };
            };
        };
    };
    markInboxDone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxDone"];
            };
        };
        responses: {
            /** @description Take posts out of your inbox, until something new happens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxBeforeEnvelope"];
                };
            };
        };
    };
    markInboxAllDone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxAllDone"];
            };
        };
        responses: {
            /** @description Take everything out of your inbox */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxBeforeEnvelope"];
                };
            };
        };
    };
    putInboxOff: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxLater"];
            };
        };
        responses: {
            /** @description Take posts out of your inbox until a time, or until something new happens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxBeforeEnvelope"];
                };
            };
        };
    };
    restoreInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxBefore"];
            };
        };
        responses: {
            /** @description Undo a change of your inbox */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoreInboxEnvelope"];
                };
            };
        };
    };
    getTeamMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get which mails you get about your inbox */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMailEnvelope"];
                };
            };
        };
    };
    updateTeamMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamMailPatch"];
            };
        };
        responses: {
            /** @description Choose which mails you get about your inbox */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMailEnvelope"];
                };
            };
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the workspace */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceEnvelope"];
                };
            };
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspacePatch"];
            };
        };
        responses: {
            /** @description Rename the workspace */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceEnvelope"];
                };
            };
        };
    };
    previewSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SitePreviewIn"];
            };
        };
        responses: {
            /** @description Preview a page of the public site with settings that are not saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePreviewEnvelope"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List members and open invites */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListMembersEnvelope"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: {
                revokeKeys?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveMemberEnvelope"];
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberPatch"];
            };
        };
        responses: {
            /** @description Change the role of a member */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberEnvelope"];
                };
            };
        };
    };
    createInvite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteIn"];
            };
        };
        responses: {
            /** @description Invite a person by email */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewInviteEnvelope"];
                };
            };
        };
    };
    revokeInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoke an invite */
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
    getInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get an invitation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationEnvelope"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Acceptance"];
            };
        };
        responses: {
            /** @description Accept an invitation and sign in */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionEnvelope"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List API keys, including revoked ones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListKeysEnvelope"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyIn"];
            };
        };
        responses: {
            /** @description Create an API key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyEnvelope"];
                };
            };
        };
    };
    rollKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollIn"];
            };
        };
        responses: {
            /** @description Replace an API key; the old one keeps working for `overlapHours` */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyEnvelope"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoke an API key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokeKeyEnvelope"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                keyId?: string;
                requestId?: string;
                status?: "ok" | "error" | "limited";
                limit?: number;
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List recent requests, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRequestsEnvelope"];
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: {
                actorId?: string;
                action?: "post.created" | "post.updated" | "post.deleted" | "post.status_changed" | "post.published" | "post.unpublished" | "post.assigned" | "post.merged" | "post.unmerged" | "post.threshold_reached" | "comment.created" | "comment.updated" | "comment.deleted" | "vote.created" | "vote.deleted" | "post.submitted" | "post.approved" | "post.rejected" | "comment.submitted" | "comment.approved" | "comment.rejected" | "changelog.published" | "user.created" | "user.updated" | "user.deleted" | "user.banned" | "user.unbanned" | "import.finished" | "import.undone" | "site.updated" | "webhook.test" | "changelog.created" | "changelog.updated" | "changelog.deleted" | "status.created" | "status.updated" | "status.deleted" | "postType.created" | "postType.updated" | "postType.deleted" | "tag.created" | "tag.updated" | "tag.deleted" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "post.followers_added" | "post.followers_removed" | "status.reordered" | "postType.reordered" | "key.created" | "key.rolled" | "key.revoked" | "member.added" | "member.updated" | "member.password_reset" | "member.removed" | "invite.created" | "invite.deleted" | "webhook.disabled" | "webhook.secret_rotated" | "webhook.redelivered" | "webhook.replayed" | "site.identity_secret_created" | "user.sessions_ended" | "user.mail_settings_updated" | "submission.withdrawn" | "report.created" | "report.deleted" | "suppression.created" | "suppression.updated" | "suppression.lifted" | "view.created" | "view.updated" | "view.deleted" | "workspace.created" | "workspace.updated" | "workspace.setup_link_created" | "workspace.seeded" | "workspace.restored" | "workspace.mail_released" | "workspace.mail_discarded" | "workspace.mail_tested" | "workspace.reply_to_asked" | "workspace.reply_to_confirmed" | "workspace.reply_to_cleared" | "workspace.export_started" | "workspace.exported" | "workspace.export_failed" | "workspace.export_deleted" | "workspace.import_started" | "workspace.import_resumed" | "workspace.imported" | "workspace.import_failed" | "workspace.import_canceled" | "workspace.import_deleted" | "workspace.import_undo_started" | "workspace.import_undo_resumed" | "workspace.import_undone" | "workspace.import_undo_failed" | "post.import_undone" | "comment.import_undone" | "vote.import_undone" | "user.import_undone" | "changelog.import_undone" | "status.import_undone" | "postType.import_undone" | "tag.import_undone";
                objectId?: string;
                since?: string;
                limit?: number;
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List what was changed, by request or job, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListActivityEnvelope"];
                };
            };
        };
    };
    followWorkspace: {
        parameters: {
            query?: {
                after?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kinds of objects that change in the workspace, as server-sent events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    getPostHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read what became of a post, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetPostHistoryEnvelope"];
                };
            };
        };
    };
    getStanding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get how a person stands on the public site */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StandingEnvelope"];
                };
            };
        };
    };
    getInsights: {
        parameters: {
            query?: {
                days?: 7 | 30 | 90;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get insights */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsightsEnvelope"];
                };
            };
        };
    };
    getOutbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the state of outgoing mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboxEnvelope"];
                };
            };
        };
    };
    releaseMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send the notices that are held */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseMailEnvelope"];
                };
            };
        };
    };
    discardMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Throw away the notices that wait */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscardMailEnvelope"];
                };
            };
        };
    };
    sendTestMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a test to your own address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendTestMailEnvelope"];
                };
            };
        };
    };
    askReplyTo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyToIn"];
            };
        };
        responses: {
            /** @description Ask an address whether replies may go to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskReplyToEnvelope"];
                };
            };
        };
    };
    clearReplyTo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Let replies go where the operator chose */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClearReplyToEnvelope"];
                };
            };
        };
    };
    sendTestOfChangelog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send yourself the mail about a changelog entry, as it is stored now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendTestOfChangelogEnvelope"];
                };
            };
        };
    };
    listWebhookStates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List webhooks with their health, and the types of events to choose from */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWebhookStatesEnvelope"];
                };
            };
        };
    };
    getWebhookPeriods: {
        parameters: {
            query?: {
                range?: "day" | "month";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count the deliveries of a webhook by hour or day */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetWebhookPeriodsEnvelope"];
                };
            };
        };
    };
    getDeliveryPayload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Get the body of a delivery, in the format of the webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetDeliveryPayloadEnvelope"];
                };
            };
        };
    };
    startOidc: {
        parameters: {
            query?: {
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    finishOidc: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
}
