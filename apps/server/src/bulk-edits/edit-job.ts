import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import type { Fault } from '@bowerbird/contract/runs';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { OpenEditSet } from '../products/history/edit-sets.ts';
import { findRulesInStores } from '../products/write/own-values.ts';
import { type Written, writeProducts } from '../products/write/write.ts';
import type { JobKind } from '../runs/jobs.ts';
import type { ItemResult, Page, PageResult } from '../runs/pages.ts';
import type { RunRow } from '../runs/runs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../runs/work.ts';
import { workPages } from '../runs/work-pages.ts';
import type { Services } from '../services/services.ts';
import { type Codes, findCodes, lockNext, Numbering, saveNext } from './numbering.ts';
import { outcomeOf } from './outcome.ts';
import { BulkRequest } from './requests.ts';

type JobServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs'>;

/** Applies bulk edits, each to the products that were fixed when it was confirmed. */
export function editJob(services: JobServices): JobKind {
  return {
    kind: 'edit',
    keys: (run) => [run.id],
    atOnce: 2,
    oneOfEach: true,
    work: (request, signal) =>
      workOnRun({ ...services, wake: services.jobs.wake }, request, signal, (run, control) =>
        editAll(services, run, control),
      ),
  };
}

/** Applies the edit to what is still to do of it. */
export async function editAll(
  services: Pick<Services, 'db' | 'clock'>,
  run: RunRow,
  control: RunControl,
): Promise<RunEnd> {
  const { steps, userId } = BulkRequest.parse(run.request);
  const { owner_id: ownerId } = run;
  const codes = await asOwner(services.db, ownerId, (db) => findCodes(db, ownerId, steps));
  const request = { ownerId, runId: run.id, steps, userId, codes };
  // Numbers are drawn by one page after the other.
  return await workPages(services, run, control, codes === null ? 2 : 1, (db, page) =>
    editPage(db, request, page),
  );
}

interface EditRequest {
  ownerId: string;
  runId: string;
  steps: readonly EditStep[];
  userId: string | null;
  codes: Codes | null;
}

async function editPage(
  db: OwnerDb,
  { ownerId, runId, steps, userId, codes }: EditRequest,
  { ids, revisions }: Page,
): Promise<PageResult> {
  const numbering = codes && new Numbering(codes, await lockNext(db, ownerId));
  const rulesIn = await findRulesInStores(db, ownerId, steps);
  const editSet = OpenEditSet.ofRun(ownerId, runId, { kind: 'edited', userId, steps });
  const refused = new Map<string, Fault>();
  const written = await writeProducts(
    db,
    ownerId,
    editSet,
    ids.map((id, at) => ({ id, expectedRevision: revisions[at] ?? 0 })),
    (product, row) => {
      const made = outcomeOf(row, steps, { numbering, rulesIn });
      if (made.outcome === 'rejected') {
        refused.set(row.id, made.fault);
      }
      return made.outcome === 'changed' ? made.prepared : product;
    },
  );
  if (numbering) {
    await saveNext(db, ownerId, numbering.next);
  }
  return new Map(written.map((each) => [each.id, resultOf(each, refused.get(each.id))]));
}

function resultOf(written: Written, refused: Fault | undefined): ItemResult {
  if (refused) {
    return { outcome: 'rejected', note: { fault: refused } };
  }
  if (written.outcome === 'rejected') {
    const { code, params } = written.fault;
    return { outcome: 'rejected', note: { fault: { code, params } } };
  }
  // What the edit set had changed before it has changed.
  return { outcome: written.outcome === 'repeated' ? 'changed' : written.outcome };
}
