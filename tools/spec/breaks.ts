/** One way to break the code behind a rule. */
export interface Break {
  rule: string;
  /** What the broken code does, in a few words. */
  what: string;
  file: string;
  /** Stands once in the file. */
  find: string;
  replace: string;
  /** The file of the test that carries the rule. */
  test: string;
}

const account = 'apps/console/src/features/account';

/** Ten rules drawn at random from those that unit tests hold. */
export const breaks: readonly Break[] = [
  {
    rule: '2.login-with-token',
    what: 'who is signed in stays on the login page',
    file: 'apps/console/src/lib/guard.ts',
    find: 'return guestPaths.has(pathname) && pathname === loginPath',
    replace: 'return guestPaths.has(pathname) && pathname === path + "?"',
    test: 'apps/console/src/lib/guard.test.ts',
  },
  {
    rule: '2.product-screens',
    what: 'the collected results have no page',
    file: 'apps/console/src/app/registry.tsx',
    find: "  CollectedResults: 'collect/results-page',\n",
    replace: '',
    test: 'apps/console/src/app/registry.test.ts',
  },
  {
    rule: '2.tab-none',
    what: 'closing beside says nothing when none is there',
    file: 'apps/console/src/app/tabs-provider.tsx',
    find: 'if (others.length === 0) {',
    replace: 'if (others.length < 0) {',
    test: 'apps/console/src/app/tabs-provider.test.tsx',
  },
  {
    rule: '4.logout',
    what: 'signing out does not ask first',
    file: 'apps/console/src/app/user-menu.tsx',
    find: ': await confirm({',
    replace: ': true || await confirm({',
    test: 'apps/console/src/app/signed-in.test.tsx',
  },
  {
    rule: '5.password-required',
    what: 'an empty password is not complained of',
    file: `${account}/credentials-form.tsx`,
    find: "checked.password && password === ''",
    replace: "checked.password && password === ' '",
    test: `${account}/login-page.test.tsx`,
  },
  {
    rule: '5.phone-required',
    what: 'an empty number is told as a wrong one',
    file: `${account}/use-phone-error.ts`,
    find: "text('user.phone-number.required')",
    replace: "text('user.phone-number.wrong-format')",
    test: `${account}/login-page.test.tsx`,
  },
  {
    rule: '5.strength-labels',
    what: 'a medium password is called strong',
    file: `${account}/password-look.ts`,
    find: "medium: { label: 'user.password.strength.medium'",
    replace: "medium: { label: 'user.password.strength.strong'",
    test: `${account}/password-look.test.ts`,
  },
  {
    rule: '5.username-required',
    what: 'an empty account name is not complained of',
    file: `${account}/credentials-form.tsx`,
    find: "checked.name && name.trim() === ''",
    replace: "checked.name && name.trim() === ' '",
    test: `${account}/login-page.test.tsx`,
  },
  {
    rule: '8.rejected-to-caller',
    what: 'a refused call is told to listeners, not to its caller',
    file: 'apps/console/src/lib/call.ts',
    find: 'throw announced(failureFrom(response, received));',
    replace: 'announced(failureFrom(response, received));\n    return undefined as AnswerOf<R>;',
    test: 'apps/console/src/lib/call.test.ts',
  },
  {
    rule: '9.invite-5',
    what: 'six may be invited at once',
    file: 'apps/console/src/features/access/invite-drawer.tsx',
    find: 'addresses.length <= inviteMax) {',
    replace: 'addresses.length <= inviteMax + 1) {',
    test: 'apps/console/src/features/access/team-pages.test.tsx',
  },
];
