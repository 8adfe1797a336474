/** The kinds of messages; each has a text in four languages, with the values that it needs. */
export type Template =
  | 'activation'
  /** Somebody requested a new account with an address that has one. */
  | 'sign-up-known'
  | 'code'
  | 'invitation'
  /** The invited person already has an account, which belongs elsewhere. */
  | 'invitation-known'
  | 'password-changed'
  /** `address` is the new one, masked. */
  | 'address-changed'
  /** Unknown browsers guess at the account. */
  | 'sign-in-guessed'
  /** `link` is a path of the console. */
  | 'notification'
  | 'task-invitation';
