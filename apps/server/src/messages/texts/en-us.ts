import type { LanguageText } from './language-text.ts';

export const wordsEnUs: LanguageText = {
  product: 'Bowerbird',
  foot: '{product} sent this message automatically. If it was not meant for you, you can ignore it.',
  templates: {
    activation: {
      subject: 'Activate your account',
      mail: [
        'Hello,',
        '{email} was just used to sign up for {product}. Open this link within 24 hours to activate the account:',
        '{link}',
        'If that was not you, do not open it.',
      ],
      sms: 'Open this link within 24 hours to activate your account: {link}',
    },
    'sign-up-known': {
      subject: 'You already have an account',
      mail: [
        'Somebody signed up with this address. It already has an account, so no new one was made.',
        'If that was you, just sign in. A forgotten password can be reset from the sign-in page:',
        '{link}',
      ],
      sms: 'You already have an account. Sign in: {link}',
    },
    code: {
      subject: '{code} is your verification code',
      mail: [
        'Your verification code is',
        '{code}',
        'It works once, within 10 minutes. Give it to nobody: our people never ask for it.',
      ],
      sms: '{code} is your verification code. It works for 10 minutes. Give it to nobody.',
    },
    invitation: {
      subject: '{inviter} invites you to join {merchant}',
      mail: [
        '{inviter} invites you to join {merchant} and work together in {product}.',
        'Open this link within 72 hours to choose a password and join. It works once:',
        '{link}',
      ],
      sms: '{inviter} invites you to join {merchant}: {link}',
    },
    'invitation-known': {
      subject: '{inviter} invites you to join {merchant}',
      mail: [
        '{inviter} invites you to join {merchant} in {product}.',
        'This address already has an account there, and an account belongs to one company only. To join, ask to be invited with another address.',
      ],
      sms: '{inviter} invites you to join {merchant}, but this address already has an account.',
    },
    'password-changed': {
      subject: 'Your password was changed',
      mail: [
        'The password of your account was just changed, and all other devices were signed out.',
        'If that was not you, reset it at once through “Forgot your password?” on the sign-in page.',
      ],
      sms: 'The password of your account was just changed. If that was not you, reset it at once.',
    },
    'address-changed': {
      subject: 'Your way to sign in was changed',
      mail: [
        'The contact of your account was just changed.',
        'The new one is {address}.',
        'If that was not you, tell your administrator at once.',
      ],
      sms: 'The contact of your account was just changed. If that was not you, tell your administrator at once.',
    },
    'sign-in-guessed': {
      subject: 'Repeated failed attempts to sign in to your account',
      mail: ['{sentence}', 'Change your password or turn on two-step sign-in here:', '{link}'],
      sms: '{sentence}',
    },
    notification: { subject: '{sentence}', mail: ['{sentence}', '{link}'], sms: '{sentence}' },
    'task-invitation': {
      subject: '{inviter} invites you to the task “{task}”',
      mail: ['{inviter} invites you to work on the sourcing task “{task}”.', '{link}'],
      sms: '{inviter} invites you to the task “{task}”: {link}',
    },
  },
};
