import { piecesOther } from '@bowerbird/platforms/listing/pieces';
import { wayOf } from './amounts.ts';
import { finish } from './finish.ts';
import type { Lane } from './lane.ts';
import { beforeTakenOver } from './taken-over.ts';
import type { Next, Work } from './work.ts';

/**
 * The write of a bound product's content: all of it, or prices and pieces alone, for which no picture need be known. Where pieces
 * are set beside a product, those that go alone come first and the mark last: what is broken off in between is found undone.
 */
export async function updating(
  lane: Lane,
  work: Work,
  target: string,
  instead: string | null,
): Promise<Next> {
  const way = await wayOf(lane, work);
  const { alone, former } = way;
  if (
    alone &&
    former &&
    lane.lister.finishing &&
    work.stage !== 'finished' &&
    work.stage !== 'shown' &&
    piecesOther(work.product, former).length > 0
  ) {
    return await finish(lane, work, target, former);
  }
  const count = work.product.pictures.length;
  const access = await lane.session.access(lane.cut);
  const pictures = alone
    ? new Map<string, string>()
    : await lane.lister.pictures(target, count, access, lane.session.context(lane.cut));
  const before = former ? null : await beforeTakenOver(lane, work, target);
  const known = before ? { ...way, former: before } : way;
  return { kind: 'write', write: { work, kind: 'update', target, pictures, ...known, instead } };
}
