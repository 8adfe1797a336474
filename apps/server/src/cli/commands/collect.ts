import {
  type CollectScope,
  collectScopes,
  getCollectRun,
  recogniseAddresses,
  startCollect,
} from '@bowerbird/contract/collect/collect';
import { AppError, isErrorCode } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import { type Command, type Given, inform, say, WrongUse } from '../command.ts';
import { exitCodeOf, sentenceOf } from '../run-text.ts';
import { type Session, withSession } from '../session.ts';

type CollectRun = AnswerOf<typeof getCollectRun>;

export const collect: Command = {
  usage: `collect URL [--platform P] [--scope product|category|shop] [--search WORDS] [--stock] [--json] [--for EMAIL]

  --platform P   the platform, when it is not to be recognised
  --scope S      product, category or shop; left out, what the address names
  --search W     what the shop's own search finds for these words
  --stock        reads the stock where lists leave it out (Shopify, SHOPLINE): one more request for each product
  --json         prints {runId, platform, promised, got, unchanged, skipped, partial, variantGaps, stock, seconds}: partial counts
                 the products whose source did not tell a field, variantGaps the variants that lack what others of their product
                 have; stock only where asked for

Exit code: 0 complete, 3 partial, 1 failed.`,
  options: {
    platform: { type: 'string' },
    scope: { type: 'string' },
    search: { type: 'string' },
    pace: { type: 'string' },
    stock: { type: 'boolean' },
  },

  run: (given) => {
    const [address] = given.words;
    if (address === undefined || given.words.length > 1) {
      throw new WrongUse('Give one address: collect URL');
    }
    const words = given.text('search')?.trim();
    if (words === '' || (words !== undefined && given.text('scope') !== undefined)) {
      throw new WrongUse('Say what to search for, without a scope: collect --search WORDS URL');
    }
    const scope = words === undefined ? scopeIn(given) : 'search';
    return withSession(given, async (session) => {
      const requested = await decide(session, address, given.text('platform'), scope);
      const paceMs = given.whole('pace');
      const { runId } = await session.call(startCollect, {
        body: {
          ...requested,
          addresses: [address],
          ...(words !== undefined && { words }),
          ...(paceMs !== undefined && { paceMs }),
          ...(given.flag('stock') && { stock: true }),
        },
      });
      const ended = await session.wait(runId);
      const run = await session.call(getCollectRun, { params: { id: runId } });
      print(run, given.flag('json'));
      if (ended.fault) {
        inform(sentenceOf(ended.fault));
      }
      return exitCodeOf(ended);
    });
  },
};

/** Returns the value of `--scope`; throws `WrongUse`. */
export function scopeIn(given: Given): CollectScope | undefined {
  const text = given.text('scope');
  const scope = collectScopes.find((each) => each === text && each !== 'list');
  if (text !== undefined && scope === undefined) {
    throw new WrongUse(`--scope takes product, category or shop, not ${text}`);
  }
  return scope;
}

/** Decides the platform and scope to collect by: as given, else as recognised. */
export async function decide(
  session: Session,
  address: string,
  platform: string | undefined,
  scope: CollectScope | undefined,
) {
  if (platform !== undefined && scope !== undefined) {
    return { platform, scope };
  }
  const { results } = await session.call(recogniseAddresses, { body: { addresses: [address] } });
  const [recognition] = results;
  const candidates = (recognition?.candidates ?? []).filter(
    (each) => platform === undefined || each.platform === platform,
  );
  const [best, second] = candidates;
  if (recognition?.fault) {
    const { code, params } = recognition.fault;
    throw new AppError(isErrorCode(code) ? code : 'unexpected', code, { params });
  }
  if (!best) {
    throw new AppError('address.no-shop', 'no candidate');
  }
  if (second && best.confidence - second.confidence < 20) {
    const names = candidates.map((each) => `${each.platform} (${each.confidence} %)`).join(', ');
    inform(`It may be ${names}. Choose with --platform.`);
    throw new AppError('address.platform-unclear', 'two candidates');
  }
  return { platform: best.platform, scope: scope ?? best.scope };
}

function print(run: CollectRun, json: boolean): void {
  const { certificate, figures } = run;
  const { promised, got, unchanged } = certificate ?? figures;
  const skipped = certificate?.skipped ?? [];
  const seconds = certificate?.seconds ?? 0;
  if (json) {
    say(
      JSON.stringify({
        runId: run.run.id,
        platform: run.platform,
        promised,
        got,
        unchanged,
        skipped,
        partial: certificate?.partial ?? [],
        variantGaps: certificate?.variantGaps ?? [],
        ...(certificate?.stock && { stock: certificate.stock }),
        seconds,
      }),
    );
    return;
  }
  say(`${run.shop} (${run.platform}): ${run.run.state}`);
  const by = (certificate?.promisedBy ?? run.promisedBy).map(({ way, count }) => `${way} ${count}`);
  say(`  promised   ${promised ?? 'unknown'}${by.length > 0 ? ` (${by.join(', ')})` : ''}`);
  say(`  got        ${got}`);
  say(`  unchanged  ${unchanged}`);
  say(`  skipped    ${certificate?.skippedCount ?? figures.skipped}`);
  for (const { address, message } of skipped) {
    say(`    ${address}  ${message}`);
  }
  for (const { field, count } of certificate?.partial ?? []) {
    say(`  missing    ${field}: ${count}`);
  }
  for (const { field, products, variants } of certificate?.variantGaps ?? []) {
    say(
      `  variants   ${variants} without ${field} that others of their product have, in ${products} products`,
    );
  }
  if (certificate?.stock) {
    const { reported, unstated } = certificate.stock;
    say(
      `  stock      given for ${reported}${unstated.map(({ code, count }) => `, ${count} without (${code})`).join('')}`,
    );
  }
  for (const { field, before, now } of run.drift ?? []) {
    say(`  lost       ${field}: found in ${percent(before)} of products before, in ${percent(now)} now`);
  }
  say(`  seconds    ${seconds.toFixed(1)}`);
  say(`  run        ${run.run.id}`);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
