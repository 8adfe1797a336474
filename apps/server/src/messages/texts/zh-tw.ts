import type { LanguageText } from './language-text.ts';

export const wordsZhTw: LanguageText = {
  product: '園丁鳥工具集',
  foot: '這封郵件由{product}自動寄出。如果您不是收件人，請忽略。',
  templates: {
    activation: {
      subject: '啟用您的帳號',
      mail: [
        '您好！',
        '{email} 剛剛註冊了{product}。請點選以下連結啟用帳號，連結在 24 小時內有效：',
        '{link}',
        '如非您本人註冊，請忽略此信。',
      ],
      sms: '請在 24 小時內開啟連結以啟用帳號：{link}',
    },
    'sign-up-known': {
      subject: '您已經有帳號了',
      mail: [
        '有人用這個信箱註冊，但這個信箱已經有帳號，所以沒有建立新帳號。',
        '如果是您，請直接登入；忘記密碼請在登入頁重設：',
        '{link}',
      ],
      sms: '這個號碼已經有帳號，請直接登入：{link}',
    },
    code: {
      subject: '驗證碼 {code}',
      mail: [
        '您的驗證碼是：',
        '{code}',
        '10 分鐘內有效，只能使用一次。請勿告訴任何人，我們的員工也不會向您索取。',
      ],
      sms: '驗證碼 {code}，10 分鐘內有效，請勿告訴他人。',
    },
    invitation: {
      subject: '{inviter} 邀請您加入 {merchant}',
      mail: [
        '{inviter} 邀請您加入 {merchant}，一起使用{product}。',
        '請在 72 小時內點選以下連結，設定密碼並加入；連結只能用一次：',
        '{link}',
      ],
      sms: '{inviter} 邀請您加入 {merchant}：{link}',
    },
    'invitation-known': {
      subject: '{inviter} 邀請您加入 {merchant}',
      mail: [
        '{inviter} 邀請您加入 {merchant}，一起使用{product}。',
        '這個信箱已經有帳號，而一個帳號只能屬於一個商家。如果要加入，請邀請人改寄到您的其他信箱。',
      ],
      sms: '{inviter} 邀請您加入 {merchant}，但這個信箱已經有帳號。請邀請人改寄到您的其他信箱。',
    },
    'password-changed': {
      subject: '密碼已變更',
      mail: [
        '您的帳號密碼剛剛變更，其他裝置已全部登出。',
        '如果不是您本人操作，請立即在登入頁透過「忘記密碼」重設密碼。',
      ],
      sms: '您的帳號密碼剛剛變更。如非本人操作，請立即重設密碼。',
    },
    'address-changed': {
      subject: '聯絡方式已變更',
      mail: [
        '您帳號的聯絡方式剛剛變更。',
        '新的聯絡方式：{address}',
        '如果不是您本人操作，請立即聯絡管理員。',
      ],
      sms: '您帳號的聯絡方式剛剛變更。如非本人操作，請立即聯絡管理員。',
    },
    'sign-in-guessed': {
      subject: '有人多次嘗試登入您的帳號',
      mail: ['{sentence}', '如需變更密碼或啟用兩步驟驗證，請前往：', '{link}'],
      sms: '{sentence}',
    },
    notification: { subject: '{sentence}', mail: ['{sentence}', '{link}'], sms: '{sentence}' },
    'task-invitation': {
      subject: '{inviter} 邀請您參與任務「{task}」',
      mail: ['{inviter} 邀請您參與採集任務「{task}」。', '{link}'],
      sms: '{inviter} 邀請您參與任務「{task}」：{link}',
    },
  },
};
