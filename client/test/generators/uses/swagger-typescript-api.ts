import type { Connect } from '../generated-client';
import { Api, type ApiError, ContentType, type PostDetailEnvelope } from './earshot';

export const connect: Connect = (baseUrl, key) => {
  const api = new Api({
    baseUrl,
    baseApiParams: { headers: { authorization: `Bearer ${key}` } },
  });
  return {
    async createFromJson(title) {
      const { data } = await api.posts.createPost({ title, description: 'At **night**.' });
      return data.data.id;
    },
    async createWithFile(title, file) {
      const body = new FormData();
      body.append('title', title);
      body.append('attachments', file);
      const { data } = await api.request<PostDetailEnvelope, ApiError>({
        path: '/posts',
        method: 'POST',
        body,
        type: ContentType.FormData,
        format: 'json',
      });
      return (data.data.attachments ?? []).map(({ fileName }) => fileName);
    },
    async list() {
      const { data } = await api.posts.listPosts({ limit: 10, sortBy: 'recent' });
      const { posts } = data.data;
      return [posts[0].title, ...posts.slice(1).map(({ title }) => title)];
    },
    async read(id) {
      const { data } = await api.posts.getPost(id);
      return { title: data.data.title, firstNode: data.data.description.content[0]?.type };
    },
    readUnknown: (id) =>
      api.posts.getPost(id).then(
        () => '',
        ({ error }: { error: ApiError }) => error.error.code,
      ),
  };
};
