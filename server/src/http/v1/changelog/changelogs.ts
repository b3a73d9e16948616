// The operations on changelogs.

import Type, { type Static } from 'typebox';
import { changelogIncludes } from '../../../app/changelog/changelog-includes.ts';
import type { ChangelogEdit, ChangelogListQuery } from '../../../app/changelog/changelogs.ts';
import { changelogSorts, changelogStates } from '../../../domain/changelog.ts';
import { asForm, fileFields } from '../../../shapes/attachment.ts';
import {
  ChangelogIn,
  ChangelogPatchIn,
  type ChangelogPresenter,
  changelogExample,
  changelogWrittenExample,
} from '../../../shapes/changelog.ts';
import { idParameter, oneOf, pageExample, pageOf, pageParameters } from '../../../shapes/common.ts';
import { postExample } from '../../../shapes/post.ts';
import { success } from '../../answers.ts';
import { envelope, pageBody, single } from '../../envelope.ts';
import {
  type Query,
  readFilters,
  readIncludes,
  readPage,
  readSearches,
  readSort,
  readUpdatedSince,
} from '../../vocabulary.ts';
import { answerWrite } from '../../writing.ts';
import { idOf, jsonOrFormBody, type Operation } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';

const tags = ['Changelogs'];

const include = Type.Optional(
  Type.String({
    description: 'Semicolon-separated: `posts` (the linked posts as in a list), `attachments`.',
    examples: ['posts;attachments'],
  }),
);

export const changelogOperations = (present: ChangelogPresenter) =>
  ({
    list: {
      schema: {
        operationId: 'listChangelogs',
        summary: 'List changelogs',
        description:
          'A page of changelogs in every state, newest first. A filter given twice means any of its values.',
        tags,
        querystring: Type.Object({
          filters: Type.Optional(
            Type.String({
              description:
                'Semicolon-separated `key:value` pairs. Keys: `state`, `label` (letter case does not count), `search` ' +
                '(every word must begin a word of the title), `updatedSince` (ISO 8601).',
              examples: ['state:published;label:New'],
            }),
          ),
          sortBy: Type.Optional(
            oneOf(changelogSorts, {
              default: 'recent',
              description: '`recent`: by creation. `published`: by `publishedAt`, drafts last.',
            }),
          ),
          ...pageParameters,
          include,
        }),
        response: {
          200: success(
            'A page of changelogs.',
            pageOf('changelogs', Type.Ref('Changelog')),
            pageExample('changelogs', changelogExample),
            'read',
          ),
        },
      },
      errors: ['BAD_REQUEST'],
      async handler(request) {
        const query = request.query as Query;
        const sort = readSort(query, changelogSorts, 'recent');
        const page = await request.wiring.changelogs.page(request.caller, {
          ...readChangelogFilters(query),
          sort,
          page: readPage(query, sort, ['number', 'string']),
          includes: readIncludes(query, changelogIncludes),
        });
        return envelope(request, pageBody('changelogs', page, sort, present));
      },
    },

    read: {
      schema: {
        operationId: 'getChangelog',
        summary: 'Get a changelog',
        description: 'A changelog in any state, with its linked posts and files when asked for.',
        tags,
        params: idParameter('changelog', 'clog'),
        querystring: Type.Object({ include }),
        response: {
          200: success(
            'The changelog.',
            Type.Ref('Changelog'),
            { ...changelogExample, posts: [postExample] },
            'read',
          ),
        },
      },
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      async handler(request) {
        const includes = readIncludes(request.query as Query, changelogIncludes);
        const changelog = await request.wiring.changelogs.get(request.caller, idOf(request), includes);
        return single(request, changelog, present(changelog));
      },
    },

    create: {
      schema: {
        operationId: 'createChangelog',
        summary: 'Create a changelog',
        description:
          'Takes JSON, or a form with files. Publishing announces `changelog.published`; what is scheduled is ' +
          'published when its time comes.',
        tags,
        body: jsonOrFormBody(ChangelogIn, asForm(ChangelogIn)),
        response: {
          201: success('The new changelog.', Type.Ref('Changelog'), changelogWrittenExample),
        },
      },
      errors: ['BAD_REQUEST', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
      form: { schema: asForm(ChangelogIn), fileFields },
      async handler(request, reply) {
        const body = request.body as Static<typeof ChangelogIn>;
        const draft = { ...readEdit(body), title: body.title };
        return answerWrite(
          request,
          reply,
          (caller) => request.wiring.changelogs.create(caller, draft, request.upload),
          (view) => ({ status: 201, data: present(view), version: view.version }),
        );
      },
    },

    update: {
      schema: {
        operationId: 'updateChangelog',
        summary: 'Update a changelog',
        description:
          'Changes only what is sent; `linkedPostIds` and `labels` replace what is there, files are added to it. ' +
          'The slug stays when the title changes.',
        tags,
        params: idParameter('changelog', 'clog'),
        body: jsonOrFormBody(ChangelogPatchIn, asForm(ChangelogPatchIn)),
        response: {
          200: success('The changelog as it is now.', Type.Ref('Changelog'), changelogWrittenExample),
        },
      },
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
      form: { schema: asForm(ChangelogPatchIn), fileFields },
      async handler(request, reply) {
        const body = request.body as Static<typeof ChangelogPatchIn>;
        const { title, removeAttachmentIds } = body;
        const patch = { ...readEdit(body), title, removeAttachmentIds };
        return answerWrite(
          request,
          reply,
          (caller) => request.wiring.changelogs.update(caller, idOf(request), patch, request.upload),
          (view) => ({ data: present(view), version: view.version }),
        );
      },
    },

    remove: removal({
      operationId: 'deleteChangelog',
      summary: 'Delete a changelog',
      description: 'With its files. The linked posts stay as they are.',
      tags,
      thing: 'changelog',
      prefix: 'clog',
      remove: (wiring, caller, id) => wiring.changelogs.remove(caller, id),
    }),
  }) satisfies Record<string, Operation>;

function readChangelogFilters(
  query: Query,
): Pick<ChangelogListQuery, 'states' | 'labels' | 'searches' | 'updatedSince'> {
  const filters = readFilters(query);
  const states = filters.get('state');
  const labels = filters.get('label');
  const search = filters.get('search');
  const updatedSince = filters.get('updatedSince');
  return {
    ...(states && { states: changelogStates.filter((state) => states.includes(state)) }),
    ...(labels && { labels }),
    ...(search && { searches: readSearches(search) }),
    ...(updatedSince && { updatedSince: readUpdatedSince(updatedSince) }),
  };
}

const readEdit = (body: Static<typeof ChangelogPatchIn>): ChangelogEdit => ({
  slug: body.slug,
  content: body.content,
  contentFormat: body.contentFormat,
  labels: body.labels,
  state: body.state,
  publishedAt: body.publishedAt,
  linkedPostIds: body.linkedPostIds,
  completeLinkedPosts: body.completeLinkedPosts,
});
