/** One rule of the product's specification: its id, and the words of the specification that say it. */
export interface Rule {
  /** Section and name; a test that holds the rule carries it in its title, as `[5.email-required]`. */
  id: string;
  quote: string;
}

const section2 = [
  ['2.routes-from-server', 'Routes are built at run time from the navigation list the server returns.'],
  ['2.guest-names', 'Guest-allowed route names: login, register, registerResult, recover.'],
  ['2.login-path', 'Login path: /user/login.'],
  ['2.user-redirect', '/user redirects to /user/login.'],
  ['2.user-children', 'Children of /user: login, register, register-result, recover (forgot-password page).'],
  ['2.landing', 'Default landing after login: /dashboard/workplace.'],
  ['2.root', 'Root redirects to /dashboard.'],
  ['2.404', 'Unknown paths go to /404.'],
  ['2.login-with-token', 'With a token, opening the login path sends the user to the landing page.'],
  [
    '2.redirect-query',
    'Without a token, any other route redirects to login with a redirect query holding the intended full path.',
  ],
  ['2.redirect-after', 'After login the user goes to that redirect target.'],
  [
    '2.navigation-items',
    'Navigation items come from the server with path, name, component, parentId, key, redirect and meta (title, icon, show, hideChildren, hiddenHeaderContent, target).',
  ],
  ['2.hidden-items', 'Items with show=false are hidden from the menu.'],
  ['2.user-layout', 'User layout: language selector, logo and title, help, privacy and terms links.'],
  [
    '2.main-layout',
    'Main layout: side menu, a refresh-page hint, multi-tab navigation, an avatar dropdown (account settings, logout), language selector, settings drawer (development builds only), footer.',
  ],
  ['2.tab-per-route', 'Multi-tab: a tab for each visited route.'],
  ['2.tab-menu', 'Right-click menu: close current, close right, close left, close all.'],
  [
    '2.tab-last',
    'The last remaining tab cannot be closed (message: this is the last tab, cannot be closed).',
  ],
  ['2.tab-none', 'With no tab on the left or right, a message says so.'],
  ['2.dashboard-screens', 'Dashboard: Workplace, Analysis, Monitor, PayInfo, Prices, TestWork.'],
  [
    '2.account-screens',
    'Account: AccountCenter (tabs: page, App, Article, Project); AccountSettings with sub-pages Basic, Security, Custom, Binding, Notification, plus an avatar modal and a modify-password form.',
  ],
  [
    '2.product-screens',
    'Products and collection: ProductList, ProductCollect, CategoryCollect, ProductDetials, CollectedResults (index), CollectedProductDetials, modules for Shopyy and WooCommerce.',
  ],
  ['2.shopify-group', 'Shopify group: category collect, product collect, details, list.'],
  ['2.shoplazza-group', 'Shoplazza group: product collect, list, details, by-collections, plugin download.'],
  ['2.shopline-group', 'Shopline group: product collection, list, details, category (to-category).'],
  ['2.aliexpress-group', 'AliExpress: product list, edit, plugin download.'],
  ['2.alibaba-group', 'Alibaba: AlibabaProductGet, AlibabaCategoryGather.'],
  [
    '2.wordpress-group',
    'WordPress: WordpressProductSourcing, WordpressCategoryGather, wordpress-to-shopify.',
  ],
  [
    '2.management-screens',
    'Management: UserList, Articles, ArticleDetails, ArticleEdit, WorkplaceConfig, permission list, role list, tree list, org modal, role modal.',
  ],
  [
    '2.template-screens',
    'Template demos: BasicForm, StepForm, AdvanceForm, TableList, StandardList, CardList, query list, SearchLayout, SearchArticles, SearchProjects, SearchApplications, ProfileBasic, ProfileAdvanced, ResultSuccess, ResultFail.',
  ],
  ['2.exception-pages', 'Exception pages: 403, 404, 500.'],
  ['2.fail-text', 'The result-failure page reads: submission failed, please check and resubmit.'],
  [
    '2.fail-hints',
    'Hints: the account is frozen (with an unfreeze button) and the account is not eligible to apply (with an upgrade button).',
  ],
  ['2.fail-back', 'A back-to-modify button exists.'],
] as const;

const section4 = [
  [
    '4.token-seven-days',
    'Login: the login call returns a token, stored for 7 days (604800000 ms) and kept in state.',
  ],
  ['4.token-cookie', 'The token is held in a cookie named Access-Token (one reading)'],
  [
    '4.first-navigation',
    'First navigation with a token but no roles: load user info, then navigation, then add routes dynamically.',
  ],
  [
    '4.logout',
    'Logout: a confirm dialog (title Message; content asks whether to log out), then the logout call, then token and roles are cleared and the user goes to login.',
  ],
  [
    '4.user-info-failure',
    "User-info failure: an error notification 'request for user information failed, please retry', then logout and redirect to login with the redirect path.",
  ],
  [
    '4.roles-not-empty',
    'If the role has no permissions, loading user info fails with the error that roles must be a non-null array.',
  ],
  [
    '4.unauthorized',
    'On a 401 response while a token exists: log out and reload the page after 1.5 seconds.',
  ],
  ['4.settings-kept', 'Display settings are persisted locally and restored on start.'],
  ['4.default-look', 'the other reading gives default layout sidemenu with light nav theme.'],
  ['4.languages', 'Language: zh-CN (default and fallback), zh-TW, en-US, pt-BR.'],
  [
    '4.language-change',
    'Changing the language saves it in a cookie named lang, updates the page language attribute and loads other locale files on demand.',
  ],
] as const;

const section5 = [
  ['5.email-required', 'Email required: Please enter your email!'],
  ['5.email-format', 'Email format: The email address is in the wrong format!'],
  ['5.username-required', 'Username required: Please enter account name or email address'],
  ['5.password-required', 'Password required: Please enter your password!'],
  ['5.passwords-differ', 'Passwords differ: The passwords entered twice do not match!'],
  ['5.password-weak', 'Password strength: The password is not strong enough'],
  ['5.confirm-required', 'Confirm password required: Please confirm your password!'],
  ['5.phone-required', 'Phone required: Please enter your phone number!'],
  ['5.phone-format', 'Phone format: Please enter a valid phone number'],
  ['5.code-required', 'Verification code required: Please enter the verification code!'],
  ['5.password-hint', 'Registration hint: at least 6 characters, avoid easy-to-guess passwords.'],
  ['5.strength-labels', 'Strength labels: strong, medium, low, too short.'],
  [
    '5.strength-score',
    'Strength score: for each character add 5 divided by how often that character repeats; add 10 for each character class beyond the first (digits, lower case, upper case, non-word); truncate to an integer.',
  ],
] as const;

const section6 = [
  ['6.page-actions', 'Permissions are per page (permissionId) with a list of allowed actions.'],
  ['6.check', 'A check answers whether the user may perform an action on a permission.'],
  [
    '6.action-directive',
    "An action directive hides an element when the current route's permission lists actions but not the given action.",
  ],
  ['6.server-menu', 'Route access is otherwise governed by the server-supplied menu.'],
] as const;

const section8 = [
  [
    '8.login',
    "Login: 'account or password incorrect' / Invalid username or password; invalid verification code.",
  ],
  [
    '8.user-info',
    "User info failure: notification titled Error with 'request for user information failed, please retry', then forced logout.",
  ],
  ['8.forbidden', '403: notification titled Forbidden showing the message from the response body.'],
  [
    '8.unauthorized',
    '401 (unless the body result says the user is logged in): notification titled Unauthorized, text Authorization verification failed; if a token exists, log out and reload after 1.5 seconds.',
  ],
  ['8.rejected-to-caller', 'Other request errors are rejected to the caller; further handling not shown.'],
  ['8.not-found', 'Route not found: 404 page.'],
  ['8.exceptions', '403 and 500 pages exist.'],
  ['8.chunk', 'Page-chunk load errors name the chunk; load times out after 120 seconds.'],
  ['8.tabs', 'Tab-closing messages as in section 2.'],
] as const;

const section9 = [
  [
    '9.times',
    'Token lifetime 7 days. Request timeout 60000 ms. Logout reload delay 1500 ms. Chunk load timeout 120000 ms.',
  ],
  ['9.password-length', 'Minimum password length 6.'],
  ['9.activation-24h', 'Activation email valid 24 hours.'],
  ['9.invite-5', 'Invite up to 5 people.'],
  ['9.languages', 'Languages: zh-CN (default), zh-TW, en-US, pt-BR.'],
  [
    '9.defaults',
    'Defaults: layout sidemenu, light nav theme, primary colour #1890ff, fluid content width, fixed header off, fixed sider off, colour weak off.',
  ],
  ['9.presets', 'Seven primary-colour presets in light and dark.'],
  ['9.drawer', 'Settings drawer only in development.'],
  [
    '9.greeting',
    'Greeting by hour: before 9 morning, up to 11 forenoon, up to 13 noon, before 20 afternoon, otherwise evening, plus random rest-tip phrases.',
  ],
] as const;

/** Every rule of the sections on screens, states, validation, roles, errors and limits. */
export const rules: readonly Rule[] = [
  ...section2,
  ...section4,
  ...section5,
  ...section6,
  ...section8,
  ...section9,
].map(([id, quote]) => ({ id, quote }));

/** What these sections say besides, which asks nothing of the product. */
export const remarks: readonly string[] = [
  'The path of each screen is not shown unless stated below.',
  '; the other reading is local persistence with a 7-day expiry. Both are given.',
  'Theme default: dark in one reading;',
  'Other states: not shown.',
  'Messages shown to users:',
  'The thresholds mapping score to labels are not shown. Enforcement logic for the other rules is not shown.',
  'Role names are not shown. Rules of the role, permission, user and organisation management pages are not shown.',
  'One reading gives default theme dark.',
  'Access rules',
  'Layouts',
  'Screens by name',
];
