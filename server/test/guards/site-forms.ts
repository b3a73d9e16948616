// A valid form of each kind that visitors of a public site send, for guards that try all of them.

import type { FormKind } from '../../src/http/public/places.ts';

/** What the forms are about. */
export interface SiteThings {
  /** A public post of someone else. */
  postId: string;
  /** What the visitor sent. */
  ownPostId: string;
  ownCommentId: string;
  waitingId: string;
}

export interface SiteForm {
  /** Below the site. */
  path: string;
  fields: Record<string, string>;
}

/** In an order in which all of them succeed. */
export const siteForms: Record<FormKind, (things: SiteThings) => SiteForm> = {
  follow: ({ postId }) => ({ path: `/posts/${postId}/follow`, fields: { follow: '1', returnTo: '/' } }),
  vote: ({ postId }) => ({ path: `/posts/${postId}/vote`, fields: { vote: '1', returnTo: '/' } }),
  report: ({ postId }) => ({ path: `/posts/${postId}/report`, fields: { reason: 'Advertising' } }),
  sendPost: () => ({ path: '/posts', fields: { title: 'Another wish', text: 'With **words**.' } }),
  sendComment: ({ postId }) => ({
    path: `/posts/${postId}/comments`,
    fields: { text: 'Me too', parentId: '' },
  }),
  editPost: ({ ownPostId }) => ({ path: `/posts/${ownPostId}/edit`, fields: { text: 'Other words' } }),
  editComment: ({ ownCommentId }) => ({
    path: `/comments/${ownCommentId}/edit`,
    fields: { text: 'Changed' },
  }),
  removeComment: ({ ownCommentId }) => ({ path: `/comments/${ownCommentId}/delete`, fields: {} }),
  removePost: ({ ownPostId }) => ({ path: `/posts/${ownPostId}/delete`, fields: {} }),
  withdraw: ({ waitingId }) => ({ path: `/submissions/${waitingId}/withdraw`, fields: {} }),
  mailSettings: () => ({ path: '/mine/mail', fields: { answers: '1', language: 'de' } }),
  resumeMail: () => ({ path: '/mine/mail/resume', fields: {} }),
  subscribe: () => ({ path: '/mine/subscribe', fields: { subscribe: '1', returnTo: '/changelog' } }),
  signOut: () => ({ path: '/sign-out', fields: {} }),
  leave: () => ({ path: '/mine/delete', fields: {} }),
};

const aboutThemselves: readonly FormKind[] = ['mailSettings', 'resumeMail', 'subscribe', 'signOut', 'leave'];

/** Whether the path of the form names something. */
export const namesThing = (kind: FormKind): boolean => ![...aboutThemselves, 'sendPost'].includes(kind);

/** Makes the things. `send` sends a form of the visitor, and returns where it leads. */
export async function makeSiteThings(
  // biome-ignore lint/suspicious/noExplicitAny: the data of every operation, looked into by name.
  ask: (asked: { method: string; path: string; body: object }) => Promise<any>,
  send: (form: SiteForm) => Promise<string>,
): Promise<SiteThings> {
  const settle = (settings: object) => ask({ method: 'PATCH', path: '/site', body: settings });
  const sentId = async (form: SiteForm): Promise<string> => {
    const url = await send(form);
    const [id] = /(?:post|cmt|sub)_\w+$/.exec(url) ?? [];
    if (id === undefined) throw new Error(`${form.path} led to ${url}.`);
    return id;
  };
  await settle({ visibility: 'public', moderation: 'none' });
  const body = { title: 'A public wish', visibility: 'public' };
  const { id: postId } = await ask({ method: 'POST', path: '/posts', body });
  const post = (title: string) => sentId({ path: '/posts', fields: { title, text: 'Words' } });
  const ownPostId = await post('A wish of a visitor');
  const ownCommentId = await sentId({ path: `/posts/${postId}/comments`, fields: { text: 'I agree' } });
  await settle({ moderation: 'all' });
  const waitingId = await post('A wish that waits');
  await settle({ moderation: 'none' });
  return { postId, ownPostId, ownCommentId, waitingId };
}
