import type { LanguageText } from './language-text.ts';

/** The texts whose placeholders say which values a message needs. */
export const wordsEnUs = {
  product: 'Bowerbird',
  foot: '{product} sent this message automatically. If this message was not meant for you, you can ignore it.',
  templates: {
    activation: {
      subject: 'Activate your account',
      mail: [
        'Hello,',
        '{email} was just used to sign up for {product}. Open this link within 24 hours to activate the account:',
        '{link}',
        'If you did not sign up, do not open this link.',
      ],
      sms: 'Open this link within 24 hours to activate your account: {link}',
    },
    'sign-up-known': {
      subject: 'You already have an account',
      mail: [
        'Someone tried to sign up with this email address, which already has an account. No new account was created.',
        'If that was you, sign in. If you forgot your password, reset it on the sign-in page:',
        '{link}',
      ],
      sms: 'You already have an account. Sign in: {link}',
    },
    code: {
      subject: '{code} is your verification code',
      mail: [
        'Your verification code is',
        '{code}',
        'The code works once and is valid for 10 minutes. Do not share it with anyone; we will never ask for it.',
      ],
      sms: '{code} is your verification code. Valid for 10 minutes. Do not share it with anyone.',
    },
    invitation: {
      subject: '{inviter} invites you to join {merchant}',
      mail: [
        '{inviter} invites you to join {merchant} and work together in {product}.',
        'Open this link within 72 hours to choose a password and join. The link works once:',
        '{link}',
      ],
      sms: '{inviter} invites you to join {merchant}: {link}',
    },
    'invitation-known': {
      subject: '{inviter} invites you to join {merchant}',
      mail: [
        '{inviter} invites you to join {merchant} in {product}.',
        'This email address already has an account, and an account can belong to only one merchant. Ask to be invited with another address.',
      ],
      sms: '{inviter} invites you to join {merchant}, but this address already has an account. Ask to be invited with another address.',
    },
    'password-changed': {
      subject: 'Your password was changed',
      mail: [
        'The password of your account was just changed, and all other devices were signed out.',
        'If that was not you, reset your password now with “Forgot your password?” on the sign-in page.',
      ],
      sms: 'The password of your account was just changed. If that was not you, reset your password now.',
    },
    'address-changed': {
      subject: 'Your sign-in email or phone was changed',
      mail: [
        'The email or phone number of your account was just changed.',
        'The new email or phone number is {address}.',
        'If that was not you, contact your administrator immediately.',
      ],
      sms: 'The email or phone number of your account was just changed. If that was not you, contact your administrator immediately.',
    },
    'sign-in-guessed': {
      subject: 'Repeated failed attempts to sign in to your account',
      mail: ['{sentence}', 'Change your password or turn on two-step verification here:', '{link}'],
      sms: '{sentence}',
    },
    notification: { subject: '{sentence}', mail: ['{sentence}', '{link}'], sms: '{sentence}' },
    'task-invitation': {
      subject: '{inviter} invites you to the task “{task}”',
      mail: ['{inviter} invites you to work on the sourcing task “{task}”.', '{link}'],
      sms: '{inviter} invites you to the task “{task}”: {link}',
    },
  },
} as const satisfies LanguageText;
