import createClient from 'openapi-fetch';
import type { Connect } from '../generated-client';
import type { paths } from './earshot';

export const connect: Connect = (baseUrl, key) => {
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
  return {
    async createFromJson(title) {
      const { data } = await api.POST('/posts', { body: { title, description: 'At **night**.' } });
      return data?.data.id ?? '';
    },
    async createWithFile(title, file) {
      const { data } = await api.POST('/posts', {
        body: { title },
        bodySerializer(fields) {
          const form = new FormData();
          form.append('title', fields.title);
          form.append('attachments', file);
          return form;
        },
      });
      return (data?.data.attachments ?? []).map(({ fileName }) => fileName);
    },
    async list() {
      const { data } = await api.GET('/posts', { params: { query: { limit: 10, sortBy: 'recent' } } });
      const posts = data?.data.posts ?? [];
      return posts[0] === undefined ? [] : [posts[0].title, ...posts.slice(1).map(({ title }) => title)];
    },
    async read(id) {
      const { data } = await api.GET('/posts/{id}', { params: { path: { id } } });
      return { title: data?.data.title ?? '', firstNode: data?.data.description.content[0]?.type };
    },
    async readUnknown(id) {
      const { error } = await api.GET('/posts/{id}', { params: { path: { id } } });
      return error?.error.code ?? '';
    },
  };
};
