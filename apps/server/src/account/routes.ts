import * as contract from '@bowerbird/contract/account/account';
import { AppError } from '@bowerbird/contract/errors';
import { serve } from '../http/serve.ts';
import { guestRoutes } from './guest-routes.ts';
import { endSession } from './sessions.ts';
import { loginRoute } from './signing-in/login.ts';

export function accountRoutes() {
  return [
    loginRoute(),
    ...guestRoutes,

    serve(contract.getUser, async (_input, { user }) => {
      if (user.role.permissions.length === 0) {
        throw new AppError('auth.roles-empty', 'the role has no permissions');
      }
      return {
        id: user.id,
        ownerId: user.ownerId,
        name: user.name,
        username: user.username,
        email: user.email,
        avatar: user.avatar,
        role: {
          id: user.role.id,
          name: user.role.name,
          describe: user.role.description,
          status: user.role.status === 'active' ? 1 : 0,
          creatorId: user.role.creatorId ?? 'system',
          createTime: user.role.createdAt.getTime(),
          deleted: 0,
          permissions: user.role.permissions.map(({ permission, actions }) => ({
            permissionId: permission,
            actionEntitySet: actions.map((action) => ({ action })),
          })),
        },
      };
    }),

    serve(contract.logout, async (_input, { user, services: { db }, reply }) => {
      await endSession(db, user.tokenHash);
      reply.clearCookie('Access-Token', { path: '/' });
      return { signedOut: true as const };
    }),
  ];
}
