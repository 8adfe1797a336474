import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@bowerbird/contract/route';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { afterAll } from 'vitest';
import { oneOrder } from '../../src/billing/testing/one-order.ts';
import { editJob } from '../../src/bulk-edits/edit-job.ts';
import { collectJob } from '../../src/collect/collect-job.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { asOwner, type Db } from '../../src/db/database.ts';
import { exportJob } from '../../src/export/export-job.ts';
import type { AppParts } from '../../src/http/app.ts';
import { listingJob } from '../../src/listing/job/listing-job.ts';
import { servedRoutes, servedToBrowsers } from '../../src/program/served.ts';
import type { JobKind } from '../../src/runs/jobs.ts';
import type { Services } from '../../src/services/services.ts';
import { connectPracticeStore } from '../../src/stores/practice.ts';
import { signIn, testApp } from '../api/app.ts';
import { acceleratedClock } from '../clock/accelerated-clock.ts';
import { feedShop } from '../collect/feed-shop.ts';
import { oneNotice } from './notice.ts';
import { oneAccess } from './one-access.ts';
import { oneEditRule } from './one-edit-rule.ts';
import { oneImage } from './one-image.ts';
import { oneOwnLink } from './one-own-link.ts';
import { oneRecollect } from './one-recollect.ts';
import { oneTeam } from './one-team.ts';
import { oneUpload } from './one-upload.ts';
import { oneWatchedFile } from './one-watched-file.ts';
import { onesMarks } from './ones-marks.ts';
import { onesOwnKeys } from './own-account.ts';
import { oneTaskAndProject } from './tasks.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What differs in one test from all others. */
interface Parts extends Pick<AppParts, 'audit' | 'prepare'> {
  /** Settings in addition to the data folder. */
  environment?: NodeJS.ProcessEnv;
  services?: (config: Config) => Promise<Partial<Services>>;
}

/** The whole API over a test's database, with a simulated source and a simulated store; its one merchant is Ann. */
export async function wholeApi(db: Db, parts: Parts = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-whole-'));
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
  const clock = acceleratedClock(20);
  const store = createShopifyShop({ name: 'aster-practice', outside: clock, settings: { pace: 'free' } });
  const toStore = fetchFrom(new Map([['aster-practice.localhost', store]]));
  const source = feedShop(3);
  Object.assign(source.products[2] ?? {}, { variants: [{ price: '12,50', option1: 'Default Title' }] });
  const practice = {
    shop: 'http://glade-home.localhost:8000/',
    category: 'http://glade-home.localhost:8000/collections/new-in',
    store: 'aster-practice.localhost:8000',
  };
  const config = readConfig({ LOG_LEVEL: 'silent', BOWERBIRD_DATA: dataFolder, ...parts.environment });
  const { app, services, accounts } = await testApp(db, {
    every: servedRoutes,
    browserServed: servedToBrowsers,
    audit: parts.audit,
    ...(parts.prepare && { prepare: parts.prepare }),
    platforms: new Map([['shopify', shopify]]),
    services: {
      clock,
      practice,
      config,
      fetch: (input, init) =>
        String(input instanceof Request ? input.url : input).includes('aster-practice')
          ? toStore(input, init)
          : source.fetch(input, init),
      ...(await parts.services?.(config)),
    },
  });
  const ann = accounts.merchant;
  const headers = await signIn(app, ann);

  function send(as: Record<string, string>, method: Method, path: string, payload?: object) {
    return app.inject({ method, url: apiBase + path, headers: as, ...(payload && { payload }) });
  }

  async function asAnn<Answer>(method: Method, path: string, payload?: object): Promise<Answer> {
    const answer = await send(headers, method, path, payload);
    if (answer.statusCode >= 300) {
      throw new Error(`${method} ${path} answered ${answer.statusCode} ${answer.body}`);
    }
    return answer.json<{ data: Answer }>().data;
  }

  /** Works on a run of Ann's until it has ended. */
  async function work(kind: JobKind, runId: string): Promise<void> {
    const stop = new AbortController();
    const { ownerId } = ann;
    const key = await asOwner(db, ownerId, async (owned) => {
      const run = await owned.selectFrom('run').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
      return kind.keys(run)[0] ?? '';
    });
    const working = kind.work({ runId, ownerId, key }, stop.signal).catch(() => undefined);
    while ((await asAnn<{ endedAt: string | null }>('GET', `/runs/${runId}`)).endedAt === null) {
      await clock.sleep(200);
    }
    stop.abort();
    await working;
  }

  return { app, services, ann, administrator: accounts.administrator, send, asAnn, work };
}

/** Ids, by the kind of thing they name. */
export type Ids = Awaited<ReturnType<typeof oneOfEverything>>;

/** Creates one of everything that a merchant can have, and returns the ids. */
export async function oneOfEverything({ services, ann, asAnn, work }: Awaited<ReturnType<typeof wholeApi>>) {
  type Page = { items: { id: string }[] };
  type Started = { runId: string };
  const { runId: collect } = await asAnn<Started>('POST', '/collect/runs', {
    platform: 'shopify',
    scope: 'shop',
    addresses: ['https://anns-source.example/'],
  });
  await work(collectJob(services), collect);
  const box = await asAnn<Page>('POST', '/collect/results/query', { filter: {} });
  const failed = await asAnn<Page>('GET', '/collect/failed');
  const [claimed = '', collected = ''] = box.items.map(({ id }) => id);
  const { productIds } = await asAnn<{ productIds: string[] }>('POST', '/collect/results/claim', {
    selection: { ids: [claimed] },
  });
  const [product = ''] = productIds;
  await asAnn('POST', `/products/${product}/edit`, {
    edits: [{ kind: 'replace-in-title', find: 'Stoneware', replaceWith: 'Secret' }],
  });
  const [change] = await asAnn<{ id: string }[]>('GET', `/products/${product}/history`);
  const selection = { ids: [product] };
  const { runId: edit } = await asAnn<Started>('POST', '/edits', {
    selection,
    steps: [{ edit: { kind: 'title-suffix', text: ' of secrets' } }],
  });
  await work(editJob(services), edit);
  const { runId: exported } = await asAnn<Started>('POST', '/exports', { format: 'shopify', selection });
  await work(exportJob(services), exported);
  const files = await asAnn<Page>('GET', '/exports/files');
  const template = await asAnn<{ id: string }>('POST', '/exports/templates', {
    name: 'Secret feed',
    choices: { format: 'shopify' },
  });
  const exportSchedule = await asAnn<{ id: string }>('POST', '/exports/schedules', {
    name: 'Secret mugs',
    templateId: template.id,
    filter: {},
    times: { first: '2036-01-01T09:00', repeat: { kind: 'daily' } },
    timeZone: 'UTC',
    keep: 3,
  });
  const { link } = await asAnn<{ link: { id: string } }>('POST', '/exports/links', {
    to: { what: 'file', id: files.items[0]?.id },
    hours: 24,
  });
  const store = (await connectPracticeStore(services, ann.ownerId)) ?? '';
  const storeRules = await asAnn<{ id: string }>('POST', '/listing/rules', {
    name: 'Secret mug prices',
    rules: { tags: { add: ['secret'], remove: [] } },
  });
  await asAnn('PUT', `/listing/stores/${store}/rules`, { rulesId: storeRules.id });
  const { runId: listed } = await asAnn<Started>('POST', '/listing/runs', { storeIds: [store], selection });
  await work(listingJob(services), listed);
  const { items } = await asAnn<{ items: { places: { listingId: string | null }[] }[] }>(
    'GET',
    `/listing/runs/${listed}/items`,
  );
  const schedule = await asAnn<{ id: string }>('POST', '/listing/schedules', {
    name: 'Secret mugs',
    times: { first: '2036-01-01T09:00', repeat: { kind: 'daily' } },
    timeZone: 'UTC',
    storeIds: [store],
    selection,
  });
  const copy = await asAnn<{ id: string }>('POST', '/listing/copies', {
    platform: 'shopify',
    scope: 'shop',
    address: 'https://anns-source.example/',
    storeIds: [store],
    mayCopy: true,
  });
  return {
    schedule: schedule.id,
    copy: copy.id,
    ...(await oneTaskAndProject(asAnn)),
    ...(await oneTeam(asAnn)),
    owner: ann.ownerId,
    image: await oneImage(services, ann.ownerId),
    upload: await oneUpload(services, ann.ownerId),
    ...(await oneWatchedFile(services, ann.ownerId, asAnn)),
    collect,
    collected,
    claimed,
    skip: failed.items[0]?.id ?? '',
    product,
    edit,
    change: change?.id ?? '',
    exported,
    file: files.items[0]?.id ?? '',
    exportTemplate: template.id,
    exportSchedule: exportSchedule.id,
    exportLink: link.id,
    store,
    storeRules: storeRules.id,
    listed,
    notice: await oneNotice(services, ann.ownerId),
    access: await oneAccess(services, ann.ownerId),
    ...(await onesOwnKeys(asAnn)),
    listing: items[0]?.places[0]?.listingId ?? '',
    ownLink: await oneOwnLink(asAnn),
    order: await oneOrder(services.db, asAnn),
    ...(await oneRecollect(services, asAnn, { owner: ann.ownerId, collect, claimed, product })),
    ...(await oneEditRule(services, asAnn, work, product)),
    ...(await onesMarks(asAnn, product)),
  };
}
