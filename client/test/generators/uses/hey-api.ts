import type { Connect } from '../generated-client';
import { createPost, getPost, listPosts, type PostForm } from './earshot';
import { createClient, formDataBodySerializer } from './earshot/client';

export const connect: Connect = (baseUrl, key) => {
  const client = createClient({ baseUrl, auth: key });
  return {
    async createFromJson(title) {
      const { data } = await createPost({ client, body: { title, description: 'At **night**.' } });
      return data?.data.id ?? '';
    },
    async createWithFile(title, file) {
      const body: PostForm = { title, attachments: [file] };
      const { data } = await createPost({
        client,
        body,
        ...formDataBodySerializer,
        headers: { 'Content-Type': null },
      });
      return (data?.data.attachments ?? []).map(({ fileName }) => fileName);
    },
    async list() {
      const { data } = await listPosts({ client, query: { limit: 10, sortBy: 'recent' } });
      const posts = data?.data.posts ?? [];
      return posts[0] === undefined ? [] : [posts[0].title, ...posts.slice(1).map(({ title }) => title)];
    },
    async read(id) {
      const { data } = await getPost({ client, path: { id } });
      return { title: data?.data.title ?? '', firstNode: data?.data.description.content[0]?.type };
    },
    async readUnknown(id) {
      const { error } = await getPost({ client, path: { id } });
      return error?.error.code ?? '';
    },
  };
};
