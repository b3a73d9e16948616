import type { Connect } from '../generated-client';
import { createPost, type createPostResponse, getCreatePostUrl, getPost, listPosts } from './earshot';
import { configure, earshotFetch } from './earshot-fetch';

export const connect: Connect = (baseUrl, key) => {
  configure(baseUrl, key);
  return {
    async createFromJson(title) {
      const answer = await createPost({ title, description: 'At **night**.' });
      return answer.status === 201 ? answer.data.data.id : '';
    },
    async createWithFile(title, file) {
      const body = new FormData();
      body.append('title', title);
      body.append('attachments', file);
      const answer = await earshotFetch<createPostResponse>(getCreatePostUrl(), { method: 'POST', body });
      if (answer.status !== 201) return [];
      return (answer.data.data.attachments ?? []).map(({ fileName }) => fileName);
    },
    async list() {
      const answer = await listPosts({ limit: 10, sortBy: 'recent' });
      if (answer.status !== 200) return [];
      const { posts } = answer.data.data;
      return [posts[0].title, ...posts.slice(1).map(({ title }) => title)];
    },
    async read(id) {
      const answer = await getPost(id);
      if (answer.status !== 200) throw new Error(`Status ${answer.status}`);
      const { title, description } = answer.data.data;
      return { title, firstNode: description.content[0]?.type };
    },
    async readUnknown(id) {
      const answer = await getPost(id);
      return answer.status === 404 ? answer.data.error.code : '';
    },
  };
};
