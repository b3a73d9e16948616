// The operations on changelogs.

import Type, { type Static } from 'typebox';
import { changelogIncludes } from '../../../app/changelog/changelog-includes.ts';
import type { ChangelogEdit } from '../../../app/changelog/changelogs.ts';
import { type ChangelogSort, changelogStates } from '../../../domain/changelog/changelog.ts';
import {
  ChangelogForm,
  ChangelogIn,
  ChangelogPatchForm,
  ChangelogPatchIn,
  type ChangelogPresenter,
  ChangelogPublishIn,
  changelogExample,
  changelogWrittenExample,
} from '../../../shapes/changelog/changelog.ts';
import { postExample } from '../../../shapes/feedback/post.ts';
import { idParameter } from '../../../shapes/kernel/common.ts';
import { readNotify } from '../../../shapes/kernel/notify.ts';
import { wouldNotifyExample } from '../../../shapes/mail/would-notify.ts';
import { among, instant, many, words } from '../../input/filters.ts';
import { includeTable } from '../../input/includes.ts';
import type { KeyShape } from '../../input/vocabulary.ts';
import { success } from '../../openapi/responses.ts';
import { single } from '../../output/envelope.ts';
import { list } from '../kernel/list.ts';
import { orWouldNotify, wiringFor, withWouldNotify } from '../kernel/notify.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';
import { removal } from '../kernel/removal.ts';

const tags = ['Changelogs'];
const params = idParameter('changelog', 'clog');

const includes = includeTable(changelogIncludes, 'posts;attachments', {
  posts: 'the linked posts, with the same fields as in a list',
});

export const changelogOperations = (present: ChangelogPresenter) =>
  ({
    list: listChangelogs(present),
    read: getChangelog(present),
    create: createChangelog(present),
    update: updateChangelog(present),
    remove: deleteChangelog,
    publish: publishChangelog(present),
  }) satisfies Record<string, Operation>;

const changelogSorts: Record<ChangelogSort, KeyShape> = {
  recent: ['number', 'string'],
  published: ['number', 'string'],
};

const listChangelogs = (present: ChangelogPresenter) =>
  list({
    operationId: 'listChangelogs',
    summary: 'List changelogs',
    description:
      'A page of changelogs in any state, newest first. A filter given more than once matches any of its values.',
    tags,
    plural: 'changelogs',
    shape: 'Changelog',
    example: changelogExample,
    filters: {
      state: among('states', changelogStates),
      label: many('labels', 'case-insensitive'),
      search: words('searches', 'the title'),
      updatedSince: instant('updatedSince'),
    },
    filterExamples: ['state:published;label:New'],
    sorts: changelogSorts,
    sortNote: '`recent`: by creation time. `published`: by `publishedAt`, drafts last.',
    includes,
    read: ({ wiring, caller }, { filters, ...asked }) =>
      wiring.changelogs.page(caller, { ...filters, ...asked }),
    present,
  });

const getChangelog = (present: ChangelogPresenter) =>
  operation({
    operationId: 'getChangelog',
    summary: 'Get a changelog',
    description: 'A changelog in any state. Use `include` for its linked posts and files.',
    tags,
    params,
    query: { include: includes.parameter },
    responses: {
      200: success(
        'The changelog.',
        Type.Ref('Changelog'),
        { ...changelogExample, posts: [postExample] },
        'read',
      ),
    },
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
    async handler(request) {
      const { wiring, caller, params, query } = request;
      const changelog = await wiring.changelogs.get(caller, params.id, includes.read(query));
      return single(request, changelog, present(changelog));
    },
  });

const createChangelog = (present: ChangelogPresenter) =>
  write({
    operationId: 'createChangelog',
    summary: 'Create a changelog',
    description:
      'Accepts JSON, or a multipart form with files. Publishing emits `changelog.published`. A scheduled changelog ' +
      'is published automatically at `publishedAt`.',
    tags,
    body: ChangelogIn,
    form: ChangelogForm,
    responses: { 201: success('The new changelog.', orWouldNotify('Changelog'), changelogWrittenExample) },
    errors: [],
    run: (request, caller) => {
      const { body, upload } = request;
      const { changelogs } = wiringFor(request, body);
      return changelogs.create(caller, { ...readEdit(body), title: body.title }, upload);
    },
    answer: (view) => ({ status: 201, data: withWouldNotify(present(view), view), version: view.version }),
  });

const updateChangelog = (present: ChangelogPresenter) =>
  write({
    operationId: 'updateChangelog',
    summary: 'Update a changelog',
    description:
      'Changes only the fields you send. `linkedPostIds` and `labels` replace the existing values; files are added ' +
      'to the existing ones. Changing the title does not change the slug.',
    tags,
    params,
    body: ChangelogPatchIn,
    form: ChangelogPatchForm,
    responses: {
      200: success('The updated changelog.', orWouldNotify('Changelog'), changelogWrittenExample),
    },
    errors: ['NOT_FOUND'],
    run(request, caller) {
      const { params, body, upload } = request;
      const { title, removeAttachmentIds } = body;
      const patch = { ...readEdit(body), title, removeAttachmentIds };
      return wiringFor(request, body).changelogs.update(caller, params.id, patch, upload);
    },
    answer: (view) => ({ data: withWouldNotify(present(view), view), version: view.version }),
  });

const publishChangelog = (present: ChangelogPresenter) =>
  write({
    operationId: 'publishChangelog',
    summary: 'Publish a changelog',
    description:
      'Publishes a draft or a scheduled changelog now, and tells people by mail if you say so: those who follow one of ' +
      'its public linked posts. No one is told twice of the same changelog. With `dryRun`, or under a test key, nothing ' +
      'is published or sent, and `wouldNotify` says who would be told.',
    tags,
    params,
    body: ChangelogPublishIn,
    responses: {
      200: success('The published changelog.', orWouldNotify('Changelog'), {
        ...changelogWrittenExample,
        wouldNotify: wouldNotifyExample,
      }),
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
    conditional: true,
    run: (request, caller) =>
      wiringFor(request, request.body).changelogs.publish(
        caller,
        request.params.id,
        readNotify(request.body.notify) ?? null,
      ),
    answer: (view) => ({ data: withWouldNotify(present(view), view), version: view.version }),
  });

const deleteChangelog = removal({
  operationId: 'deleteChangelog',
  summary: 'Delete a changelog',
  description: 'Also deletes its files. The linked posts do not change.',
  tags,
  thing: 'changelog',
  prefix: 'clog',
  remove: (wiring, caller, id) => wiring.changelogs.remove(caller, id),
});

const readEdit = (body: Static<typeof ChangelogPatchIn>): ChangelogEdit => ({
  slug: body.slug,
  content: body.content,
  contentFormat: body.contentFormat,
  labels: body.labels,
  state: body.state,
  publishedAt: body.publishedAt,
  linkedPostIds: body.linkedPostIds,
  completeLinkedPosts: body.completeLinkedPosts,
  notify: readNotify(body.notify),
});
