import type { reportUnread } from '@bowerbird/contract/collect/plugin';
import { AppError, type ErrorCode, isErrorCode } from '@bowerbird/contract/errors';
import type { BodyOf } from '@bowerbird/contract/route';
import { requireActive } from '../billing/quotas.ts';
import { readProgress } from '../collect/progress.ts';
import { saveSkips } from '../collect/saving/skips.ts';
import type { OwnerDb } from '../db/database.ts';
import type { Call } from '../http/serve.ts';
import { checkedPage } from './check-delivery.ts';
import { takeOnce } from './deliveries.ts';
import { forgetRead } from './read-at-last.ts';
import { itemIdOf, spellingsOf } from './sites.ts';
import { type Sitting, sittingAt, writeSitting } from './sitting.ts';

/** Records a page that a browser could not read among the failures of its session's run. */
export async function keepUnread(call: Call, body: BodyOf<typeof reportUnread>): Promise<{ kept: boolean }> {
  const page = checkedPage(call.services.platforms, body);
  const sitting = sittingAt(call, body.platform, page);
  const { repeated } = await call.db((db) =>
    takeOnce(db, sitting, body.id, async (runId) => {
      await keep(db, sitting, runId, page, codeOf(body.code));
      return {};
    }),
  );
  return { kept: !repeated };
}

/** Returns the error code; a code that we do not know is reported as a page not understood. */
function codeOf(said: string): ErrorCode {
  return isErrorCode(said) && said.startsWith('source.') ? said : 'source.page-not-understood';
}

async function keep(
  db: OwnerDb,
  { ownerId, platform }: Sitting,
  runId: string,
  page: URL,
  code: ErrorCode,
): Promise<void> {
  await requireActive(db, ownerId);
  const { figures } = await readProgress(db, ownerId, runId);
  const id = itemIdOf(platform, page);
  await forgetRead(db, ownerId, platform, spellingsOf(page), id === null ? [] : [id]);
  const failure = new AppError(code, 'the plugin could not read a page');
  await saveSkips(db, { ownerId, runId, platform, way: null }, [
    { address: page.href.replace(/#[\s\S]*$/, ''), failure },
  ]);
  await writeSitting(db, ownerId, runId, figures);
}
