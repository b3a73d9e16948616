// Type guarantees, checked by the compiler (`npm run check`); at run time nothing happens.

import type { ReadStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, expectTypeOf, it } from 'vitest';
import type { operations } from '../src/generated/openapi.ts';
import type { routes } from '../src/generated/routes.ts';
import {
  type Attachment,
  type BatchOperation,
  type BodyOf,
  type Call,
  type Deletion,
  type Earshot,
  type EarshotError,
  type EarshotEvent,
  type EarshotOptions,
  type FeedbackComment,
  type FileInput,
  type List,
  type Page,
  type Post,
  type PostDetail,
  ref,
  type Status,
  type User,
  type Vote,
  type verifyWebhook,
  type WebhookWithSecret,
} from '../src/index.ts';

type Posts = Earshot['posts'];

/** Never called: only its types matter. */
const earshot = {} as Earshot;
const unsent = (_work: () => unknown) => undefined;

describe('reads', () => {
  it('return the object, or undefined for a conditional read', () => {
    unsent(() => {
      expectTypeOf(earshot.posts.get('x')).resolves.toEqualTypeOf<PostDetail>();
      expectTypeOf(
        earshot.posts.get('x', { signal: AbortSignal.abort() }),
      ).resolves.toEqualTypeOf<PostDetail>();
      expectTypeOf(earshot.posts.get('x', { ifNoneMatch: '"v1"' })).resolves.toEqualTypeOf<
        PostDetail | undefined
      >();
      expectTypeOf(earshot.users.get('x')).resolves.toEqualTypeOf<User>();
      expectTypeOf(earshot.posts.comments('x', { include: ['replies'] })).resolves.toExtend<
        FeedbackComment[]
      >();
    });
  });

  it('contain what was included, and only that', () => {
    unsent(async () => {
      const plain = await earshot.posts.get('x');
      expectTypeOf(plain.comments).toEqualTypeOf<FeedbackComment[] | undefined>();
      const included = await earshot.posts.get('x', { include: ['comments.replies', 'attachments'] });
      expectTypeOf(included.comments).toEqualTypeOf<FeedbackComment[]>();
      expectTypeOf(included.attachments).toEqualTypeOf<Attachment[]>();
      const unknown = await earshot.posts.get('x', { include: [] as ('comments' | 'voters')[] });
      expectTypeOf(unknown.comments).toEqualTypeOf<FeedbackComment[] | undefined>();
    });
  });

  it('take a post by external id, and nothing else', () => {
    unsent(async () => {
      expectTypeOf(earshot.posts.get({ externalId: 'x' })).resolves.toEqualTypeOf<PostDetail>();
      const [listed] = await earshot.posts.list({ include: ['details'] }).toArray();
      expectTypeOf(listed?.externalId).toEqualTypeOf<string | null | undefined>();
      expectTypeOf(listed?.author).toEqualTypeOf<User | undefined>();
      // @ts-expect-error a comment has no other name
      earshot.comments.get({ externalId: 'x' });
    });
  });

  it('expose the response', () => {
    unsent(async () => {
      const { data, rateLimit } = await earshot.statuses.get('x').withResponse();
      expectTypeOf(data).toEqualTypeOf<Status>();
      expectTypeOf(rateLimit).toEqualTypeOf<
        { limit: number; remaining: number; resetAt: Date } | undefined
      >();
    });
  });
});

describe('lists', () => {
  it('give things and pages of them, and nothing else', () => {
    unsent(async () => {
      expectTypeOf(earshot.posts.list()).toEqualTypeOf<List<Post>>();
      expectTypeOf(earshot.posts.list().page()).toEqualTypeOf<Call<Page<Post>>>();
      expectTypeOf(earshot.posts.list().page({ ifNoneMatch: 'x' })).resolves.toEqualTypeOf<
        Page<Post> | undefined
      >();
      expectTypeOf(earshot.deletions.list()).toEqualTypeOf<List<Deletion>>();
      for await (const event of earshot.events.stream({ types: ['post.*', 'vote.created'] })) {
        expectTypeOf(event).toEqualTypeOf<EarshotEvent>();
        if (event.type === 'vote.created' || event.type === 'vote.deleted')
          expectTypeOf(event.data.object).toEqualTypeOf<Vote>();
        if (event.type === 'post.merged') expectTypeOf(event.data.object).toEqualTypeOf<PostDetail>();
      }
      for await (const post of earshot.posts.list({ include: ['author'] })) {
        expectTypeOf(post.author).toEqualTypeOf<User>();
        expectTypeOf(post.tags).toEqualTypeOf<Post['tags']>();
      }
    });
  });

  it('accept only the names of the API', () => {
    unsent(() => {
      earshot.posts.list({
        sortBy: 'votes',
        filters: { statusId: ['a'], merged: true, updatedSince: new Date() },
      });
      // @ts-expect-error: no such filter
      earshot.posts.list({ filters: { status: 'a' } });
      // @ts-expect-error: no such kind
      earshot.deletions.list({ filters: { kind: 'key' } });
      // @ts-expect-error: not a type of event
      void earshot.events.list({ types: 'tag.created' });
      // @ts-expect-error: no such order
      earshot.users.list({ sortBy: 'votes' });
      // @ts-expect-error: no such include
      earshot.posts.list({ include: ['comments'] });
      // @ts-expect-error: a misspelled option
      earshot.posts.get('x', { inclde: ['comments'] });
      // @ts-expect-error: no such category
      earshot.statuses.list({ filters: { category: 'done' } });
    });
  });
});

describe('writes', () => {
  it("accept the document's body, and files where forms are allowed", () => {
    expectTypeOf<Parameters<Posts['create']>[0]>().toEqualTypeOf<
      BodyOf<'createPost'> & { attachments?: readonly FileInput[] | undefined }
    >();
    expectTypeOf<Parameters<Posts['vote']>[1]>().toEqualTypeOf<BodyOf<'addVote'>>();
    expectTypeOf<{ content: Buffer; name: string }>().toExtend<FileInput>();
    expectTypeOf<{ content: ReadStream; name: string }>().toExtend<FileInput>();
    expectTypeOf<{ content: ReadableStream<Uint8Array>; name: string }>().toExtend<FileInput>();
    expectTypeOf<{ content: string; name: string }>().not.toExtend<FileInput>();
    unsent(() => {
      // @ts-expect-error: a title is required
      earshot.posts.create({});
      // @ts-expect-error: tags take no files
      earshot.tags.create({ name: 'x', attachments: [] });
      // @ts-expect-error: a new thing has no version
      earshot.posts.create({ title: 'x' }, { ifMatch: 1 });
      // @ts-expect-error: a read has nothing to repeat
      earshot.posts.get('x', { idempotencyKey: 'x' });
    });
  });
});

describe('a batch', () => {
  it('takes the body of each method and path, with references, and no other', () => {
    unsent(() => {
      const id: string = 'x';
      const title: number = 1;
      earshot.batch([
        { method: 'GET', path: '/posts?limit=1' },
        { method: 'POST', path: '/posts', body: { title: 'x', description: { type: 'doc', content: [] } } },
        { method: 'POST', path: `/v1/posts/${id}/votes`, body: { userEmail: 'ada@example.com' } },
        { method: 'PUT', path: `/posts/${id}/votes`, body: { voters: [{ email: ref(0, 'author.email') }] } },
        {
          method: 'PATCH',
          path: `/posts/${ref(0, 'id')}`,
          body: { statusId: ref(1, 'id'), tags: [ref(2, 'id')] },
        },
        { method: 'DELETE', path: `/posts/${id}/votes?userId=${id}` },
        { method: 'POST', path: `/posts/${id}/unmerge` },
      ]);
      const many = ['a', 'b'].map(
        (externalId): BatchOperation => ({
          method: 'PUT',
          path: `/posts/by-external-id/${externalId}`,
          body: { title: externalId },
        }),
      );
      earshot.batch(many, { atomic: true });
      // @ts-expect-error: the title is missing
      earshot.batch([{ method: 'POST', path: '/posts', body: { description: 'x' } }]);
      // @ts-expect-error: the title is a text
      earshot.batch([{ method: 'POST', path: '/posts', body: { title } }]);
      // @ts-expect-error: the field of another operation
      earshot.batch([{ method: 'POST', path: `/posts/${id}/merge`, body: { title: 'x' } }]);
      // @ts-expect-error: no such path
      earshot.batch([{ method: 'POST', path: '/post', body: { title: 'x' } }]);
      // @ts-expect-error: no such method there
      earshot.batch([{ method: 'PUT', path: '/posts', body: { title: 'x' } }]);
      // @ts-expect-error: a batch in a batch
      earshot.batch([{ method: 'POST', path: '/batch', body: { operations: [] } }]);
      // @ts-expect-error: only forms are taken there
      earshot.batch([{ method: 'POST', path: '/imports', body: {} }]);
    });
  });
});

describe('webhooks', () => {
  it('show their secret when they are created, and not later', () => {
    unsent(async () => {
      expectTypeOf(earshot.webhooks.create({ url: 'x' })).resolves.toEqualTypeOf<WebhookWithSecret>();
      expectTypeOf(await earshot.webhooks.get('x')).not.toHaveProperty('secret');
      earshot.webhooks.update('x', { when: null, headers: { authorization: null } });
      // @ts-expect-error: not a format
      earshot.webhooks.create({ url: 'x', format: 'xml' });
    });
  });

  it('are verified with the headers of Node.js and of fetch', () => {
    type Headers = Parameters<typeof verifyWebhook>[1];
    expectTypeOf<IncomingHttpHeaders>().toExtend<Headers>();
    expectTypeOf<Request['headers']>().toExtend<Headers>();
    expectTypeOf<ReturnType<typeof verifyWebhook>>().resolves.toEqualTypeOf<EarshotEvent>();
  });
});

describe('options', () => {
  it('are either a key or cookies', () => {
    expectTypeOf<{ apiKey: string; baseUrl: string }>().toExtend<EarshotOptions>();
    expectTypeOf<{ credentials: 'include'; baseUrl: string }>().toExtend<EarshotOptions>();
    expectTypeOf<{ baseUrl: string }>().not.toExtend<EarshotOptions>();
    expectTypeOf<{
      apiKey: string;
      credentials: 'include';
      baseUrl: string;
    }>().not.toExtend<EarshotOptions>();
    expectTypeOf<{ apiKey: () => Promise<string>; baseUrl: string }>().toExtend<EarshotOptions>();
    expectTypeOf(fetch).toExtend<NonNullable<EarshotOptions['fetch']>>();
  });
});

it('errors are distinguished by code', () => {
  expectTypeOf<'NOT_FOUND'>().toExtend<EarshotError['code']>();
  expectTypeOf<'NO_SUCH_CODE'>().not.toExtend<EarshotError['code']>();
});

it('routes match operations one to one', () => {
  expectTypeOf<keyof typeof routes>().toEqualTypeOf<keyof operations>();
});
