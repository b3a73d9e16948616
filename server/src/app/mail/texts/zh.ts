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
  signIn: {
    subject: (site) => `登录 ${site}`,
    signsIn: (site) => `通过此链接登录 ${site}。`,
    votes: (site) => `通过此链接登录 ${site}，您的投票随即生效。`,
    lasts: '链接一小时内有效，只能使用一次。',
    button: '登录',
    reason: (site) =>
      `有人在 ${site} 的登录页面输入了此邮箱地址。如果不是您本人，无需任何操作：没有此链接，任何人都无法登录。`,
  },
  invite: {
    subject: (workspace) => `加入 ${workspace}`,
    invites: (inviter, workspace) => `${inviter} 邀请您加入 Earshot 上的 ${workspace}。`,
    lasts: '链接一周内有效，只能使用一次。',
    button: '加入',
    reason: (inviter) => `${inviter} 输入了此邮箱地址。如果您不认识对方，无需任何操作。`,
  },
  leave: {
    title: '停止接收这类邮件',
    asks: {
      notices: (sender) => `不再通过邮件接收来自 ${sender} 的消息？`,
      sign_in: (sender) => `不再通过邮件接收来自 ${sender} 的登录链接？`,
    },
    button: '停止接收这类邮件',
    done: {
      notices: (sender) => `已完成。${sender} 不会再向您发送消息邮件。`,
      sign_in: (sender) => `已完成。${sender} 不会再向此地址发送登录链接。`,
    },
  },
};
