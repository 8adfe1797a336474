import * as contract from '@bowerbird/contract/account/tokens';
import { AppError } from '@bowerbird/contract/errors';
import { machineOf } from '../../http/condition/machine.ts';
import { recorded } from '../../http/recorded.ts';
import { type Served, serve } from '../../http/serve.ts';
import { holdSession } from '../sessions.ts';
import { countTry, forgetTries } from '../signing-in/tries.ts';
import { beginPairing, takePairing } from './pairing.ts';
import { narrowed, type Right } from './token-holder.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';

const dayMs = 24 * 3600 * 1000;

/** Keys for programs and paired browsers, created and revoked by the person they act for. */
export function tokenRoutes(): Served[] {
  return [
    serve(contract.listTokens, async (_input, { services, user }) => listTokens(services.db, user.id)),

    serve(contract.createToken, async ({ body }, call) => {
      const { services, user } = call;
      const permissions: Right[] = merged(body.permissions);
      if (countOf(narrowed(user.role.permissions, permissions)) < countOf(permissions)) {
        throw new AppError('token.rights-too-wide', `wider than the role ${user.role.id}`);
      }
      const expiresAt = body.days === null ? null : new Date(services.clock.wall() + body.days * dayMs);
      return await recorded(call, async (db) => {
        await holdSession(db, user);
        return await createToken(db, user.id, { kind: 'api', name: body.name, permissions, expiresAt });
      });
    }),

    serve(contract.revokeToken, async ({ params }, call) => {
      await recorded(call, (db) => revokeToken(db, call.user.id, params.id));
      return { revoked: true as const };
    }),

    serve(contract.beginPairing, async (_input, call) => {
      if (call.user.tokenId !== null) {
        throw new AppError('auth.session-needed', 'a token wants another one');
      }
      return await beginPairing(call);
    }),

    serve(contract.pairPlugin, async ({ body }, call) => {
      const { services, request } = call;
      const bounds = [{ of: ['pairing', 'machine', machineOf(request.ip)], free: 5 }];
      await countTry(services, bounds);
      const userAgent = request.headers['user-agent'] ?? '';
      const paired = await takePairing(call, { ...body, userAgent });
      await forgetTries(services, bounds);
      return paired;
    }),
  ];
}

/** Merges rights: one entry for each permission, each action once. */
function merged(rights: readonly Right[]): Right[] {
  const all = new Map<Right['permission'], Set<Right['actions'][number]>>();
  for (const { permission, actions } of rights) {
    all.set(permission, new Set([...(all.get(permission) ?? []), ...actions]));
  }
  return [...all].map(([permission, actions]) => ({ permission, actions: [...actions] }));
}

function countOf(rights: readonly Right[]): number {
  return rights.reduce((sum, { actions }) => sum + actions.length, 0);
}
