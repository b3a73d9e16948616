// The texts of the inbox in Chinese.

import type { InboxTexts } from './inbox.en.ts';

export const zh: InboxTexts = {
  allDone: '全部完成',
  doneButton: '完成',
  emptyText: '新的帖子、评论和提及会显示在这里。',
  emptyTitle: '全部处理完毕。',
  later: {
    title: '稍后处理',
    tomorrow: '明天',
    nextWeek: '下周',
    pick: '选择时间…',
    none: '无匹配项。',
    until: '直到',
    submit: '推迟',
    past: '请选择将来的时间。',
  },
  laterButton: '稍后',
  more: '还有更多，处理完这些后会显示。',
  notices: {
    done: '已完成。',
    later: (when) => `将于 ${when} 再次显示。`,
    allDone: '全部已完成。',
  },
  postLabel: '帖子',
  rows: {
    new: (by) => by,
    comment: (by) => `${by}：`,
    note: (by) => `${by} 的备注：`,
    mention: (by) => `${by} 提到了您：`,
    handover: (by) => `${by} 分配给了您`,
    later: (_by) => '您推迟到了现在',
    someone: '有人',
  },
  mail: {
    title: '收件箱邮件',
    unproven: '您的邮箱地址未确认，因此不会发送邮件。请通过身份提供商登录，或联系运维人员。',
    handOvers: '有人将帖子分配给我时',
    mentions: '有人提到我时',
    digest: '摘要',
    digestHint: '早上八点发送，仅在有新内容时。',
    digests: { off: '关闭', daily: '每天', weekly: '每周一' },
    saved: '已保存。',
  },
};
