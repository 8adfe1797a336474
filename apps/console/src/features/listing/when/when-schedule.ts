import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import type { Selection } from '@bowerbird/contract/products/products';
import { useState } from 'react';
import { usePage } from '../../../lib/page.ts';
import { ownZone } from '../../../lib/text/sentences/zone-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { useCreateSchedule } from '../schedules/schedule-queries.ts';
import type { When } from './when-draft.ts';
import { firstWhen, timesOf } from './when-draft.ts';

interface WhatToList {
  storeIds: string[];
  selection: Selection;
  options: ListingOptions;
}

/** Holds when the wizard's listing starts, and saves it as a schedule if that is not now. */
export function useScheduling() {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const create = useCreateSchedule();
  const [when, setWhen] = useState<When>(firstWhen);

  /** Names the schedule after its products and stores; calls `onDone` once it is saved. */
  const schedule = (what: WhatToList, count: number, stores: string[], onDone: () => void) => {
    const times = timesOf(when);
    if (times === null) {
      toast({ state: 'partial', text: text(when.first === '' ? 'schedules.needTime' : 'schedules.needDay') });
      return;
    }
    const name = text('schedules.named', { n: count, stores: stores.join(', ') }).slice(0, 80);
    create.mutate(
      {
        ...what,
        options: { ...what.options, delisted: when.showsDelisted ? 'show' : 'leave' },
        name,
        times,
        timeZone: ownZone(),
      },
      {
        onError: reportFailure,
        onSuccess: () => {
          toast({ state: 'scheduled', text: text('schedules.created', { name }) });
          page.open('/listing/schedules');
          setWhen(firstWhen());
          onDone();
        },
      },
    );
  };
  return { when, setWhen, schedule, busy: create.isPending };
}
