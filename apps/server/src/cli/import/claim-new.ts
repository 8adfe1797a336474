import { ClaimRule, editsOf } from '@bowerbird/contract/collect/claim-rule';
import type { NewProductsRule } from '@bowerbird/contract/files/new-products';
import { listSavedItems } from '@bowerbird/contract/products/saved-items';
import { listCurrentRuns } from '@bowerbird/contract/runs';
import { WrongUse } from '../command.ts';
import type { Session } from '../session.ts';

/** Returns with what new products are claimed, as `--claim` says; nothing where it is left out. Throws `WrongUse`. */
export async function claimGiven(
  session: Session,
  name: string | undefined,
): Promise<{ claim?: NewProductsRule }> {
  if (name === undefined) {
    return {};
  }
  if (name === 'as-is') {
    return { claim: { name: null, edits: [] } };
  }
  const saved = await session.call(listSavedItems, { query: { kind: 'claim-rule' } });
  const found = saved.find((item) => item.name === name);
  const rule = found?.content.kind === 'claim-rule' ? ClaimRule.safeParse(found.content.fields) : undefined;
  const edits = rule?.success ? editsOf(rule.data) : null;
  if (!edits) {
    throw new WrongUse(`No rule for claiming is called ${name}. Save one in the console, or say as-is.`);
  }
  return { claim: { name, edits } };
}

/** Waits for claims of what was new in a supplier's file, which an import begins where its supplier has a rule for it. */
export async function waitForClaims(session: Session, supplier: string): Promise<void> {
  for (const { id, kind, title } of await session.call(listCurrentRuns)) {
    if (kind === 'claim' && title === supplier) {
      await session.wait(id);
    }
  }
}
