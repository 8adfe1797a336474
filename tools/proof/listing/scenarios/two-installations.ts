import { endInPeace, inTrouble, type Stage, setOut } from '../stage.ts';

/**
 * Two servers with their own database and keys list to one store at once: to each, the other's products are unmanaged,
 * and neither changes, duplicates or loses any.
 */
export async function runInstallations(stage: Stage): Promise<string[]> {
  const other = await stage.beside?.();
  if (!other) {
    stage.isReached = false;
    return [];
  }
  const products = await setOut(stage);
  const others = await setOut(other);
  inTrouble(stage);
  const requests = [await stage.merchant.start(products.ids)];
  const otherRequests = [await other.merchant.start(others.ids)];
  await Promise.all([stage.crew.work(requests, true), other.crew.work(otherRequests, true)]);
  const wrong = await endInPeace(stage, requests, products);
  const otherWrong = await endInPeace(other, otherRequests, others);
  return [...wrong, ...otherWrong.map((what) => `of the other installation: ${what}`)];
}
