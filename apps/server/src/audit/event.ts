import { partsOfFiles, readsByPost, signOutCall } from '@bowerbird/contract/system/audit';
import { v7 } from 'uuid';
import type { Answered } from '../http/admission.ts';
import { type PlainFields, plainFields } from './plain-fields.ts';

/** What happened, before the named account is known. */
export interface Happened {
  id: string;
  at: Date;
  what: string;
  area: 'account' | 'other';
  person: { id: string; ownerId: string | null; name: string } | undefined;
  /** Token of a session that has just begun. */
  token: string | undefined;
  /** The account that a guest named: a user name, an e-mail address or a telephone number. */
  named: string | undefined;
  params: Record<string, string>;
  fields: PlainFields;
  ip: string;
  userAgent: string | null;
  requestId: string;
  status: number;
}

/** Returns the event of an answered call; undefined if the call is no event. */
export function eventOf(answered: Answered): Happened | undefined {
  const { route, request, status, person, failure, newToken } = answered;
  const call = `${route.method} ${route.path}`;
  const what = whatOf(call, answered);
  if (what === undefined || readsByPost.includes(call) || partsOfFiles.includes(call)) {
    return undefined;
  }
  // A sign-in that was right so far and still needs its second step.
  if (failure === 'auth.second-step-needed') {
    return undefined;
  }
  return {
    id: v7(),
    at: new Date(),
    what,
    area: areaOf(route),
    person,
    token: newToken,
    named: route.needs === 'guest' ? accountNamed(request.body) : undefined,
    params: textsOf(request.params),
    fields: {
      ...plainFields(call, request.body),
      ...(person !== undefined && person.tokenId !== null && { byToken: true }),
    },
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    requestId: request.id,
    status,
  };
}

function whatOf(call: string, { route, status, newToken }: Answered): string | undefined {
  if (newToken !== undefined && route.path.startsWith('/auth/')) {
    return 'sign-in';
  }
  if (status >= 400) {
    const refused = route.needs === 'guest' && call.startsWith('POST /auth/') && [401, 403].includes(status);
    return refused ? 'sign-in-refused' : undefined;
  }
  return call === signOutCall ? 'sign-out' : call;
}

const accountPermissions: ReadonlySet<string> = new Set([
  'account',
  'user',
  'role',
  'permission',
  'organisation',
]);
const accountFolders: ReadonlySet<string> = new Set([
  'account',
  'auth',
  'user',
  'users',
  'sms',
  'v2',
  'invitations',
  'sessions',
  'tokens',
]);

/** Returns the area of a call. Events that surely concern accounts are shown to administrators; others are not. */
function areaOf({ needs, path }: Answered['route']): 'account' | 'other' {
  const named =
    typeof needs === 'object'
      ? accountPermissions.has(needs.permission)
      : accountFolders.has(path.split('/')[1] ?? '');
  return named ? 'account' : 'other';
}

function accountNamed(body: unknown): string | undefined {
  const given = textsOf(body);
  return given.username ?? given.email ?? given.phone ?? given.mobile ?? given.address;
}

/** Returns the values of an object that are texts. */
function textsOf(value: unknown): Record<string, string> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};
}
