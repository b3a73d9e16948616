import type { HomeTexts } from './home.en.ts';

export const zh: HomeTexts = {
  title: '快速开始',
  text: '五个起步步骤。完成四个后，此页面会消失。',
  hide: '隐藏此页面',
  done: '已完成',
  sample: {
    title: '用示例数据试用',
    text: '十二个帖子，带有投票、状态和标签。之后可以移除；您修改过的内容会保留。',
    add: '添加示例数据',
    adding: '正在添加示例数据…',
    remove: '移除示例数据',
    removing: '正在移除示例数据…',
    show: '查看帖子',
  },
  bring: {
    title: '导入已有数据',
    text: '来自 Canny、Fider、Featurebase、Quackback、Productboard 或任意表格。添加之前会先显示预览。',
    act: '导入',
  },
  connect: {
    title: '连接您的应用',
    text: '您的应用使用 API 密钥发送反馈。创建一个密钥，并用随后出现的命令试一试。',
    act: '创建 API 密钥',
    keyName: '第一个应用',
    once: '密钥只在此处显示一次。请像密码一样妥善保管。',
    command: '命令',
    firstPost: '我的第一个帖子',
    waiting: '正在等待第一个请求…',
    show: 'API 密钥',
  },
  invite: { title: '邀请同事', text: '让更多同事一起阅读反馈。', act: '邀请' },
  site: {
    title: '启用公开站点',
    text: '您的用户在那里阅读、投票和发帖。在您决定之前，任何内容都不会公开。',
    act: '设置',
  },
};
