import { calls } from './sections/calls.ts';
import { entities } from './sections/entities.ts';
import { errors } from './sections/errors.ts';
import { limits } from './sections/limits.ts';
import { messages } from './sections/messages.ts';
import { product } from './sections/product.ts';
import { rights } from './sections/rights.ts';
import { screens } from './sections/screens.ts';
import { states } from './sections/states.ts';
import type { Statement } from './statement.ts';

/** Every statement of the specification that requires something of the product, section by section. */
export const rules: readonly Statement[] = [
  ...product,
  ...screens,
  ...entities,
  ...states,
  ...messages,
  ...rights,
  ...calls,
  ...errors,
  ...limits,
];

/** Ids that no test proves yet, each with what it waits for. They count as open. */
export const open: Readonly<Record<string, string>> = {};

/** Other text of these sections, which requires nothing of the product. */
export const remarks: readonly string[] = [
  'Much of the interface is template-based admin-dashboard material (demo pages for forms, lists, profile and result).',
  'The path of each screen is not shown unless stated below.',
  'Sample permission fields also: roleId, permissionName, actions (JSON text), actionList, dataAccess.',
  'Sign-up payload fields: not shown. Product entities: not shown.',
  '; the other reading is local persistence with a 7-day expiry. Both are given.',
  'Theme default: dark in one reading;',
  'Other states: not shown.',
  'Messages shown to users:',
  'The thresholds mapping score to labels are not shown. Enforcement logic for the other rules is not shown.',
  'Role names are not shown. Rules of the role, permission, user and organisation management pages are not shown.',
  '| Method | Path | Payload / answer |\n|---|---|---|',
  'Declared but with no calls seen: /auth/login, /auth/register, /auth/forge-password, /auth/2step-code, /account/sms_err, /user/info. Product collection and listing endpoints: not shown.',
  'One reading gives default theme dark.',
  'Access rules',
  'Layouts',
  'Screens by name',
];
