import { endInPeace, inTrouble, type Stage, setOut } from '../stage.ts';

/**
 * Two servers with a database and keys of their own list to one store at once: to each the other's products are a stranger's, and
 * neither changes, doubles or loses any.
 */
export async function playInstallations(stage: Stage): Promise<string[]> {
  const other = await stage.beside?.();
  if (!other) {
    stage.isReached = false;
    return [];
  }
  const goods = await setOut(stage);
  const others = await setOut(other);
  inTrouble(stage);
  const asks = [await stage.merchant.start(goods.ids)];
  const otherAsks = [await other.merchant.start(others.ids)];
  await Promise.all([stage.crew.work(asks, true), other.crew.work(otherAsks, true)]);
  const wrong = await endInPeace(stage, asks, goods);
  const otherWrong = await endInPeace(other, otherAsks, others);
  return [...wrong, ...otherWrong.map((what) => `of the other installation: ${what}`)];
}
