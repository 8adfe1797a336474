import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import type { attachRule, EditRuleDetail, getRuleChange } from '@bowerbird/contract/products/edit-rules';
import type { Selection } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { asOwner, type Db } from '../db/database.ts';
import type { Served } from '../http/serve.ts';
import { recollectTests } from '../recollect/testing.ts';
import { editRuleRoutes } from './routes.ts';
import { ruleJob } from './rule-job.ts';

type Change = AnswerOf<typeof getRuleChange>;
type Started = AnswerOf<typeof attachRule>;

interface StoredProduct {
  title: string;
  price: string;
  rules: number;
  revision: number;
}

/** Selects every product of a source. */
export const of = (host: string) => ({ filter: { sources: [host] }, except: [] });

/** Re-collecting with edit rules, whose runs are worked on at once. */
export async function ruleTests(db: Db, served: Served[] = []) {
  const tests = await recollectTests(db, [...editRuleRoutes, ...served]);
  const { services, ownerId } = tests;

  async function done({ runId, attachmentId }: Started): Promise<Change & { attachmentId: string }> {
    await ruleJob(services).work({ runId, ownerId, key: '' }, new AbortController().signal);
    return { ...(await tests.call<Change>('GET', `/edit-rules/changes/${runId}`)), attachmentId };
  }
  const steps = (...edits: EditStep['edit'][]): EditStep[] => edits.map((edit) => ({ edit }));

  /** Titles and prices of a shop's products, and how many rules each has, by title. */
  async function stored(host: string): Promise<StoredProduct[]> {
    const { rows } = await asOwner(db, ownerId, (owned) =>
      sql<StoredProduct>`
        select title, price::text as price, cardinality(rules) as rules, revision from product
        where owner_id = ${ownerId} and source_host = ${host} order by title_order, id
      `.execute(owned),
    );
    return rows;
  }

  return {
    ...tests,
    steps,
    /** Prices times a number, ending in .99. */
    dearer: (by: string) => steps({ kind: 'multiply-price', by, ending: { to: '.99' } }),
    stored,
    pricesOf: async (host: string) => (await stored(host)).map(({ price }) => price),
    done,
    rule: (name: string, written: EditStep[]) =>
      tests.call<EditRuleDetail>('POST', '/edit-rules', {
        name,
        description: `What ${name} is for`,
        steps: written,
      }),
    get: (id: string) => tests.call<EditRuleDetail>('GET', `/edit-rules/${id}`),
    async attach(ruleId: string, selection: Selection, { version = 1, expected = 0 } = {}) {
      const body = { version, selection, ...('filter' in selection && { expected }) };
      return await done(await tests.call<Started>('POST', `/edit-rules/${ruleId}/attach`, body));
    },
    async move(attachmentId: string, version: number) {
      return await done(
        await tests.call<Started>('POST', `/edit-rules/attachments/${attachmentId}/move`, { version }),
      );
    },
    async detach(attachmentId: string) {
      return await done(await tests.call<Started>('POST', `/edit-rules/attachments/${attachmentId}/detach`));
    },
  };
}
