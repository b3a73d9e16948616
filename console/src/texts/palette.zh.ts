import type { PaletteTexts } from './palette.en.ts';

export const zh: PaletteTexts = {
  kinds: { action: '操作', page: '页面', settings: '设置' },
  newEntry: '新建更新日志条目',
  nothingFound: '未找到结果。请尝试更少或更短的词。',
  searching: '正在搜索…',
  theme: (name) => `外观：${name}`,
};
