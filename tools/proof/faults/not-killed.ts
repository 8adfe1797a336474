/** Background work of the program in which no drill kills a process, each with the reason. */
export const notKilled: Readonly<Record<string, string>> = {
  heartbeat: 'writes a heartbeat and nothing that has to be complete',
  'ending-plans': 'is one transaction of the same form as reminders',
  'listing-schedules':
    'writes run and next time in one transaction, as watches does; a listing run is killed in drills of its own',
  'watched-files':
    'takes a file under a lease and writes its import and its next time in one transaction; tests take over looks that another worker began, before and after it had fetched',
  'export-schedules':
    'writes run and next time in one transaction, as watches does; an export run is killed in a drill of its own',
  copies:
    'takes a copy from one run to the next in one transaction; each of its runs is of a kind that is killed',
  'followed-sources':
    'takes products from the queue in the transaction that writes their run, and looks again at a rule whose next time it has not written',
  comparisons:
    'reads a store and saves what it read page by page; an interrupted comparison is started again',
  'unused-uploads':
    'deletes rows and then files; a file whose row is gone is found again by the next pass, an hour later',
  'copies-of-uploads': 'deletes copies one by one, each of which is made again where it is wanted',
  'search-indexes': 'asks the database to settle its own indexes, which is all its work',
};
