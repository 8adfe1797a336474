import type { LanguageText } from './language-text.ts';

export const wordsZhCn: LanguageText = {
  product: '园丁鸟工具集',
  foot: '这封邮件由{product}自动发出。如果您不是收件人，请忽略。',
  templates: {
    activation: {
      subject: '激活您的账号',
      mail: [
        '您好！',
        '{email} 刚刚注册了{product}。点击下面的链接激活账号，链接 24 小时内有效：',
        '{link}',
        '如果不是您本人注册，请忽略这封邮件。',
      ],
      sms: '请在 24 小时内打开链接激活账号：{link}',
    },
    'sign-up-known': {
      subject: '您已经有账号了',
      mail: [
        '有人用这个邮箱注册，但这个邮箱已经有账号，所以没有新建账号。',
        '如果是您，请直接登录；忘记密码可以在登录页找回：',
        '{link}',
      ],
      sms: '这个号码已经有账号，请直接登录：{link}',
    },
    code: {
      subject: '验证码 {code}',
      mail: [
        '您的验证码是：',
        '{code}',
        '10 分钟内有效，只能使用一次。不要告诉任何人，我们的员工也不会向您索要。',
      ],
      sms: '验证码 {code}，10 分钟内有效，请勿告诉他人。',
    },
    invitation: {
      subject: '{inviter} 邀请您加入 {merchant}',
      mail: [
        '{inviter} 邀请您加入 {merchant}，一起使用{product}。',
        '请在 72 小时内点击下面的链接，设置密码并加入；链接只能用一次：',
        '{link}',
      ],
      sms: '{inviter} 邀请您加入 {merchant}：{link}',
    },
    'invitation-known': {
      subject: '{inviter} 邀请您加入 {merchant}',
      mail: [
        '{inviter} 邀请您加入 {merchant}，一起使用{product}。',
        '这个邮箱已经有账号，而一个账号只能属于一个商家。如果要加入，请让对方邀请您的另一个邮箱。',
      ],
      sms: '{inviter} 邀请您加入 {merchant}，但这个邮箱已经有账号。请让对方邀请您的另一个邮箱。',
    },
    'password-changed': {
      subject: '密码已修改',
      mail: [
        '您的账号密码刚刚被修改，其他设备上的登录已全部退出。',
        '如果不是您本人操作，请立即在登录页通过“忘记密码”重设密码。',
      ],
      sms: '您的账号密码刚刚被修改。如非本人操作，请立即重设密码。',
    },
    'address-changed': {
      subject: '联系方式已变更',
      mail: [
        '您账号的联系方式刚刚变更。',
        '新的联系方式：{address}',
        '如果不是您本人操作，请立即联系管理员。',
      ],
      sms: '您账号的联系方式刚刚变更。如非本人操作，请立即联系管理员。',
    },
    'sign-in-guessed': {
      subject: '有人多次尝试登录您的账号',
      mail: ['{sentence}', '修改密码或开启两步验证，请打开：', '{link}'],
      sms: '{sentence}',
    },
    notification: { subject: '{sentence}', mail: ['{sentence}', '{link}'], sms: '{sentence}' },
    'task-invitation': {
      subject: '{inviter} 邀请您参与任务“{task}”',
      mail: ['{inviter} 邀请您参与选品任务“{task}”。', '{link}'],
      sms: '{inviter} 邀请您参与任务“{task}”：{link}',
    },
  },
};
