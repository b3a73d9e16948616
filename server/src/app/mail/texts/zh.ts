// The words of mails in Chinese.

import type { MailTexts } from './en.ts';

export const zh: MailTexts = {
  test: {
    subject: (sender) => `来自 ${sender} 的测试邮件`,
    works: '邮件功能正常。',
    looks: '您的邮件就是这个样子。',
    button: '打开 Earshot',
    reason: (workspace) => `您在 ${workspace} 的设置中请求了这封测试邮件。`,
  },
};
