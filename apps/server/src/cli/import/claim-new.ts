import { ClaimRule, editsOf } from '@bowerbird/contract/collect/claim-rule';
import { getImport } from '@bowerbird/contract/files/imports';
import type { NewProductsRule } from '@bowerbird/contract/files/new-products';
import { listSavedItems } from '@bowerbird/contract/products/saved-items';
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

/** Waits for the claim of what was new in a supplier's file, which an import begins where its supplier has a rule for it. */
export async function waitForClaim(session: Session, importId: string): Promise<void> {
  const { claim } = await session.call(getImport, { params: { id: importId } });
  if (claim !== null) {
    await session.wait(claim.run.id);
  }
}
