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
  author: {
    title: '作者',
    alsoAsked: '其他反馈',
    more: (shown) => `还有 ${shown} 个`,
  },
  copying: {
    link: '复制链接',
    linkDone: '链接已复制。',
    markdown: '复制为 Markdown',
    markdownDone: '已复制为 Markdown。',
    failed: '浏览器不允许复制。',
  },
  events: {
    formerMember: '前成员',
    merged: (who) => (who === undefined ? '有帖子合并到此帖子' : `${who} 将一个帖子合并到此帖子`),
    noOwner: (before, who) =>
      who === undefined ? `${before} 不再是负责人` : `${who} 取消了 ${before} 的负责人身份`,
    owner: (owner, who) => (who === undefined ? `${owner} 成为负责人` : `${who} 将负责人设为 ${owner}`),
    ownerChanged: (who) => (who === undefined ? '负责人已更改' : `${who} 更改了负责人`),
    published: (who) => (who === undefined ? '已公开' : `${who} 将其公开`),
    shipped: '已随更新日志发布',
    status: (from, to, who) =>
      who === undefined ? `状态由“${from}”改为“${to}”` : `${who} 将状态由“${from}”改为“${to}”`,
    statusSet: (to, who) => (who === undefined ? `状态设为“${to}”` : `${who} 将状态设为“${to}”`),
    unpublished: (who) => (who === undefined ? '已设为内部' : `${who} 将其设为内部`),
    votes: (shown) => `已获得 ${shown} 票`,
  },
  mentions: {
    members: '可提及的成员',
  },
  view: {
    details: '详情',
    editTitle: '编辑标题',
    looksLike: '类似于',
    merge: '合并',
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
