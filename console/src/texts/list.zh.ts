import type { ListTexts } from './list.en.ts';

export const zh: ListTexts = {
  views: {
    all: '全部帖子',
    label: '视图',
    menu: (name: string) => `“${name}”的操作`,
    save: '保存视图',
    saveAs: '另存为新视图…',
    update: '更新视图',
    reset: '重置',
    edit: '重命名或共享…',
    editTitle: '编辑视图',
    delete: '删除视图',
    name: '名称',
    shared: '与团队共享',
    sharedHint: '工作区的所有成员都能看到并修改它。',
    stays: '只有创建视图的成员才能取消共享。',
    saved: (name: string) => `视图“${name}”已保存。`,
    updated: (name: string) => `视图“${name}”已更新。`,
    deleted: (name: string) => `视图“${name}”已删除。`,
    goneTitle: '找不到该视图',
    goneText: '它已被删除，或不再共享。',
    full: '一个工作区最多有 500 个视图。请先删除一个。',
  },
};
