import type { PostTexts } from './post.en.ts';

export const zh: PostTexts = {
  changed: (_count, shown) => `已更改 ${shown} 个帖子。`,
  merging: {
    running: (_count, shown) => `正在合并 ${shown} 个帖子…`,
    failed: (title) => `无法合并“${title}”`,
    failedMany: (_count, shown) => `无法合并 ${shown} 个帖子`,
    stopped: '已停止。其余帖子未合并。',
  },
  pickers: {
    titles: {
      status: '更改状态',
      owner: '更改负责人',
      tags: '更改标签',
      type: '更改类型',
      merge: '合并到',
    },
    ofMany: (title, _count, shown) => `${title} · ${shown} 个帖子`,
    findOwner: '输入以查找成员',
    findTag: '输入以查找或创建标签',
    findType: '输入以查找类型',
    noMatch: '没有匹配项。',
  },
  deleting: {
    done: (_count, shown) => `已删除 ${shown} 个帖子。`,
    running: (_count, shown) => `正在删除 ${shown} 个帖子…`,
    failed: (title) => `无法删除“${title}”`,
    failedMany: (_count, shown) => `无法删除 ${shown} 个帖子`,
    stopped: '已停止。其余帖子未删除。',
  },
  view: {
    details: '详情',
    next: '下一个帖子',
    noteTab: '备注',
    previous: '上一个帖子',
    replyTab: '回复',
    write: '撰写',
  },
  fields: {
    noOwner: '暂无',
    noTags: '无',
    changeOf: (label, value) => `${label}：${value}。更改`,
  },
};
