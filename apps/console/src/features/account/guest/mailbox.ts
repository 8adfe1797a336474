/** Webmail addresses of the larger mail providers. */
const mailboxes: Record<string, string> = {
  'qq.com': 'https://mail.qq.com/',
  'foxmail.com': 'https://mail.qq.com/',
  '163.com': 'https://mail.163.com/',
  '126.com': 'https://mail.126.com/',
  'yeah.net': 'https://mail.yeah.net/',
  'sina.com': 'https://mail.sina.com.cn/',
  'sina.cn': 'https://mail.sina.com.cn/',
  'sohu.com': 'https://mail.sohu.com/',
  'aliyun.com': 'https://mail.aliyun.com/',
  '139.com': 'https://mail.10086.cn/',
  'gmail.com': 'https://mail.google.com/',
  'outlook.com': 'https://outlook.live.com/mail/',
  'hotmail.com': 'https://outlook.live.com/mail/',
  'live.com': 'https://outlook.live.com/mail/',
  'yahoo.com': 'https://mail.yahoo.com/',
  'yahoo.com.br': 'https://mail.yahoo.com/',
  'icloud.com': 'https://www.icloud.com/mail/',
  'uol.com.br': 'https://email.uol.com.br/',
  'bol.com.br': 'https://email.bol.uol.com.br/',
  'terra.com.br': 'https://mail.terra.com.br/',
};

/** Returns the webmail page of this address; null if it is not known. */
export function mailboxOf(email: string): string | null {
  return mailboxes[email.slice(email.lastIndexOf('@') + 1).toLowerCase()] ?? null;
}
