import { type Statement, section } from '../statement.ts';

/** Section 9 of the specification. */
export const limits: readonly Statement[] = section([
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
]);
