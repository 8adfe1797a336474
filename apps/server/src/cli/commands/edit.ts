import { countBulkEdit, previewBulkEdit, startBulkEdit } from '@bowerbird/contract/products/bulk-edit';
import { ProductFilter, Selection } from '@bowerbird/contract/products/products';
import type { BodyOf } from '@bowerbird/contract/route';
import { z } from 'zod';
import { type Command, exitCodes, type Given, inform, say, WrongUse } from '../command.ts';
import { newestSteps, readSteps, ruleOfNumber } from '../rule-file.ts';
import { exitCodeOf, sentenceOf } from '../run-text.ts';
import { type Session, withSession } from '../session.ts';

type Order = Pick<BodyOf<typeof startBulkEdit>, 'selection' | 'steps'>;

export const edit: Command = {
  usage: `edit (--filter JSON | --ids ID,ID...) --rule FILE|NUMBER [--preview] [--json] [--for EMAIL]

  --filter JSON   the products that match, such as '{"tags":["summer"]}'
  --ids ID,ID     these products, at most 1,000
  --rule FILE     JSON with the steps of a rule, as \`rules add\` takes it, or a list of steps alone, such as
                  [{"edit":{"kind":"multiply-price","by":"1.3"}}]; applied once, not attached
  --rule NUMBER   the steps of a saved rule: the number that \`rules\` lists first
  --steps FILE    the same as --rule FILE
  --preview       says what would change, and changes nothing`,
  options: {
    filter: { type: 'string' },
    ids: { type: 'string' },
    rule: { type: 'string' },
    steps: { type: 'string' },
    preview: { type: 'boolean' },
  },

  run: async (given) => {
    const selection = readSelection(given);
    const [rule, file] = [given.text('rule'), given.text('steps')];
    if (rule !== undefined && file !== undefined) {
      throw new WrongUse('Say the steps once: --rule or --steps');
    }
    const number = rule !== undefined && /^\d+$/.test(rule) ? rule : null;
    const steps = number === null ? readSteps(rule ?? given.needed('steps', 'rule or its file')) : null;
    return await withSession(given, async (session) => {
      const order: Order = {
        selection,
        steps: steps ?? newestSteps(await ruleOfNumber(session, number ?? '')),
      };
      return given.flag('preview')
        ? await preview(session, order, given)
        : await apply(session, order, given);
    });
  },
};

async function preview(session: Session, order: Order, given: Given): Promise<number> {
  const { products, sample } = await session.call(previewBulkEdit, { body: order });
  const sum = { changed: 0, unchanged: 0, rejected: 0, stopped: 0 };
  for (let after: string | null = null, more = true; more; more = after !== null) {
    const part: z.output<typeof countBulkEdit.answer> = await session.call(countBulkEdit, {
      body: { ...order, after },
    });
    sum.changed += part.changed;
    sum.unchanged += part.unchanged;
    sum.rejected += part.rejected.reduce((all, { count }) => all + count, 0);
    sum.stopped += part.stopped;
    after = part.next;
  }
  if (given.flag('json')) {
    say(JSON.stringify({ products, ...sum, sample }));
    return exitCodes.done;
  }
  const { changed, unchanged, rejected, stopped } = sum;
  inform(
    `${products} selected: ${changed} would change, ${unchanged} would not, ${rejected} cannot be edited`,
  );
  if (stopped > 0) {
    inform(`${stopped} of them would then be stopped by the price guard`);
  }
  for (const { id, title, cells, rejection } of sample) {
    say([id, title, rejection === null ? '' : rejection.code].join('\t'));
    for (const { path, before, after } of cells) {
      say(`\t${path}\t${JSON.stringify(before) ?? ''} -> ${JSON.stringify(after) ?? ''}`);
    }
  }
  return exitCodes.done;
}

async function apply(session: Session, order: Order, given: Given): Promise<number> {
  // Sends the counted number with the edit: the server refuses if a different number matches by then.
  const { products } = await session.call(previewBulkEdit, { body: order });
  inform(`${products} to edit`);
  const { runId } = await session.call(startBulkEdit, { body: { ...order, expected: products } });
  const run = await session.wait(runId);
  const { done, failed, fault } = run;
  say(
    given.flag('json')
      ? JSON.stringify({ runId, done, failed })
      : `${done} done, ${failed} of them could not be edited. To undo: undo ${runId}`,
  );
  if (fault) {
    inform(sentenceOf(fault));
  }
  return exitCodeOf(run);
}

function readSelection(given: Given): Selection {
  const [filter, ids] = [given.text('filter'), given.text('ids')];
  if ((filter === undefined) === (ids === undefined)) {
    throw new WrongUse('Say which products: --filter JSON or --ids ID,ID...');
  }
  return filter === undefined
    ? readJson(Selection, '--ids', JSON.stringify({ ids: (ids ?? '').split(',') }))
    : { filter: readJson(z.strictObject(ProductFilter.shape), '--filter', filter), except: [] };
}

function readJson<Read>(schema: z.core.$ZodType<Read>, name: string, text: string): Read {
  const read = z.safeParse(schema, parsed(name, text));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new WrongUse(`${name} ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return read.data;
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongUse(`${name} takes JSON.`);
  }
}
