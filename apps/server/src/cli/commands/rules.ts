import {
  attachRule,
  createEditRule,
  deleteEditRule,
  detachRule,
  type EditRule,
  type EditRuleDetail,
  getRuleChange,
  moveRule,
  previewAttachRule,
  type RulePreview,
} from '@bowerbird/contract/products/edit-rules';
import type { Selection } from '@bowerbird/contract/products/products';
import { runActs, sayRows } from '../acts.ts';
import { type Command, exitCodes, type Given, inform, say, WrongUse } from '../command.ts';
import { filterUsage, readFilter } from '../product-filter.ts';
import { everyRule, type RuleFile, readRuleFile, ruleOfNumber } from '../rule-file.ts';
import { exitCodeOf, sentenceOf } from '../run-text.ts';
import type { Session } from '../session.ts';

export const rules: Command = {
  usage: `rules [--json] [--for EMAIL]
rules add FILE
rules attach NUMBER [--filter NAME=VALUE ...] [--version N] [--preview]
rules move NUMBER --to VERSION
rules detach NUMBER
rules remove NUMBER

  FILE          JSON with name, description and steps; each step has an edit, and may have when and variants
  NUMBER        the number that \`rules\` lists first
  --version N   the version to attach; left out, the newest
  --preview     counts what attaching would do, and does nothing
  move and detach change all attachments of the rule
${filterUsage}`,
  options: {
    filter: { type: 'string', multiple: true },
    version: { type: 'string' },
    to: { type: 'string' },
    preview: { type: 'boolean' },
  },

  run: (given) =>
    runActs('rules', given, async (session) => list(await everyRule(session), given), {
      add: async (session, subject) =>
        list([await session.call(createEditRule, { body: readRule(subject) })], given),
      attach: async (session, subject) => await attach(session, given, await ruleOfNumber(session, subject)),
      move: async (session, subject) =>
        await changeAll(session, given, await ruleOfNumber(session, subject), versionIn(given, 'to')),
      detach: async (session, subject) =>
        await changeAll(session, given, await ruleOfNumber(session, subject), null),
      remove: async (session, subject) => {
        await session.call(deleteEditRule, { params: { id: (await ruleOfNumber(session, subject)).id } });
        return exitCodes.done;
      },
    }),
};

function readRule(path: string | undefined): RuleFile {
  if (path === undefined) {
    throw new WrongUse('Say which file holds the rule');
  }
  return readRuleFile(path);
}

async function attach(session: Session, given: Given, rule: EditRuleDetail): Promise<number> {
  const selection: Selection = { filter: readFilter(given.list('filter')), except: [] };
  const version = given.whole('version') ?? rule.version;
  const params = { id: rule.id };
  const { products, ...counted } = await count((after) =>
    session.call(previewAttachRule, { params, body: { version, selection, after } }),
  );
  if (given.flag('preview')) {
    return report({ products, ...counted }, given);
  }
  inform(`${products} chosen`);
  const { runId } = await session.call(attachRule, {
    params,
    body: { version, selection, expected: products },
  });
  return await reportRun(session, given, runId);
}

type Counted = Pick<RulePreview, 'counts' | 'kept'> & { products: number };

async function count(page: (after: string | null) => Promise<RulePreview>): Promise<Counted> {
  const first = await page(null);
  const sum: Counted = { products: first.products ?? 0, counts: first.counts, kept: first.kept };
  for (let { next } = first; next !== null; ) {
    const more = await page(next);
    for (const [name, n] of Object.entries(more.counts)) {
      const key = name as keyof Counted['counts'];
      sum.counts[key] += n;
    }
    sum.kept += more.kept;
    next = more.next;
  }
  return sum;
}

async function changeAll(
  session: Session,
  given: Given,
  rule: EditRuleDetail,
  version: number | null,
): Promise<number> {
  if (rule.attachments.length === 0) {
    say('No product has this rule');
    return exitCodes.done;
  }
  let worst: number = exitCodes.done;
  for (const { id } of rule.attachments) {
    const { runId } =
      version === null
        ? await session.call(detachRule, { params: { id } })
        : await session.call(moveRule, { params: { id }, body: { version } });
    worst = Math.max(worst, await reportRun(session, given, runId));
  }
  return worst;
}

function versionIn(given: Given, name: string): number {
  given.needed(name, 'version');
  return given.whole(name) ?? 1;
}

async function reportRun(session: Session, given: Given, runId: string): Promise<number> {
  const run = await session.wait(runId);
  const { counts, kept } = await session.call(getRuleChange, { params: { id: runId } });
  report({ products: run.done, counts, kept }, given);
  if (run.fault) {
    inform(sentenceOf(run.fault));
  }
  return exitCodeOf(run);
}

function report({ products, counts, kept }: Counted, given: Given): number {
  say(
    given.flag('json')
      ? JSON.stringify({ products, counts, kept })
      : [
          `${products} products`,
          ...Object.entries(counts).flatMap(([name, n]) => (n > 0 ? [`${n} ${name}`] : [])),
          ...(kept > 0 ? [`${kept} keep a value set by hand`] : []),
        ].join(', '),
  );
  return exitCodes.done;
}

function list(all: readonly EditRule[], given: Given): number {
  return sayRows(all, given, ({ number, name, state, version, timesUsed, updatedAt }) => [
    number,
    name,
    state,
    `version ${version}`,
    `used ${timesUsed} times`,
    updatedAt,
  ]);
}
