// The words of mails in Chinese.

import type { MailTexts } from './en.ts';

export const zh: MailTexts = {
  test: {
    subject: (sender) => `来自 ${sender} 的测试邮件`,
    works: '邮件功能正常。',
    looks: '您的邮件就是这个样子。',
    button: '打开 Earshot',
    reason: (workspace) => `您在 ${workspace} 的设置中请求了这封测试邮件。`,
    marked: (subject) => `[测试] ${subject}`,
    ofEntry: (isEarly) =>
      `您请求了这封测试邮件。${isEarly ? '内容发布后，按钮才能打开。' : ''}在发给他人的邮件中，此处会说明收信原因，下方链接可停止这类邮件；在测试邮件中，这些链接不起作用。`,
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
  replyTo: {
    title: '接收回复',
    subject: (sender) => `接收对 ${sender} 邮件的回复？`,
    asks: (sender) => `${sender} 希望将对其动态邮件的回复发送到此地址。`,
    button: '是的，发送到这里',
    done: (sender) => `已完成。对 ${sender} 动态邮件的回复将发送到此地址。`,
    reason: (workspace) =>
      `有人在 ${workspace} 的设置中输入了此地址。如果您不清楚原因，则无需任何操作：不使用此链接，这里不会收到任何回复。`,
  },
  notice: {
    seePost: '查看反馈',
    follows: (title) => `您收到此邮件，是因为您关注了“${title}”。`,
    voted: (title, sender) => `您收到此邮件，是因为您为“${title}”投过票，${sender} 希望告知您。`,
    subscribes: (sender) => `您收到此邮件，是因为您订阅了 ${sender} 的更新日志。`,
  },
  status: {
    subject: (status, title) => `${status}：${title}`,
    moved: (title, status) => `“${title}”的状态已变为：${status}。`,
  },
  answer: {
    subject: (title) => `有了回复：${title}`,
    says: (sender, title) => `${sender} 回复了“${title}”：`,
  },
  reply: {
    subject: (title) => `有人回复了您的评论：${title}`,
    says: (title) => `您在“${title}”下的评论有了回复：`,
  },
  team: {
    waits: (count) => `有 ${count} 条反馈等待您处理`,
    forYou: '您的团队希望您查看：',
    inInbox: '您的收件箱中有：',
    why: {
      mention: (title) => `有人在“${title}”中提到了您。`,
      handover: (title) => `“${title}”已分配给您。`,
      later: (title) => `您将“${title}”推迟到了现在。`,
      new: (title) => `新反馈：“${title}”。`,
      comment: (title) => `“${title}”有新评论。`,
    },
    more: (count) => `另有 ${count} 条。`,
    button: '打开收件箱',
    reason: (workspace) => `您收到此邮件是因为您是 ${workspace} 的成员。`,
    leave: '停止接收收件箱邮件',
  },
  changelog: {
    ships: (sender, titles, more) =>
      titles.length === 0
        ? `${sender} 的新动态：`
        : `${sender} 的新动态，有关${titles.map((title) => `“${title}”`).join('、')}${more > 0 ? `等 ${titles.length + more} 条反馈` : ''}：`,
    button: '阅读全文',
  },
  leave: {
    title: '停止接收这类邮件',
    asks: {
      changelog: (sender) => `不再通过邮件接收 ${sender} 更新日志的每一条内容？`,
      team: (sender) => `不再接收有关 ${sender} 收件箱的邮件？`,
      post: (sender) => `不再通过邮件接收来自 ${sender} 的有关此反馈的消息？`,
      notices: (sender) => `不再通过邮件接收来自 ${sender} 的消息？`,
      sign_in: (sender) => `不再通过邮件接收来自 ${sender} 的登录链接？`,
    },
    button: '停止接收这类邮件',
    done: {
      changelog: (sender) => `已完成。${sender} 不会再向您发送更新日志的每一条内容。`,
      team: (sender) => `已完成。您不会再收到有关 ${sender} 收件箱的邮件。您可以在账户设置中重新开启。`,
      post: (sender) => `已完成。${sender} 不会再向您发送有关此反馈的邮件。`,
      notices: (sender) => `已完成。${sender} 不会再向您发送消息邮件。`,
      sign_in: (sender) => `已完成。${sender} 不会再向此地址发送登录链接。`,
    },
    ofTest: (sender) => `此链接来自测试邮件，不会停止任何邮件。在 ${sender} 的其他邮件中，它会请收件人确认。`,
    post: '停止接收有关此反馈的邮件',
    changelog: '停止接收更新日志邮件',
    all: '停止接收所有消息邮件',
  },
};
