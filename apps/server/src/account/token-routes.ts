import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/tokens';
import type { Clock } from '../clock.ts';
import { type Served, serve } from '../http/serve.ts';
import { beginPairing, takePairing } from './pairing.ts';
import { narrowed, type Right } from './token-holder.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';
import { SignInTries } from './tries.ts';

const dayMs = 24 * 3600 * 1000;

/** Keys for programs and paired browsers, made and revoked by the person they act for. */
export function tokenRoutes(clock: Clock): Served[] {
  const tries = new SignInTries(clock);
  return [
    serve(contract.listTokens, async (_input, { services, user }) => listTokens(services.db, user.id)),

    serve(contract.createToken, async ({ body }, { services, user }) => {
      const permissions: Right[] = merged(body.permissions);
      if (countOf(narrowed(user.role.permissions, permissions)) < countOf(permissions)) {
        throw new AppError('token.rights-too-wide', `wider than the role ${user.role.id}`);
      }
      return await createToken(services.db, user.id, {
        kind: 'api',
        name: body.name,
        permissions,
        expiresAt: body.days === null ? null : new Date(services.clock.wall() + body.days * dayMs),
      });
    }),

    serve(contract.revokeToken, async ({ params }, { services, user }) => {
      await revokeToken(services.db, user.id, params.id);
      return { revoked: true as const };
    }),

    serve(contract.beginPairing, async (_input, { services, user }) => {
      if (user.tokenId !== null) {
        throw new AppError('auth.session-needed', 'a token wants another one');
      }
      return await beginPairing(services, user.id);
    }),

    serve(contract.pairPlugin, async ({ body }, { services, request }) => {
      tries.check(request.ip);
      try {
        const userAgent = request.headers['user-agent'] ?? '';
        const paired = await takePairing(services, { ...body, userAgent });
        tries.right(request.ip);
        return paired;
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.code === 'token.pairing-code-wrong') {
          tries.wrong(request.ip);
        }
        throw thrown;
      }
    }),
  ];
}

/** One entry for each permission, each action once. */
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
