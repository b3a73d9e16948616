// The names of the statuses and types that a workspace starts with, by their slugs. The server writes the English ones.

import type { Language } from './texts.tsx';

type Names = Readonly<Record<string, string>>;

export const defaultNames: Record<Language, { statuses: Names; postTypes: Names }> = {
  en: {
    statuses: {
      open: 'Open',
      'under-review': 'Under review',
      planned: 'Planned',
      'in-progress': 'In progress',
      complete: 'Complete',
      closed: 'Closed',
    },
    postTypes: {
      'feature-request': 'Feature request',
      'bug-report': 'Bug report',
      improvement: 'Improvement',
    },
  },
  de: {
    statuses: {
      open: 'Offen',
      'under-review': 'In Prüfung',
      planned: 'Geplant',
      'in-progress': 'In Arbeit',
      complete: 'Umgesetzt',
      closed: 'Geschlossen',
    },
    postTypes: {
      'feature-request': 'Funktionswunsch',
      'bug-report': 'Fehlerbericht',
      improvement: 'Verbesserung',
    },
  },
  zh: {
    statuses: {
      open: '待处理',
      'under-review': '审核中',
      planned: '已计划',
      'in-progress': '进行中',
      complete: '已完成',
      closed: '已关闭',
    },
    postTypes: { 'feature-request': '功能请求', 'bug-report': '错误报告', improvement: '改进' },
  },
};
