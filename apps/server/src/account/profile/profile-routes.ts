import * as contract from '@bowerbird/contract/account/profile';
import { AppError } from '@bowerbird/contract/errors';
import type { FastifyRequest } from 'fastify';
import { type BrowserServed, type Call, type Served, serve, serveBrowser } from '../../http/serve.ts';
import { avatarAddress, avatarsIn, forgetAvatar } from './avatar-store.ts';
import { changeAvatar, getCenter, getProfile, saveProfile } from './profile.ts';
import { readAvatar } from './read-avatar.ts';

export const profileRoutes: Served[] = [
  serve(contract.getProfile, async (_input, { user, services }) => getProfile(services.db, user.id)),

  serve(contract.saveProfile, async ({ body }, { user, services }) => {
    await saveProfile(services.db, user.id, body);
    return await getProfile(services.db, user.id);
  }),

  serve(contract.uploadAvatar, async (_input, call) => {
    const image = await readAvatar(await sentImage(call.request));
    const name = await storeOf(call).put(call.user.id, image);
    const avatar = `${avatarAddress}${name}`;
    await forget(call, await changeAvatar(call.services.db, call.user.id, avatar), avatar);
    return { avatar };
  }),

  serve(contract.removeAvatar, async (_input, call) => {
    await forget(call, await changeAvatar(call.services.db, call.user.id, null), null);
    return { removed: true as const };
  }),

  serve(contract.getCenter, async (_input, call) =>
    // An administrator works for no merchant: no runs, no team.
    call.user.ownerId === null
      ? { figures: [], runs: 0, recent: [], team: [] }
      : await call.db((db) => getCenter(db, call.ownerId, call.user.id, call.user.name)),
  ),
];

export const profileBrowserRoutes: BrowserServed[] = [
  serveBrowser(contract.showAvatar, async ({ params }, call) => {
    const found = await storeOf(call).read(params.name);
    if (!found) {
      throw new AppError('not-found', `picture ${params.name}`);
    }
    return call.reply
      .header('content-type', 'image/webp')
      .header('content-length', found.bytes)
      .header('content-security-policy', "default-src 'none'")
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(found.stream);
  }),
];

function storeOf({ services }: Call) {
  return avatarsIn(services.files);
}

/** Removes the profile image that is no longer shown. */
async function forget(call: Call, before: string | null, now: string | null): Promise<void> {
  if (before !== now) {
    await forgetAvatar(call.services.files, before);
  }
}

/** Returns the only file of the form. */
async function sentImage(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new AppError('request.invalid', 'not a form with a file');
  }
  try {
    const file = await request.file();
    if (file?.fieldname !== 'image') {
      throw new AppError('request.invalid', 'a form without a picture');
    }
    return await file.toBuffer();
  } catch (thrown) {
    if (thrown instanceof AppError) {
      throw thrown;
    }
    throw thrown instanceof Error && 'statusCode' in thrown && thrown.statusCode === 413
      ? new AppError('account.image-too-large', thrown.message)
      : new AppError('request.invalid', String(thrown));
  }
}
